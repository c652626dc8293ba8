package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what a server says whose ZooKeeper has gone. */
class ZooKeeperAwayTest {
    @TempDir
    private Path folder;

    private final EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();

    @AfterEach
    void stop() {
        zooKeeper.close();
    }

    @Test
    void aNodeThatHasLostZooKeeperSaysSoInOneLine() throws Exception {
        Path file = Files.writeString(
                folder.resolve("node.yaml"),
                "server: {port: 0}\ncluster: {zookeeper: '" + zooKeeper.connectString()
                        + "', graph: away, founders: 1, sessionMillis: 4000, coordinator: eager}\n"
                        + "fabric: {address: 'shm:" + folder.resolve("shm") + "'}\n");
        try (ServerProcess process = ServerProcess.startWith("--config", file.toString())) {
            zooKeeper.close();
            List<String> before = new ArrayList<>();
            String line = process.logLine();
            while (!line.contains("has not reached ZooKeeper for a session's time")) {
                before.add(line);
                line = process.logLine();
            }
            assertFalse(
                    before.stream().anyMatch(said -> said.contains("\tat ") || said.contains("curator")),
                    () -> String.join("\n", before));
        }
    }
}
