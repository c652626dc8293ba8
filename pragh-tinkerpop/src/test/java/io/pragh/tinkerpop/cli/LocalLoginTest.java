package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a command finds the login of a node of this machine by its port, and sends the password to no other
 * process or machine.
 */
class LocalLoginTest {
    private static final int PORT = 18_182;
    private static final LocalLogin LOGIN = new LocalLogin("pragh", "a:password");

    @TempDir
    private Path clusters;

    @BeforeEach
    void makeCluster() throws IOException {
        Path folder = Files.createDirectory(clusters.resolve("local"));
        Files.writeString(folder.resolve(LocalLogin.USERS), LOGIN.user() + ":" + LOGIN.password() + "\n");
        remember(NodeProcess.startedMillis(ProcessHandle.current()));
        Files.createDirectory(clusters.resolve("without-login"));
    }

    private void remember(long startedMillis) throws IOException {
        NodeProcess process = new NodeProcess("node-0", ProcessHandle.current().pid(), startedMillis, PORT, 0);
        NodeProcess.writeAll(clusters.resolve("local").resolve(LocalLogin.PROCESSES), List.of(process));
    }

    private Optional<LocalLogin> at(String host, int port) throws IOException {
        return LocalLogin.find(clusters, host, port);
    }

    @Test
    void theLoginOfANodeOfThisMachineIsFoundByItsPort() throws IOException {
        for (String host : List.of("127.0.0.1", "localhost", "[::1]")) {
            assertEquals(Optional.of(LOGIN), at(host, PORT), host);
        }
        assertEquals(Optional.empty(), at("127.0.0.1", PORT + 1));
        assertEquals(Optional.empty(), LocalLogin.find(clusters.resolve("none"), "127.0.0.1", PORT));
    }

    @Test
    void thePasswordIsSentToNoOtherMachine() throws IOException {
        for (String host : List.of("10.0.0.7", "example.org", "127.0.0.1.example.org", "[fe80::1]")) {
            assertEquals(Optional.empty(), at(host, PORT), host);
        }
    }

    @Test
    void thePasswordIsNotSentToWhoeverListensAfterTheNodeHasEnded() throws IOException {
        remember(1); // another process has the number now
        assertEquals(Optional.empty(), at("127.0.0.1", PORT));
    }

    @Test
    void printedByChanceItTellsNoPassword() {
        assertEquals("pragh:…", LOGIN.toString());
    }
}
