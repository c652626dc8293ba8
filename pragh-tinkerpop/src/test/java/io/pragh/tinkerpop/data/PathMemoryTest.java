package io.pragh.tinkerpop.data;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a path query of a million traversers fits into the heap that TinkerGraph needs for it. With a decoded
 * vertex in each traverser it took six times that.
 */
class PathMemoryTest {
    @TempDir
    Path folder;

    @Test
    void aMillionTraversersHaveRoomInFourHundredMegabytes() throws IOException, InterruptedException {
        List<String> flags = List.of(
                "-Xmx400m",
                "-XX:+ExitOnOutOfMemoryError",
                "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED"); // Gryo looks into it
        String said = SmallHeap.run(folder, flags, PathQuery.class, "pragh", "1");
        assertTrue(said.contains("> path=[BRM,"), said);
        assertTrue(said.contains(",WYA] "), said);
    }
}
