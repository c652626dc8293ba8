package io.pragh.tinkerpop.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks a process whose values take all its direct memory: it still reads and removes them, and opens another graph
 * when the last one is closed.
 */
class FullMemoryProcessTest {
    @TempDir
    Path folder;

    @Test
    void fullGraphIsReadAndEmptiedAndTheNextOneOpens() throws IOException, InterruptedException {
        SmallHeap.run(folder, List.of("-Xmx256m", "-XX:MaxDirectMemorySize=128m"), FullMemory.class);
    }
}
