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

/** A path query of a million traversers has room in the heap that TinkerGraph needs for it: with a decoded vertex each it took six times that. */
class PathMemoryTest {
    private static final long TIMEOUT_SECONDS = 600;

    @TempDir
    Path folder;

    @Test
    void aMillionTraversersHaveRoomInFourHundredMegabytes() throws IOException, InterruptedException {
        Path said = folder.resolve("said.txt");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        if (Runtime.version().feature() >= 24) { // as bin/pragh does: without, the JDK warns of what libraries do
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of(
                "-Xmx400m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED", // Gryo looks into it
                "-cp",
                System.getProperty("java.class.path"),
                PathQuery.class.getName(),
                "pragh",
                "1"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), "it does not end");
            String all = Files.readString(said);
            assertEquals(0, process.exitValue(), all);
            assertTrue(all.contains("> path=[BRM,"), all);
            assertTrue(all.contains(",WYA] "), all);
        } finally {
            process.destroyForcibly();
        }
    }
}
