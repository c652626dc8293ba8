package io.pragh.tinkerpop.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a class of the tests in a JVM of its own with a limited heap. Stateless. */
final class SmallHeap {
    private static final long TIMEOUT_SECONDS = 600;

    private SmallHeap() {}

    /** Returns its output; fails unless it ends with exit code 0. */
    static String run(Path folder, List<String> flags, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        Path said = folder.resolve("said.txt");
        List<String> smallest = new ArrayList<>(flags);
        smallest.add("-XX:+UseSerialGC");
        List<String> command = ChildJvm.command(smallest, main, arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), "it does not end");
            String all = Files.readString(said);
            assertEquals(0, process.exitValue(), all);
            return all;
        } finally {
            process.destroyForcibly();
        }
    }
}
