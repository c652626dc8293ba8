package io.pragh.tinkerpop.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application fills the heap of the process that a graph is in, and empties it again: the graph is as good as before. */
class FullHeapTest {
    @TempDir
    Path folder;

    @Test
    void graphOfOneNodeOutlivesAFullHeap() throws IOException, InterruptedException {
        SmallHeap.run(folder, List.of("-Xmx64m", "-XX:MaxDirectMemorySize=128m"), FullHeap.class);
    }
}
