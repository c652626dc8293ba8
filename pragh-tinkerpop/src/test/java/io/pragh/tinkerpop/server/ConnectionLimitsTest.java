package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/**
 * Checks that connections that are idle, silent or slow, or send only part of a message, are closed in time, and that
 * they keep no other client out. Strangers on raw sockets hold back what a server waits for.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ConnectionLimitsTest {
    private static final int BINARY = 2;
    private static final int PATIENCE_MILLIS = 30_000;
    private static final long ARRIVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(800);
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(3);
    static final ConnectionLimits SOON = new ConnectionLimits(100, 100, 100, 1L << 30, ARRIVAL_NANOS, IDLE_NANOS);

    private static ConnectionLimits atMost(int all, int ofLoopback) {
        return new ConnectionLimits(all, all, ofLoopback, 1L << 30, 60_000_000_000L, 60_000_000_000L);
    }

    private static Socket sending(ServedGraph served, String text) throws IOException {
        InetSocketAddress address = served.address();
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    /** Returns when the server has closed a connection; fails if that takes long. */
    static void awaitEnd(InputStream in) throws IOException {
        try {
            while (in.read() >= 0) {
                // skip an answer or a closing frame
            }
        } catch (SocketException reset) {
            assertTrue(String.valueOf(reset.getMessage()).contains("reset"), reset::toString);
        }
    }

    static void ask(RawWebSocket client) throws IOException {
        byte[] request = InflationTest.request(0);
        client.begin(BINARY, request.length);
        client.out.write(request);
        assertEquals(0x80 | BINARY, client.in.read(), "it is answered");
        client.skipRest();
    }

    private static String post(int length) {
        return "POST /gremlin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                + length + "\r\n\r\n";
    }

    @Test
    void whatIsBegunHasToCome() throws IOException {
        try (ServedGraph served = new ServedGraph(SOON, null);
                RawWebSocket half = new RawWebSocket(served.address())) {
            half.begin(BINARY, 1 << 20);
            half.out.write(new byte[1 << 10]);
            long began = System.nanoTime();
            for (String text : List.of("", "POST /grem", post(100), post(100) + "{")) {
                try (Socket socket = sending(served, text)) {
                    awaitEnd(socket.getInputStream());
                }
                assertTrue(System.nanoTime() - began >= ARRIVAL_NANOS, "it has its time: " + text);
            }
            awaitEnd(half.in);
        }
    }

    /** A few bytes now and then do not count as progress. */
    @Test
    void whatComesInDropsHasToComeToo() throws IOException {
        try (ServedGraph served = new ServedGraph(SOON, null);
                Socket socket = sending(served, post(1 << 20) + "{");
                Workers drops = new Workers()) {
            drops.start(() -> {
                try {
                    for (int sent = 0; sent < 1 << 20 && !drops.stopped(); sent++) {
                        socket.getOutputStream().write(' ');
                    }
                } catch (SocketException closed) {
                    // the server closes the connection, as it should
                }
            });
            awaitEnd(socket.getInputStream());
            drops.stop();
        }
    }

    @Test
    void aLoginHasToCome() throws IOException {
        try (ServedGraph served = new ServedGraph(SOON, Passwords.table("ada:secret"));
                RawWebSocket client = new RawWebSocket(served.address())) {
            ask(client);
            long began = System.nanoTime();
            awaitEnd(client.in);
            assertTrue(System.nanoTime() - began < IDLE_NANOS, "sooner than one that is idle");
        }
    }

    @Test
    void strangersBringLittle() throws Exception {
        try (ServedGraph served = new ServedGraph(ConnectionLimits.USUAL, Passwords.table("ada:secret"))) {
            InetSocketAddress address = served.address();
            try (RawWebSocket held = new RawWebSocket(address);
                    RawWebSocket whole = new RawWebSocket(address);
                    RawWebSocket inflated = new RawWebSocket(address, "Sec-WebSocket-Extensions: permessage-deflate");
                    RawWebSocket many = new RawWebSocket(address)) {
                held.begin(BINARY, 1 << 20);
                held.out.write(new byte[200 << 10]);
                awaitEnd(held.in);
                byte[] long64 = InflationTest.request(ConnectionLimits.STRANGER_BYTES_MAX);
                whole.begin(BINARY, long64.length);
                whole.out.write(long64);
                assertEquals(0x88, whole.in.read(), "it is closed, not answered");
                byte[] small = InflationTest.deflated(long64);
                inflated.begin(0x40 | BINARY, small.length);
                inflated.out.write(small);
                assertEquals(0x88, inflated.in.read(), "it is closed, not answered");
                assertCannotSend(many, InflationTest.request(40 << 10), 30);
            }
            assertEquals(
                    413,
                    RawHttp.send(address, "POST /gremlin", " ".repeat(70_000), "Host: localhost")
                            .status());
            // one connection, which logs in with its first request: a second one would still be a stranger's when the
            // long value goes over it
            Cluster cluster = served.cluster()
                    .credentials("ada", "secret")
                    .minConnectionPoolSize(1)
                    .maxConnectionPoolSize(1)
                    .create();
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster));
            assertEquals(7, g.inject(7).next());
            String value = "x".repeat(1 << 20);
            assertEquals(value, g.inject(value).next());
            cluster.close();
        }
    }

    private static void assertCannotSend(RawWebSocket client, byte[] request, int times) {
        for (int i = 0; i < times; i++) {
            try {
                client.begin(BINARY, request.length);
                client.out.write(request);
                if (client.in.read() != (0x80 | BINARY)) {
                    return; // the server has closed it
                }
                client.skipRest();
            } catch (IOException reset) {
                return;
            }
        }
        throw new AssertionError("requests are taken before a login: " + times);
    }

    @Test
    void whatIsIdleIsClosedButNotWhatDriversKeep() throws Exception {
        try (ServedGraph served = new ServedGraph(SOON, null);
                RawWebSocket asked = new RawWebSocket(served.address());
                Socket waiting = sending(served, longQuery())) {
            ask(asked);
            Cluster cluster = served.cluster()
                    .minConnectionPoolSize(4)
                    .maxConnectionPoolSize(4)
                    .keepAliveInterval(1_000)
                    .create();
            cluster.init();
            cluster.connect().submit("g.inject(1)").all().get();
            Set<String> pooled = RawSockets.clients(served.address().getPort());
            for (int i = 0; i < 2; i++) {
                try (RawWebSocket mute = new RawWebSocket(served.address())) {
                    long began = System.nanoTime();
                    awaitEnd(mute.in);
                    assertTrue(System.nanoTime() - began >= IDLE_NANOS / 2, "it has its time");
                }
            }
            assertEquals(pooled, RawSockets.clients(served.address().getPort()));
            ask(asked);
            cluster.close();
            assertFalse(waiting.isClosed());
        }
    }

    private static String longQuery() {
        String body = "{\"gremlin\": \"g.inject(1).repeat(__.map(__.constant(1))).until(__.is(2))\"}";
        return post(body.length()) + body;
    }

    @Test
    void aPeerThatIsGoneIsNoticed() throws IOException {
        try (ServedGraph served = new ServedGraph();
                RawWebSocket client = new RawWebSocket(served.address())) {
            ask(client);
            int port = served.address().getPort();
            new Workers()
                    .await(
                            "the system asks within minutes",
                            () -> RawSockets.askedIn(port).values().stream().anyMatch(seconds -> seconds <= 300));
        }
    }

    @Test
    void moreThanThereIsRoomForAreRefused() throws IOException {
        List<String> said = new CopyOnWriteArrayList<>();
        AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                said.add(event.getFormattedMessage());
            }
        };
        appender.start();
        Logger logger = (Logger) LoggerFactory.getLogger(Connections.class);
        Level before = logger.getLevel();
        logger.setLevel(Level.WARN);
        logger.addAppender(appender);
        List<RawWebSocket> clients = new ArrayList<>();
        try (ServedGraph served = new ServedGraph(atMost(10, 3), null)) {
            for (int i = 0; i < 3; i++) {
                RawWebSocket client = new RawWebSocket(served.address());
                clients.add(client);
                ask(client);
            }
            for (int i = 0; i < 20; i++) {
                try (Socket socket = sending(served, "")) {
                    awaitEnd(socket.getInputStream());
                }
            }
            for (RawWebSocket client : clients) {
                ask(client);
            }
            clients.get(0).close();
            new Workers().await("there is room", () -> isServed(served));
        } finally {
            logger.detachAppender(appender);
            logger.setLevel(before);
            for (RawWebSocket client : clients) {
                client.close();
            }
        }
        assertTrue(
                said.get(0).contains("is refused, because there are enough: address=127.0.0.1 open=3 max=3"),
                said::toString);
        assertTrue(said.size() < 10, said::toString);
    }

    private static boolean isServed(ServedGraph served) {
        try (RawWebSocket client = new RawWebSocket(served.address())) {
            ask(client);
            return true;
        } catch (IOException | AssertionError refused) {
            return false;
        }
    }

    @Test
    void whoHasAskedNothingGivesWay() throws IOException {
        try (ServedGraph served = new ServedGraph(atMost(3, 3), null);
                Socket first = sending(served, "");
                RawWebSocket second = new RawWebSocket(served.address());
                RawWebSocket third = new RawWebSocket(served.address())) {
            ask(second);
            try (RawWebSocket fourth = new RawWebSocket(served.address())) {
                awaitEnd(first.getInputStream());
                ask(fourth);
                ask(second);
                displace(third, served);
            }
        }
    }

    /** One more connection comes and is served; the server has to close this one for it. */
    private static void displace(RawWebSocket displaced, ServedGraph served) throws IOException {
        try (RawWebSocket another = new RawWebSocket(served.address())) {
            awaitEnd(displaced.in);
            ask(another);
        }
    }

    @Test
    void whoHoldsBackForLongestGivesWay() throws IOException {
        ConnectionLimits limits = new ConnectionLimits(9, 9, 9, 1 << 20, 60_000_000_000L, 60_000_000_000L);
        byte[] request = InflationTest.request(700 << 10);
        try (ServedGraph served = new ServedGraph(limits, null);
                RawWebSocket first = new RawWebSocket(served.address())) {
            first.begin(BINARY, request.length);
            first.out.write(request, 0, 600 << 10);
            int port = served.address().getPort();
            new Workers().await("the first is read", () -> RawSockets.unread(port) == 0);
            try (RawWebSocket second = new RawWebSocket(served.address())) {
                second.begin(BINARY, request.length);
                second.out.write(request, 0, 600 << 10);
                awaitEnd(first.in);
                second.out.write(request, 600 << 10, request.length - (600 << 10));
                assertEquals(0x80 | BINARY, second.in.read(), "it is answered");
                second.skipRest();
                ask(second);
            }
        }
    }
}
