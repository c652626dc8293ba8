package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.Disk;
import io.pragh.core.node.KeptCluster;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.testkit.FaultyDisk;
import io.pragh.testkit.FaultyDisk.Fault;
import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Checks that checkpoints go on when memory was short for one of them. */
class CheckpointThreadTest {
    private static final int PARTITIONS = 2;
    private static final int VERTICES = 100;
    private static final long PATIENCE_SECONDS = 20;
    private static final KeptCluster.Limits LIMITS = new KeptCluster.Limits(1 << 20, 1 << 10);

    /** A disk for which memory is short when the first file of a checkpoint is created. */
    private record ShortOfMemory(Disk disk, CountDownLatch failed, CountDownLatch again) implements Disk {
        @Override
        public File create(String name) throws IOException {
            if (name.startsWith("checkpoint-")) {
                if (failed.getCount() > 0) {
                    failed.countDown();
                    throw new OutOfMemoryError("in a test");
                }
                again.countDown();
            }
            return disk.create(name);
        }

        @Override
        public List<String> names() throws IOException {
            return disk.names();
        }

        @Override
        public File open(String name) throws IOException {
            return disk.open(name);
        }

        @Override
        public void rename(String name, String other) throws IOException {
            disk.rename(name, other);
        }

        @Override
        public void delete(String name) throws IOException {
            disk.delete(name);
        }

        @Override
        public void syncNames() throws IOException {
            disk.syncNames();
        }

        @Override
        public long bytesFree() {
            return disk.bytesFree();
        }

        @Override
        public void close() throws IOException {
            disk.close();
        }
    }

    private static void add(PraghGraph graph) {
        for (int i = 0; i < VERTICES; i++) {
            graph.traversal().addV("person").property("text", "x".repeat(200)).iterate();
        }
        graph.traversal().tx().commit();
    }

    @Test
    void theNextOneIsTriedWhenTheLogHasGrownAgain() throws InterruptedException {
        ShortOfMemory disk = new ShortOfMemory(
                FaultyDisk.empty(1, Fault.NONE, 0), new CountDownLatch(1), new CountDownLatch(PARTITIONS));
        NodeConfig config = NodeConfig.DEFAULT.withMemory(1 << 18, 1 << 26).withCacheBytes(1 << 16);
        try (KeptCluster cluster = KeptCluster.open(
                        DataFolder.open(disk, PARTITIONS, true, () -> 42),
                        LIMITS,
                        log -> LocalCluster.embedded(
                                1, PARTITIONS, config.withLog(log), PropertyOperations.ALL, 1, failed -> {}),
                        RestoreProgress.NONE);
                PraghGraph graph = PraghGraph.over(cluster.nodes())) {
            add(graph);
            assertTrue(disk.failed.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "a checkpoint was due");
            boolean written = false;
            for (long left = PATIENCE_SECONDS; left > 0 && !written; left--) {
                add(graph);
                written = disk.again.await(1, TimeUnit.SECONDS);
            }
            assertTrue(written, "the next checkpoint");
            assertNull(cluster.log().failure());
        }
    }
}
