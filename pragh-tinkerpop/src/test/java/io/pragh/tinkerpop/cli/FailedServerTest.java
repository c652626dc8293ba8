package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a server of which a thread has failed leaves its cluster, says why, and ends, while the others go on.
 * Each server is a process.
 */
class FailedServerTest {
    @TempDir
    private Path folder;

    /** Makes a thread of the node fail, by a script, since no client could do it otherwise. */
    private static final String FAIL =
            "graph.backend.node.node().parts.failure.happened('upkeep', new IllegalStateException('as a test has it')); 1";

    @Test
    void aNodeThatFailsLeavesSaysWhyAndEnds() throws Exception {
        int zooKeeper;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            zooKeeper = free.getLocalPort();
        }
        Path first = node("first", "embedded: " + zooKeeper, "");
        Path second = node("second", "zookeeper: '127.0.0.1:" + zooKeeper + "'", ", scripts: true");
        try (ServerProcess stays = ServerProcess.startWith("--config", first.toString());
                ServerProcess fails = ServerProcess.startWith("--config", second.toString())) {
            assertEquals(List.of("first", "second"), stays.members());
            Cluster toFailing = fails.connect();
            var unused = toFailing.connect().submitAsync(FAIL); // it may end before it has answered
            List<String> last = fails.awaitEnd();
            toFailing.close();
            assertEquals(4, fails.exitValue(), last::toString);
            List<String> told =
                    last.stream().filter(line -> line.startsWith("pragh: ")).toList();
            assertEquals(1, told.size(), last::toString);
            assertTrue(told.get(0).startsWith("pragh: the node has failed"), told::toString);
            assertTrue(told.get(0).endsWith("as a test has it"), told::toString);
            // it left at once, and not when its session ended
            assertEquals(List.of("first"), stays.members());
        }
    }

    private Path node(String name, String where, String server) throws Exception {
        return Files.writeString(
                folder.resolve(name + ".yaml"),
                "name: " + name + "\nserver: {port: 0" + server
                        + "}\nmetrics: {port: 0}\nmemory: {partitionBytesMax: 16m}\n"
                        + "cluster: {" + where + ", founders: 1, graph: x, sessionMillis: 4000}\n"
                        + "fabric: {address: 'tcp://127.0.0.1:0', secret: the-secret-of-the-test}\n");
    }
}
