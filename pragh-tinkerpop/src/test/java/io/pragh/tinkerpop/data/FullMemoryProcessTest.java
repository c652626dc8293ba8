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

    private void run(String... arguments) throws IOException, InterruptedException {
        SmallHeap.run(folder, List.of("-Xmx256m", "-XX:MaxDirectMemorySize=128m"), FullMemory.class, arguments);
    }

    @Test
    void fullGraphIsReadAndEmptiedAndTheNextOneOpens() throws IOException, InterruptedException {
        run();
    }

    /** Mapped files are no direct memory for the JVM, but have the same limit. */
    @Test
    void aGraphInSharedMemoryIsFullAtTheLimitOfDirectMemory() throws IOException, InterruptedException {
        run(folder.toString());
    }
}
