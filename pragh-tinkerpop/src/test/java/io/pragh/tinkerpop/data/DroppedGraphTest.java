package io.pragh.tinkerpop.data;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.core.memory.SystemMemory;
import io.pragh.testkit.ResidentMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the memory of deleted elements goes back to the system some seconds after all elements of a graph are
 * deleted.
 */
class DroppedGraphTest {
    /** Of the 200 MB of the partitions, for 120 MB of text that is added and deleted. */
    private static final long RETURNED_BYTES_MIN = 150_000_000;

    @TempDir
    Path folder;

    @Test
    void memoryOfWhatWasDeletedGoesBackToTheSystem() throws IOException, InterruptedException {
        assumeTrue(ResidentMemory.isTold() && SystemMemory.isAsked());
        String said = SmallHeap.run(
                folder,
                // the heap is resident from the beginning, so that only memory outside of it changes
                List.of("-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch", "-XX:MaxDirectMemorySize=512m"),
                DroppedGraph.class,
                String.valueOf(RETURNED_BYTES_MIN));
        String[] bytes = said.lines()
                .filter(line -> line.matches("> \\d+ \\d+ \\d+ \\d+"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(said))
                .split(" ", -1);
        long before = Long.parseLong(bytes[1]);
        long full = Long.parseLong(bytes[2]);
        long after = Long.parseLong(bytes[3]);
        assertTrue(Long.parseLong(bytes[4]) >= RETURNED_BYTES_MIN, said);
        assertTrue(full - after >= RETURNED_BYTES_MIN / 2, said);
        assertTrue(after <= before + (full - before) / 2, said);
        assertTrue(said.contains("> vertices 2000"), said);
    }
}
