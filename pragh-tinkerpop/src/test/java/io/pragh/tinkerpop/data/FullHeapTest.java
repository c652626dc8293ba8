package io.pragh.tinkerpop.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a graph is as good as before after its application has filled the heap of the process and emptied it
 * again.
 */
class FullHeapTest {
    @TempDir
    Path folder;

    @Test
    void graphOfOneNodeOutlivesAFullHeap() throws IOException, InterruptedException {
        SmallHeap.run(folder, List.of("-Xmx64m", "-XX:MaxDirectMemorySize=128m"), FullHeap.class);
    }
}
