package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a server that was silent for longer than its session, so that the others have expelled it, says so and
 * ends. Each server is a process.
 */
class ExpelledServerTest {
    @TempDir
    private Path folder;

    @Test
    void aNodeThatComesBackAfterItWasExpelledSaysSoAndEnds() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "nothing here stops a process for a while: no /bin/kill");
        int zooKeeper;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            zooKeeper = free.getLocalPort();
        }
        Path first = node("first", "embedded: " + zooKeeper + ", founders: 1");
        try (ServerProcess stays = ServerProcess.startWith("--config", first.toString())) {
            Path second = node("second", "zookeeper: '127.0.0.1:" + zooKeeper + "', founders: 1");
            try (ServerProcess sleeps = ServerProcess.startWith("--config", second.toString())) {
                assertEquals(List.of("first", "second"), stays.members());
                sleeps.signal("STOP");
                Awaitility.await()
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> stays.members().equals(List.of("first")));
                sleeps.signal("CONT");
                List<String> last = sleeps.awaitEnd();
                assertEquals(3, sleeps.exitValue(), last::toString);
                List<String> told =
                        last.stream().filter(line -> line.startsWith("pragh: ")).toList();
                assertEquals(1, told.size(), last::toString);
                assertTrue(told.get(0).startsWith("pragh: this node was expelled from its cluster"), last::toString);
            }
            // started again, the process is a new node and gets a share
            try (ServerProcess again = ServerProcess.startWith("--config", second.toString())) {
                assertEquals(List.of("first", "second"), stays.members());
                assertEquals(
                        2, again.connect().connect().submit("g.inject(2)").one().getInt());
            }
        }
    }

    private Path node(String name, String where) throws Exception {
        return Files.writeString(
                folder.resolve(name + ".yaml"),
                "name: " + name + "\nserver: {port: 0}\nmetrics: {port: 0}\nmemory: {partitionBytesMax: 16m}\n"
                        + "cluster: {" + where + ", graph: x, sessionMillis: 4000}\n"
                        + "fabric: {address: 'tcp://127.0.0.1:0', secret: the-secret-of-the-test}\n");
    }
}
