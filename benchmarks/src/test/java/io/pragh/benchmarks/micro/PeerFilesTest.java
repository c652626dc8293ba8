package io.pragh.benchmarks.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks how files of other databases are fetched and compiled, in a checkout whose Maven is a script that a test
 * writes.
 */
class PeerFilesTest {
    @TempDir
    private Path checkout;

    private Path module;
    private Path own;

    @BeforeEach
    void makeCheckout() throws IOException {
        module = Files.createDirectories(checkout.resolve("benchmarks"));
        own = Files.createDirectories(module.resolve("target/classes"));
        Files.createFile(module.resolve("peer.xml"));
    }

    private void maven(String... lines) throws IOException {
        Path script = Files.writeString(checkout.resolve("mvnw"), "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertTrue(script.toFile().setExecutable(true));
    }

    private List<Path> classPath() throws IOException {
        return PeerFiles.of(own, "peer").classPath();
    }

    /** Makes the script put a jar into the folder that is its last argument. */
    private void mavenFetches() throws IOException {
        Path jar = checkout.resolve("a.jar");
        new JarOutputStream(Files.newOutputStream(jar), new Manifest()).close();
        maven(
                "for last; do :; done",
                "folder=${last#-DoutputDirectory=}",
                "mkdir -p \"$folder\"",
                "cp '" + jar + "' \"$folder\"");
    }

    @Test
    void whatCannotBeFetchedSaysWhyInOneLineAndIsFetchedNextTime() throws IOException {
        maven("echo 'some more'", "echo '[ERROR] no such artifact'", "echo '[ERROR] at length'", "exit 3");
        String told = assertThrows(PraghException.class, this::classPath).getMessage();
        assertTrue(told.contains("peer=peer mavenExit=3") && told.endsWith("reason=no such artifact"), told);
        assertEquals(1, told.lines().count());

        mavenFetches();
        assertEquals(List.of(module.resolve("target/peers/peer/a.jar")), classPath());
    }

    @Test
    void jarsAreFetchedOnce() throws IOException {
        mavenFetches();
        List<Path> fetched = classPath();
        maven("exit 1");
        assertEquals(fetched, classPath());
    }

    @Test
    void sourcesAreCompiledWithWhatThisModuleHas() throws IOException {
        mavenFetches();
        Path sources = Files.createDirectories(module.resolve("src/peer/java"));
        Path source = sources.resolve("Asking.java");
        Files.writeString(source, "abstract class Asking implements io.pragh.benchmarks.micro.FriendsGraph {}");
        Path classes = classPath().get(1);
        assertTrue(Files.exists(classes.resolve("Asking.class")), classes::toString);

        Files.writeString(source, "class Asking implements NothingThatThereIs {}");
        String told = assertThrows(PraghException.class, this::classPath).getMessage();
        assertTrue(told.contains("cannot be compiled: peer=peer"), told);
    }

    @Test
    void outsideOfACheckoutThereAreNone() {
        Path elsewhere = checkout.resolve("elsewhere");
        assertFalse(Files.exists(elsewhere));
        assertThrows(PraghException.class, () -> PeerFiles.of(elsewhere, "peer"));
    }
}
