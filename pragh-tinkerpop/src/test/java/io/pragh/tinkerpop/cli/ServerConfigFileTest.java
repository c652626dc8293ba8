package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a wrong configuration file is one line that names the key and the remedy, with exit code 2, and that
 * nothing is left behind.
 */
class ServerConfigFileTest {
    private static final String FREE = "server: {port: 0}\n";
    private static final String CLUSTER = FREE + "cluster: {embedded: 0, graph: x, founders: 1}\n";

    @TempDir
    private Path folder;

    @Test
    void unknownKeysAreNamed() throws Exception {
        assertWrong("server: {prt: 1}", "there is no such option", "key=server.prt", "known=[host, port,");
        assertWrong("sever: {port: 1}", "there is no such option", "key=sever", "known=[name, cluster,");
        assertWrong("name: {first: x}", "must be text", "key=name");
        assertWrong("server: 8182", "is a section and takes options of its own", "key=server ", "known=[host,");
    }

    @Test
    void wrongTypesAndRangesAreNamed() throws Exception {
        assertWrong("server: {port: '8182'}", "must be a number from 0 to 65535", "key=server.port value=8182");
        assertWrong("server: {port: 70000}", "must be a number from 0 to 65535", "key=server.port value=70000");
        assertWrong("server: {scripts: maybe}", "must be true or false", "key=server.scripts");
        assertWrong("server: {host: 7}", "must be text", "key=server.host");
        assertWrong("server: {port: }", "must be a number", "key=server.port");
        assertWrong("memory: {cacheBytes: 16q}", "must be a number of bytes", "key=memory.cacheBytes");
        assertWrong("transactions: {isolation: loose}", "must be one of [strict-ser", "key=transactions.isolation");
        assertWrong(FREE + "memory: {segmentBytes: 300k}", "power of two", "key=memory.segmentBytes");
        assertWrong(FREE + "cluster: {nodes: 4, partitions: 2}", "must be a number", "key=cluster.partitions");
    }

    @Test
    void secretsAreNotTold() throws Exception {
        for (String yaml : List.of(
                CLUSTER + "fabric: {address: 'tcp://127.0.0.1:0', secret: 1234567890123456}",
                CLUSTER + "fabric: {address: 'tcp://127.0.0.1:0', secret: [1234567890123456]}",
                CLUSTER + "fabric: {address: 'tcp://127.0.0.1:0', secret: {a: 1234567890123456}}",
                "fabric: {secret: 'a1234567890123456'}")) {
            Path file = Files.writeString(folder.resolve("node.yaml"), yaml);
            String told = WrongServer.tells("--config", file.toString());
            assertTrue(told.contains("key=fabric.secret value=(secret)"), told);
            assertFalse(told.contains("1234567890123456"), told);
        }
    }

    @Test
    void whatIsNoPlainYamlIsRefused() throws Exception {
        assertWrong("server: [", "is not YAML as a node reads it", "line=");
        assertWrong("server: {port: 1}\nserver: {port: 2}", "is not YAML as a node reads it", "duplicate key");
        assertWrong("name: !!java.io.File [x]", "is not YAML as a node reads it", "reason=");
        assertWrong("- 1", "a configuration is made of sections");
        assertTells(List.of("the configuration cannot be read", "nothing.yaml"), "--config", folder + "/nothing.yaml");
    }

    @Test
    void whatDoesNotGoTogetherIsNamed() throws Exception {
        assertWrong(CLUSTER, "how do the nodes reach each other", "key=fabric.address");
        assertWrong("cluster: {embedded: 0}", "needs a name", "key=cluster.graph");
        assertWrong("cluster: {embedded: 0, zookeeper: 'h:1'}", "one ZooKeeper", "key=cluster.embedded");
        assertWrong("fabric: {threads: 3}", "for a cluster of processes", "key=fabric.threads");
        assertWrong("cluster: {embedded: 0, graph: x, nodes: 3}", "one node of its cluster", "key=cluster.nodes");
        assertWrong("server: {tls: {key: k}}", "go together", "key=server.tls.key");
        assertWrong("metrics: {host: 127.0.0.1}", "add metrics.port", "key=metrics.host");
        assertWrong(
                "server: {port: 0, evaluationSeconds: 60, evaluationSecondsMax: 10}",
                "a request that asks for no time would get more than one that asks",
                "key=server.evaluationSeconds value=60");
        Path file = Files.writeString(folder.resolve("node.yaml"), FREE);
        assertTells(List.of("leave the option out", "option=--nodes"), "--config", "" + file, "--nodes", "2");
    }

    @Test
    void everyOptionOfLoadingGoesWithAFile() throws Exception {
        Path file = Files.writeString(folder.resolve("node.yaml"), FREE);
        for (String option : List.of("--format=csv", "--edge-label=e", "--weight=w", "--delimiter=|")) {
            assertTells(List.of("no such file: name=nowhere"), "--config", "" + file, "--load", "nowhere", option);
        }
    }

    @Test
    void badAddressesAndFilesAreNamed() throws Exception {
        assertWrong("server: {host: no.such.host.invalid}", "no such host", "key=server.host");
        assertWrong(FREE + "metrics: {host: no.such.host.invalid, port: 0}", "no such host", "key=metrics.host");
        assertWrong(
                CLUSTER + "fabric: {address: 'tcp:10'}",
                "tcp://host:port, shm:/folder or rdma://host:port",
                "key=fabric.address");
        assertWrong(CLUSTER + "fabric: {address: 'tcp://h'}", "HOST:PORT", "fabric.address=");
        assertWrong("server: {port: 0, users: missing}", "no such file", "key=server.users");
        assertWrong(
                CLUSTER + "fabric: {address: 'tcp://127.0.0.1:0', secretFile: missing}",
                "no such file",
                "key=fabric.secretFile");
        assertWrong(CLUSTER + "fabric: {address: 'tcp://127.0.0.1:0'}", "needs a secret", "file=");
    }

    @Test
    void whatIsNoAddressForClientsIsNamed() throws Exception {
        for (String wrong : new String[] {"nowhere", "a:b:1", "host:", ":80"}) {
            assertWrong(
                    "server: {port: 0, advertise: '" + wrong + "'}\n",
                    "clients reach a server at host:port",
                    "key=server.advertise value=" + wrong);
        }
    }

    @Test
    void whatIsNoEnsembleIsNamedBeforeAnythingStarts() throws Exception {
        for (String wrong : List.of(
                "nonsense",
                "1:2:3",
                "1:2:3,4:5:6",
                "1:2:3,4:5:6,7:8",
                "1:2:3,4:5:6,7:8:99999",
                "1:2:3,4:5:6,7:8:0",
                "1:2:3,4:5:6,7:8:999999999999",
                "1:2:3,4:5:6,7:8:1")) {
            assertWrong(
                    FREE + "cluster: {embedded: 1, graph: x, ensemble: '" + wrong + "'}\nfabric: {address: 'shm:"
                            + folder + "/shm'}",
                    "client:quorum:election for each of 3, 5 or 7 servers",
                    "key=cluster.ensemble value=" + wrong);
        }
        assertWrong(
                FREE + "cluster: {embedded: 9, graph: x, ensemble: '1:2:3,4:5:6,7:8:10'}\nfabric: {address: 'shm:"
                        + folder + "/shm'}",
                "this node's own server is not in the ensemble",
                "key=cluster.ensemble",
                "cluster.embedded=9");
    }

    @Test
    void portsInUseAreNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertWrong("server: {port: " + port + "}", "choose a port that is free", "key=server.port");
            assertWrong(FREE + "metrics: {port: " + port + "}", "choose a port that is free", "key=metrics.port");
            assertWrong(
                    CLUSTER + "fabric: {address: 'tcp://127.0.0.1:" + port + "', secret: 0123456789abcdef}",
                    "choose a port that is free",
                    "key=fabric.address");
            assertWrong(
                    FREE + "cluster: {embedded: " + port + ", graph: x}\nfabric: {address: 'shm:" + folder + "/shm'}",
                    "choose a port that is free",
                    "key=cluster.embedded");
        }
    }

    @Test
    void twoServicesAtOnePortAreNamed() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String server = "server: {port: " + port + "}\n";
        assertWrong(
                server + "metrics: {host: 0.0.0.0, port: " + port + "}",
                "two services cannot listen at one port",
                "key=metrics.port value=" + port,
                "other=server.port");
        assertWrong(
                server + "cluster: {embedded: 0, graph: x}\nfabric: {address: 'tcp://127.0.0.1:" + port
                        + "', secret: 0123456789abcdef}",
                "two services cannot listen at one port",
                "key=fabric.address",
                "other=server.port");
        assertWrong(
                server + "cluster: {embedded: " + port + ", graph: x}\nfabric: {address: 'shm:" + folder + "/shm'}",
                "two services cannot listen at one port",
                "key=cluster.embedded value=" + port,
                "other=server.port");
        String at = "127.0.0.1:" + port;
        String told = WrongServer.tells("--port", "" + port, "--metrics", at);
        assertTrue(told.contains("two services cannot listen at one port"), told);
        assertTrue(told.contains("--metrics=" + at + " --port=" + port), told);
    }

    @Test
    void zooKeeperOutOfReachIsNamed() throws Exception {
        int port;
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = nobody.getLocalPort();
        }
        assertWrong(
                FREE + "cluster: {zookeeper: '127.0.0.1:" + port + "', graph: x}\nfabric: {address: 'shm:" + folder
                        + "/shm'}",
                "no ZooKeeper answers there; start it",
                "key=cluster.zookeeper value=127.0.0.1:" + port);
    }

    @Test
    void moreMemoryThanTheMachineHasIsNamed() throws Exception {
        assertWrong(
                FREE + "memory: {partitionBytesMax: 32g}\ncluster: {nodes: 64, partitions: 128}",
                "more memory than the machine has",
                "key=memory.partitionBytesMax value=34359738368",
                " machine=" + MachineMemory.megabytes() + "m");
    }

    /**
     * The other founder never comes. ZooKeeper, the fabric and all other services of the node must be closed again.
     */
    @Test
    void nodeThatCannotJoinLeavesNothingBehind() throws Exception {
        assertWrong(
                FREE + "cluster: {embedded: 0, graph: x, founders: 2, foundingSeconds: 1}\nfabric: {address: 'shm:"
                        + folder + "/shm'}",
                "the cluster did not come together in time",
                "file=");
        try (Stream<Path> left = Files.walk(folder)) {
            List<Path> files = left.filter(Files::isRegularFile)
                    .filter(f -> !f.endsWith("node.yaml"))
                    .filter(f -> !f.endsWith("directory")) // shared by all nodes of the machine
                    .toList();
            assertEquals(List.of(), files);
        }
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertEquals(
                        List.of(),
                        Thread.getAllStackTraces().keySet().stream()
                                .map(Thread::getName)
                                .filter(n -> n.startsWith("pragh-"))
                                .toList()));
    }

    @Test
    void processServesWhatItsFileSays() throws Exception {
        Path file = Files.writeString(
                folder.resolve("node.yaml"),
                FREE + "cluster: {nodes: 2, partitions: 6}\nmemory: {partitionBytesMax: 16m, cacheBytes: 64k}\n"
                        + "metrics: {port: 0}\n");
        try (ServerProcess process = ServerProcess.startWith("--config", file.toString())) {
            assertEquals(
                    2, process.connect().connect().submit("g.inject(2)").one().getInt());
            assertTrue(process.ready().contains("praghgraph[2 nodes]"), process.ready());
            assertTrue(process.ready().contains(", metrics at http://127.0.0.1:"), process.ready());
            process.end();
        }
    }

    private void assertWrong(String yaml, String... parts) throws IOException {
        Path file = Files.writeString(folder.resolve("node.yaml"), yaml);
        assertTells(List.of(parts), "--config", file.toString());
    }

    private static void assertTells(List<String> parts, String... options) {
        String told = WrongServer.tells(options);
        assertTrue(told.contains(".yaml"), told);
        for (String part : parts) {
            assertTrue(told.contains(part), () -> "without " + part + ": " + told);
        }
    }
}
