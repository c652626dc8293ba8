package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Workers;
import io.pragh.tinkerpop.cli.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that a server with a heap of 400 MB answers calm clients while others attack it in one way after the other,
 * and that it gives the memory back. The server is a process. With {@code -Dpragh.siege.seconds=120} each attack
 * lasts so long, and the time of answers is checked, too.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class SiegeTest {
    private static final int SECONDS = Integer.getInteger("pragh.siege.seconds", 3);
    private static final boolean LONG = SECONDS >= 60;
    private static final int ATTACKERS = 3;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int SLOWER_MAX = 10;
    /** How far the live bytes of a server that was attacked before may grow. */
    private static final long GROWTH_BYTES_MAX = (LONG ? 4L : 8L) << 20;

    private static final int BINARY = 2;
    private static final String FORMAT = "application/vnd.gremlin-v3.0+json;types=false";

    /** Does something that must not hurt the server, which may close the connection for it. */
    @FunctionalInterface
    private interface Attack {
        void strike(InetSocketAddress server) throws IOException;
    }

    private record Seen(long medianNanos, long slowestNanos, int answers) {
        @Override
        public String toString() {
            return String.format(
                    "%d answers, median %.2f ms, slowest %.0f ms", answers, medianNanos / 1e6, slowestNanos / 1e6);
        }
    }

    private static byte[] request(String op, String processor, String args) {
        String json = "{\"requestId\":\"" + UUID.randomUUID() + "\",\"op\":\"" + op + "\",\"processor\":\"" + processor
                + "\",\"args\":{" + args + "}}";
        return ((char) FORMAT.length() + FORMAT + json).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] eval(String gremlin, String more) {
        return request(
                "eval",
                more.contains("session") ? "session" : "",
                "\"gremlin\":\"" + gremlin + "\",\"language\":\"gremlin-lang\",\"aliases\":{\"g\":\"g\"}" + more);
    }

    private static void send(RawWebSocket client, byte[] message) throws IOException {
        client.begin(BINARY, message.length);
        client.out.write(message);
    }

    // --- The attacks ---

    /** Endless queries that ask for an hour; then closes the connection. */
    private static void endless(InetSocketAddress server) throws IOException {
        try (RawWebSocket client = new RawWebSocket(server)) {
            for (int i = 0; i < 4; i++) {
                send(
                        client,
                        eval(
                                "g.inject(1).repeat(__.map(__.constant(1))).until(__.is(2))",
                                ",\"evaluationTimeout\":3600000"));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300)); // until they run
        }
    }

    private static void nested(InetSocketAddress server) throws IOException {
        try (RawWebSocket client = new RawWebSocket(server)) {
            for (int depth : new int[] {3_000, 60, 30, 20}) {
                String text =
                        "g.inject(1).where(" + "__.union(__.in(),".repeat(depth) + "__.out()" + ")".repeat(depth + 1);
                send(client, eval(text, ""));
                client.in.read();
                client.skipRest();
            }
        }
    }

    private static void sessions(InetSocketAddress server) throws IOException {
        try (RawWebSocket client = new RawWebSocket(server)) {
            for (int i = 0; i < 20; i++) {
                send(client, eval("g.addV('left')", ",\"session\":\"" + UUID.randomUUID() + "\""));
                client.in.read();
                client.skipRest();
            }
        }
    }

    /** Most of a long message on many connections, without the ends. */
    private static void heldBack(InetSocketAddress server) throws IOException {
        List<RawWebSocket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 16; i++) {
                RawWebSocket client = new RawWebSocket(server);
                clients.add(client);
                client.begin(BINARY, 12 << 20);
                client.out.write(new byte[11 << 20]);
            }
        } finally {
            for (RawWebSocket client : clients) {
                client.close();
            }
        }
    }

    private static final byte[] BOMB = InflationTest.deflated(InflationTest.request(100 << 20));

    private static void inflating(InetSocketAddress server) throws IOException {
        try (RawWebSocket client = new RawWebSocket(server, "Sec-WebSocket-Extensions: permessage-deflate")) {
            client.begin(0x40 | BINARY, BOMB.length);
            client.out.write(BOMB);
            client.in.read();
        }
    }

    /** Silent connections, until the server has no room for more. */
    private static void mute(InetSocketAddress server) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 700; i++) {
                sockets.add(new Socket(server.getAddress(), server.getPort()));
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static final Map<String, Attack> ATTACKS = new LinkedHashMap<>();

    static {
        ATTACKS.put("endless", SiegeTest::endless);
        ATTACKS.put("nested", SiegeTest::nested);
        ATTACKS.put("sessions", SiegeTest::sessions);
        ATTACKS.put("held back", SiegeTest::heldBack);
        ATTACKS.put("inflating", SiegeTest::inflating);
        ATTACKS.put("mute", SiegeTest::mute);
    }

    // --- The calm client ---

    private static Seen ask(Client calm, int seconds) throws Exception {
        List<Long> nanos = new ArrayList<>();
        long began = System.nanoTime();
        while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(seconds)) {
            long asked = System.nanoTime();
            assertEquals(
                    100, calm.submit("g.V().hasLabel('calm').count()").one().getInt());
            nanos.add(System.nanoTime() - asked);
            LockSupport.parkNanos(PAUSE_NANOS); // calm clients pause
        }
        nanos.sort(null);
        return new Seen(nanos.get(nanos.size() / 2), nanos.get(nanos.size() - 1), nanos.size());
    }

    private static void strikeAgainAndAgain(Workers attackers, InetSocketAddress server, Attack attack)
            throws Exception {
        while (!attackers.stopped()) {
            try {
                attack.strike(server);
            } catch (IOException | AssertionError refused) {
                LockSupport.parkNanos(PAUSE_NANOS); // the server has closed the connection; tries again after a pause
            }
        }
    }

    private static Seen besieged(Client calm, InetSocketAddress server, Attack attack, int seconds) throws Exception {
        try (Workers attackers = new Workers()) {
            for (int i = 0; i < ATTACKERS; i++) {
                attackers.start(() -> strikeAgainAndAgain(attackers, server, attack));
            }
            Seen seen = ask(calm, seconds);
            attackers.stop();
            return seen;
        }
    }

    /** Bytes that live after a full collection. */
    private static long live(ServerProcess server) {
        try {
            List<String> histogram = server.command("GC.class_histogram");
            String total = histogram.get(histogram.size() - 1);
            return Long.parseLong(total.strip().split("\\s+", 3)[2]);
        } catch (IOException | InterruptedException cannot) {
            throw new AssertionError(cannot);
        }
    }

    private static void attack(ServerProcess server, Client calm, String name, Attack attack, Seen before, long bytes)
            throws Exception {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
        Seen seen = besieged(calm, address, attack, SECONDS);
        long most = bytes + GROWTH_BYTES_MAX;
        long[] after = new long[1];
        try (Workers nobody = new Workers()) {
            nobody.await(name + ": the memory is given back: before=" + bytes, () -> (after[0] = live(server)) <= most);
        } catch (AssertionError kept) {
            throw new AssertionError(
                    String.join("\n", server.command("GC.class_histogram").subList(0, 40)), kept);
        }
        System.out.printf("SIEGE %s: %s, live %.1f MB, before %.1f MB%n", name, seen, after[0] / 1e6, bytes / 1e6);
        if (LONG) {
            assertTrue(seen.medianNanos() < SLOWER_MAX * before.medianNanos(), name + ": " + seen + ", calm " + before);
        }
    }

    @Test
    void othersAreAnsweredAndTheMemoryIsGivenBack() throws Exception {
        List<String> flags = List.of("-Xmx400m", "-XX:MaxDirectMemorySize=400m", "-XX:+UseParallelGC");
        try (ServerProcess server = ServerProcess.startWith(flags, "--port", "0")) {
            server.drain();
            Cluster cluster = Cluster.build("127.0.0.1")
                    .port(server.port())
                    .minConnectionPoolSize(1)
                    .maxConnectionPoolSize(1)
                    .create();
            Client calm = cluster.connect();
            for (int i = 0; i < 100; i++) {
                calm.submit("g.addV('calm')").all().get();
            }
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
            long fresh = live(server);
            for (Attack attack : ATTACKS.values()) { // loads classes and fills pools
                besieged(calm, address, attack, Math.min(10, SECONDS - 1));
            }
            Seen before = ask(calm, Math.min(30, SECONDS));
            long bytes = live(server);
            System.out.printf("SIEGE calm: %s, live %.1f MB, new %.1f MB%n", before, bytes / 1e6, fresh / 1e6);
            for (Map.Entry<String, Attack> attack : ATTACKS.entrySet()) {
                attack(server, calm, attack.getKey(), attack.getValue(), before, bytes);
            }
            cluster.close();
        }
    }
}
