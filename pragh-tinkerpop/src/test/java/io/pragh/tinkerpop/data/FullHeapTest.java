package io.pragh.tinkerpop.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application fills the heap of the process that a graph is in, and empties it again: the graph is as good as before. */
class FullHeapTest {
    private static final long TIMEOUT_SECONDS = 300;

    @TempDir
    Path folder;

    @Test
    void graphOfOneNodeOutlivesAFullHeap() throws IOException, InterruptedException {
        Path said = folder.resolve("said.txt");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        if (Runtime.version().feature() >= 24) { // as bin/pragh does: without, the JDK warns of what libraries do
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of(
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=128m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FullHeap.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), "it does not end");
            assertEquals(0, process.exitValue(), () -> text(said));
        } finally {
            process.destroyForcibly();
        }
    }

    private static String text(Path said) {
        try {
            return Files.readString(said);
        } catch (IOException gone) {
            return gone.toString();
        }
    }
}
