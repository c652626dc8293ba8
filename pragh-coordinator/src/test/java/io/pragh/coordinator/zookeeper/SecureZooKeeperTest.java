package io.pragh.coordinator.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.testkit.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that members meet at a ZooKeeper over TLS with the properties that docs/operating.md names, and that clients
 * without one of the cluster's certificates are refused. Each role runs in a process of its own ({@link
 * SecureZooKeeper}).
 */
class SecureZooKeeperTest {
    private static final Path BIN = Path.of(System.getProperty("java.home"), "bin");

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES) // each process starts a JVM, on a machine that may be busy
    void membersMeetOverTlsAndWhoHasNoCertificateOfTheirsIsRefused() throws Exception {
        keyPair("member.p12");
        keyPair("stranger.p12");
        Path certificate = folder.resolve("member.pem");
        store("member.p12", "-exportcert", "-rfc", "-alias", "key", "-file", certificate.toString());
        store("trust.p12", "-importcert", "-noprompt", "-alias", "member", "-file", certificate.toString());
        String port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = "" + free.getLocalPort();
        }
        Process member = start("member", port);
        try (BufferedReader said = member.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("member joined: true", said.readLine(), () -> log("member"));
            assertEquals("member with TLS: true", said.readLine(), () -> log("member"));
            assertEquals("member without TLS: false", said.readLine(), () -> log("member"));
            Process stranger = start("stranger", port);
            List<String> refused =
                    stranger.inputReader(StandardCharsets.UTF_8).lines().toList();
            assertEquals(
                    List.of("stranger with TLS: false", "stranger without TLS: false"), refused, () -> log("stranger"));
        } finally {
            member.destroyForcibly();
            member.onExit().join();
        }
    }

    private Process start(String role, String port) throws IOException {
        Path logging = Path.of("..", "config", "logback.xml"); // logs to standard error alone
        List<String> flags = List.of("-Xmx256m", ChildJvm.BRIEF, "-Dlogback.configurationFile=" + logging);
        List<String> command = ChildJvm.command(flags, SecureZooKeeper.class, folder.toString(), role, port);
        return new ProcessBuilder(command)
                .redirectError(folder.resolve(role + ".log").toFile())
                .start();
    }

    private String log(String role) {
        try {
            return Files.readString(folder.resolve(role + ".log"));
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    private void keyPair(String store) throws Exception {
        store(
                store,
                "-genkeypair",
                "-alias",
                "key",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-validity",
                "2");
    }

    private void store(String store, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(BIN.resolve("keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of(
                "-storetype",
                "PKCS12",
                "-keystore",
                folder.resolve(store).toString(),
                "-storepass",
                SecureZooKeeper.PASSWORD));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String told = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, keytool.waitFor(), told);
    }
}
