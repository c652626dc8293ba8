package io.pragh.tinkerpop.cli.cluster;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.pragh.core.base.PraghException;
import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.NodeIdentity;
import io.pragh.core.timestamp.TimestampWord;
import io.pragh.tinkerpop.cli.CliException;
import io.pragh.tinkerpop.cli.NodeProcess;
import io.pragh.tinkerpop.client.RoutedCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.shaded.jackson.databind.JsonNode;
import org.apache.tinkerpop.shaded.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks {@code pragh cluster} with processes on the loopback interface: a vertex that one writes is read by the
 * others. Checks also the login, the status, and clients when a node is killed.
 */
@Tag("processes")
class ClusterCommandTest {
    private static final long MEMORY_MB = 128;
    private static final int NODES = 3;
    private static final int ADDED = 300;

    @TempDir
    private Path folder;

    private final ClusterCommands commands = new ClusterCommands();

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    void whatOneProcessWritesTheOthersRead(String fabric) throws IOException {
        int port = ClusterCommands.threePorts();
        String dir = folder.resolve(fabric).toString();
        try {
            int code = commands.start(dir, NODES, port, "--fabric", fabric);
            assertEquals(0, code, () -> String.valueOf(failure(dir, null).getMessage()));
            assertTrue(commands.err().contains(NODES + " of " + NODES + " nodes are ready"), commands::err);
            assertEquals(2, commands.run("cluster", "start", "--nodes", "1", "--dir", dir), "it is running already");
            assertTrue(commands.err().contains("this cluster is running already"), commands::err);
            assertStrangersStayOut(port, dir);
            useAll(port, dir);
            assertStatusOfAll(dir, MEMORY_MB << 20);
            List<NodeProcess> processes = new ClusterFolder(Path.of(dir)).processes();
            Path shared = new ClusterFolder(Path.of(dir)).sharedMemory();
            assertEquals(fabric.equals("shm"), Files.exists(shared), shared::toString);
            assertNewVerticesAreSpread(dir, port);
            int last = lastThatDoesNotLead(dir, port);
            assertRoutedClientsGoOn(dir, port, port + last, "node-" + last);
            assertEquals(1, commands.run("cluster", "status", "--dir", dir), "one has ended");
            assertTrue(commands.out().contains("node-" + last + "  ended"), commands::out);
            assertTrue(commands.out().contains("its process has ended"), commands::out);
            assertTrue(commands.out().contains("2 of 3 members answered"), commands::out);
            assertEquals(0, commands.run("cluster", "stop", "--dir", dir));
            assertTrue(commands.out().contains("pragh cluster: ended 2 processes"), "the third had ended before");
            assertTrue(processes.stream().allMatch(p -> p.handle().isEmpty()), "nothing is left behind");
            assertFalse(Files.exists(shared), shared::toString);
            assertEquals(2, commands.run("cluster", "stop", "--dir", dir), "there is none");
            assertEquals(2, commands.run("cluster", "status", "--dir", dir), "there is none");
            assertTrue(
                    commands.err()
                            .contains("the cluster was stopped; start it again by pragh cluster start --dir " + dir),
                    commands::err);
        } finally {
            ClusterCommands.end(dir);
        }
    }

    /**
     * Only the user may read the folder, and neither the servers nor ZooKeeper let in a client that has not read it.
     */
    private void assertStrangersStayOut(int port, String dir) throws IOException {
        ClusterFolder place = new ClusterFolder(Path.of(dir));
        for (Path file : List.of(place.secret(), place.users(), place.remote())) {
            assertEquals(
                    "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)), file::toString);
        }
        assertTrue(commands.out().contains("log in as pragh with the password in " + place.users()), commands::out);
        assertEquals(-1, commands.out().indexOf(ClusterLogin.of(dir).password()), "no password on the screen");
        Cluster nobody = Cluster.build("127.0.0.1").port(port).create();
        try {
            assertThrows(
                    RuntimeException.class,
                    () -> nobody.connect().submit("g.V().count()").one());
        } finally {
            nobody.close();
        }
        String meeting = "zk:" + place.plan().zooKeeper().connect() + "/local?sessionMillis=20000";
        PraghException refused = assertThrows(
                PraghException.class, () -> Coordination.open(meeting, new NodeIdentity("stranger", "", 4 * NODES, 1)));
        assertTrue(String.valueOf(refused.getMessage()).contains("founded with another secret"), refused::toString);
    }

    @Test
    void nodesAreStartedWithLogsThatAreBounded() {
        ClusterFolder place = new ClusterFolder(folder.resolve("any"));
        ZooKeeperPorts ports = new ZooKeeperPorts(List.of(new ZooKeeperPorts.Server(1, 2, 3)));
        List<String> command = new ClusterLaunch(
                        place, new ClusterLaunch.Plan("x", "shm", 1, 0, ports, 128, false, ClusterLaunch.Kept.NONE))
                .command("node-0");
        assertEquals(
                List.of("--log", place.log("node-0").toString()),
                command.subList(command.size() - 2, command.size()),
                command::toString);
    }

    /**
     * The last node that does not have the timestamp word. After the loss of that word's node, no transaction begins
     * until another node has the word.
     */
    private static int lastThatDoesNotLead(String dir, int port) {
        try (RoutedCluster routed = ClusterLogin.routed(dir, port)) {
            boolean leads = ClusterRoutes.of(routed).portOf(TimestampWord.PARTITION) == port + NODES - 1;
            return leads ? NODES - 2 : NODES - 1;
        }
    }

    /** One server adds all vertices, each in a transaction of its own. */
    private static void assertNewVerticesAreSpread(String dir, int port) {
        Cluster one = ClusterLogin.connect(dir, port + 1);
        try (RoutedCluster routed = ClusterLogin.routed(dir, port)) {
            ClusterRoutes routes = ClusterRoutes.of(routed);
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(one, "g"));
            List<Integer> ports = new ArrayList<>();
            for (int i = 0; i < ADDED; i++) {
                long id = (Long) g.addV("spread").id().next();
                assertTrue(id <= Integer.MAX_VALUE, "it fits into 32 bits: " + id);
                ports.add(routes.portOfVertex(id));
            }
            for (int each : routes.ports()) {
                long count = ports.stream().filter(at -> at == each).count();
                assertTrue(count > ADDED / NODES / 2 && count < 2 * ADDED / NODES, () -> each + " has " + count);
            }
        } finally {
            one.close();
        }
    }

    /** A client sends queries to the servers where they begin, while a node is killed. */
    private static void assertRoutedClientsGoOn(String dir, int port, int killedPort, String killed)
            throws IOException {
        try (RoutedCluster routed = ClusterLogin.routed(dir, port)) {
            ClusterRoutes routes = ClusterRoutes.of(routed);
            List<Integer> safe = new ArrayList<>();
            List<Integer> lost = new ArrayList<>();
            for (int id = 1; id <= 60; id++) {
                routed.g(id)
                        .addV("person")
                        .property(T.id, id)
                        .property("name", "r" + id)
                        .iterate();
                boolean dies = routes.portOfVertex(id) == killedPort;
                (dies ? lost : safe).add(id);
            }
            assertTrue(lost.size() > 5 && safe.size() > 20, routes::toString);
            // this client reads them first: a value that another node has read may have moved there, and would be
            // lost with it
            safe.forEach(id ->
                    assertEquals("r" + id, routed.g(id).V(id).values("name").next()));
            ClusterCommands.kill(dir, killed);
            safe.forEach(id ->
                    assertEquals("r" + id, routed.g(id).V(id).values("name").next()));
            safe.forEach(
                    id -> assertEquals("r" + id, routed.g().V(id).values("name").next()));
            lost.forEach(id -> assertEquals(id, routed.g(id).inject(id).next(), "another server answers"));
        }
    }

    /** All nodes serve a share each, the numbers include what {@link #useAll} did, and JSON agrees with the table. */
    private void assertStatusOfAll(String dir, long memoryMax) throws IOException {
        commands.forget();
        assertEquals(0, commands.run("status", "--dir", dir), () -> commands.out() + commands.err());
        List<String> lines = commands.out().lines().toList();
        assertTrue(lines.get(0).matches("node +state +epoch +coordinator +partitions .*"), lines.get(0));
        for (int node = 0; node < NODES; node++) {
            String line = lines.get(1 + node);
            assertTrue(
                    line.matches(
                            "node-" + node + "  member +\\d+  (leads|stands by|none) .* MiB +[\\d.]+ [MG]iB .*%.*"),
                    line);
        }
        assertTrue(commands.out().contains(", 3 of 3 members answered, coordinator: node-"), commands::out);
        commands.forget();
        assertEquals(0, commands.run("cluster", "status", "--dir", dir, "--json"), commands::err);
        JsonNode json = new ObjectMapper().readTree(commands.out());
        assertTrue(json.get("healthy").asBoolean(), commands::out);
        assertTrue(json.get("coordinator").asText().startsWith("node-"), commands::out);
        assertEquals(NODES, json.get("members").size());
        Set<Integer> served = new TreeSet<>();
        for (JsonNode member : json.get("members")) {
            long max = member.get("memoryMax").asLong();
            assertTrue(member.get("memoryUsed").asLong() < max && max <= memoryMax, commands::out);
            assertTrue(member.get("commits").asLong() >= 20, member::toString);
            assertTrue(member.get("remoteReadShare").asDouble() > 0, member::toString);
            assertTrue(member.get("keys").asLong() > 0, member::toString);
            assertTrue(member.get("memoryUsed").asLong() > 0, member::toString);
            assertTraffic(member);
            member.get("partitions").forEach(p -> assertTrue(served.add(p.asInt()), "served once: " + p));
        }
        assertEquals(4 * NODES, served.size());
        String first = "127.0.0.1:"
                + new ClusterFolder(Path.of(dir)).processes().get(0).metricsPort();
        commands.forget();
        assertEquals(0, commands.run("status", "--at", first), commands::err);
        assertTrue(commands.out().contains("1 of 3 members answered"), commands::out);
        assertTrue(commands.out().contains("not asked"), commands::out);
        assertEquals(-1, commands.out().indexOf("one-sided"), "only when it is asked for");
        assertEquals(0, commands.run("status", "--at", first, "--traffic"), commands::err);
        assertTrue(
                commands.out().lines().anyMatch(line -> line.matches("node-0  node-2( +[0-9][0-9.,]*( MiB)?){6}")),
                commands::out);
        commands.forget();
    }

    /** There is traffic to each other node, and perhaps to unknown ones, from before all had met. */
    private static void assertTraffic(JsonNode member) {
        int others = 0;
        for (JsonNode to : member.get("traffic")) {
            if (to.get("name").asText().startsWith("node-")) {
                others++;
                assertTrue(to.get("reads").asLong() > 0, member::toString);
                assertTrue(to.get("readBytes").asLong() >= 8 * to.get("reads").asLong(), member::toString);
            }
        }
        assertEquals(NODES - 1, others, member::toString);
    }

    @Test
    void whoDoesNotAnswerIsShownAndTheExitCodeIsOne() throws IOException {
        int port;
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = nobody.getLocalPort();
        }
        assertEquals(1, commands.run("status", "--at", "127.0.0.1:" + port), commands::err);
        assertTrue(commands.out().contains("127.0.0.1:" + port + "  no answer"), commands::out);
        assertTrue(commands.out().contains("nobody listens there"), commands::out);
        assertTrue(commands.out().contains("0 of 1 members answered"), commands::out);
        assertEquals("", commands.err());
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        other.createContext("/status", exchange -> {
            byte[] body = "<html>".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        other.start();
        try {
            commands.forget();
            String at = "127.0.0.1:" + other.getAddress().getPort();
            assertEquals(1, commands.run("status", "--json", "--at", at), commands::err);
            JsonNode member =
                    new ObjectMapper().readTree(commands.out()).get("members").get(0);
            assertEquals("no answer", member.get("state").asText());
            assertEquals("what it answers is no status", member.get("reason").asText());
        } finally {
            other.stop(0);
        }
        commands.assertTells("an address is written HOST:PORT: --at=nowhere", "status", "--at", "nowhere");
    }

    private void useAll(int port, String dir) {
        Cluster[] clusters = new Cluster[NODES];
        GraphTraversalSource[] at = new GraphTraversalSource[NODES];
        for (int node = 0; node < NODES; node++) {
            clusters[node] = ClusterLogin.connect(dir, port + node);
            at[node] = traversal().with(DriverRemoteConnection.using(clusters[node], "g"));
        }
        try {
            for (int node = 0; node < NODES; node++) {
                for (int i = 0; i < 20; i++) {
                    at[node].addV("person").property("name", node + "-" + i).iterate();
                }
            }
            at[0].V()
                    .has("name", "0-1")
                    .as("a")
                    .V()
                    .has("name", "2-3")
                    .addE("knows")
                    .from("a")
                    .iterate();
            for (GraphTraversalSource g : at) {
                assertEquals(NODES * 20L, g.V().count().next());
                assertEquals(
                        "2-3",
                        g.V().has("name", "0-1").out("knows").values("name").next());
                assertEquals(
                        "0-1",
                        g.V().has("name", "2-3").in("knows").values("name").next());
            }
            Transaction transaction = at[1].tx();
            GraphTraversalSource inside = transaction.begin();
            inside.V().has("name", "2-3").property("age", 7).iterate();
            assertEquals(0, at[2].V().has("age", 7).count().next(), "not committed yet");
            transaction.commit();
            assertEquals("2-3", at[2].V().has("age", 7).values("name").next());
        } catch (RuntimeException failed) {
            throw failure(dir, failed);
        } finally {
            Stream.of(clusters).forEach(Cluster::close);
        }
    }

    @Test
    void portZeroTakesPortsThatAreFreeAndTellsThem() throws IOException {
        String dir = folder.resolve("free").toString();
        try {
            assertEquals(0, commands.start(dir, 2, 0), commands::err);
            List<NodeProcess> processes = new ClusterFolder(Path.of(dir)).processes();
            int port = processes.get(0).port();
            assertTrue(port > 0, processes::toString);
            assertEquals(port + 1, processes.get(1).port(), "they follow each other");
            assertTrue(commands.out().contains("ws://127.0.0.1:" + port + "/gremlin"), commands::out);
            assertTrue(commands.out().contains("load --into 127.0.0.1:" + port + " "), commands::out);
            for (NodeProcess process : processes) {
                Cluster cluster = ClusterLogin.connect(dir, process.port());
                assertEquals(7, cluster.connect().submit("g.inject(7)").one().getInt());
                cluster.close();
            }
        } finally {
            ClusterCommands.end(dir);
        }
    }

    private AssertionError failure(String dir, @Nullable Throwable failed) {
        return commands.failure(failed, dir, "node-0", "node-1", "node-2");
    }

    @Test
    void wrongOnesAreToldInOneLineAndNothingIsStarted() throws IOException {
        String dir = folder.resolve("none").toString();
        commands.assertTells(
                "a cluster has 1 to 64 nodes: --nodes=0", "cluster", "start", "--nodes", "0", "--dir", dir);
        commands.assertTells(
                "no more than the machine has", "cluster", "start", "--memory-mb", "100000000", "--dir", dir);
        commands.assertTells(
                "no more than the machine has",
                "cluster",
                "start",
                "--nodes",
                "4",
                "--memory-mb",
                "" + 3 * (1L << 60), // four times that and a third is 2 to the 64th
                "--dir",
                dir);
        commands.assertTells("no such port: port=70000", "cluster", "start", "--port", "70000", "--dir", dir);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = "" + taken.getLocalPort();
            commands.assertTells(
                    "cannot listen: address=127.0.0.1:" + port, "cluster", "start", "--port", port, "--dir", dir);
        }
        commands.assertTells("no cluster was started here", "cluster", "status", "--dir", dir);
        commands.assertTells("no cluster is running", "cluster", "stop", "--dir", dir);
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.writeString(other.resolve("diary.txt"), "mine");
        commands.assertTells(
                "the folder holds something else",
                "cluster",
                "start",
                "--nodes",
                "1",
                "--port",
                "0",
                "--dir",
                "" + other);
        assertTrue(Files.notExists(Path.of(dir)));
    }

    @Test
    void aNodeThatCannotStartIsToldAndTheOthersAreEnded() throws IOException {
        Path dir = folder.resolve("broken");
        ClusterFolder place = new ClusterFolder(dir);
        place.create();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ClusterLaunch.Plan plan = new ClusterLaunch.Plan(
                    "x",
                    "shm",
                    NODES,
                    ClusterCommands.threePorts(),
                    new ZooKeeperPorts(List.of(new ZooKeeperPorts.Server(taken.getLocalPort(), 1, 2))),
                    128,
                    false,
                    ClusterLaunch.Kept.NONE);
            CliException failure =
                    assertThrows(CliException.class, () -> new ClusterLaunch(place, plan).run(ready -> {}));
            String told = String.valueOf(failure.getMessage());
            assertTrue(told.startsWith("a node did not start: node=node-") && told.contains(" reason="), told);
        }
        assertEquals(List.of(), place.processes());
    }
}
