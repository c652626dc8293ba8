package io.pragh.tinkerpop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that nodes can join a cluster late and leave it early while the other nodes go on, at a real ZooKeeper. */
class GrowingClusterTest {
    private static final int FOUNDERS = 2;

    @TempDir
    private Path folder;

    private final EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();

    @AfterEach
    void stop() {
        zooKeeper.close();
    }

    private PraghGraph node(String name) {
        String where = "zk:" + zooKeeper.connectString() + "/growing?sessionMillis=20000";
        return PraghGraph.build()
                .set(PraghGraphConfig.CLUSTER, where)
                .set(PraghGraphConfig.FABRIC, "shm:" + folder)
                .set(PraghGraphConfig.FOUNDERS, FOUNDERS)
                .set(PraghGraphConfig.PARTITIONS, 8)
                .set(PraghGraphConfig.SEGMENT_BYTES, 1 << 20)
                .set(PraghGraphConfig.NAME, name)
                .set(PraghGraphConfig.HAND_OVER_SECONDS, 120)
                .open();
    }

    @Test
    void aNodeJoinsAndAFounderLeavesWhileOthersWriteAndRead() throws Exception {
        CompletableFuture<PraghGraph> coming = CompletableFuture.supplyAsync(() -> node("first"));
        PraghGraph second = node("second");
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicInteger written = new AtomicInteger();
        AtomicReference<Boolean> running = new AtomicReference<>(true);
        try (PraghGraph first = coming.get()) {
            Thread writer = new Thread(() -> write(first, running, written, failure));
            writer.start();
            await(written, 50, failure);
            PraghGraph third = node("third");
            await(written, written.get() + 50, failure);
            assertTrue(vertices(third) >= 50);
            second.close(); // hands its partitions over
            await(written, written.get() + 50, failure);
            running.set(false);
            writer.join();
            assertNull(failure.get());
            assertEquals(written.get(), vertices(third));
            assertEquals(written.get() - 1, edges(first));
            third.close();
            assertEquals(written.get(), vertices(first));
            assertEquals(written.get() - 1, edges(first));
        }
    }

    private static long vertices(PraghGraph graph) {
        long count = graph.traversal().V().count().next();
        graph.tx().rollback(); // the next count has another snapshot
        return count;
    }

    private static long edges(PraghGraph graph) {
        long count = graph.traversal().E().count().next();
        graph.tx().rollback();
        return count;
    }

    /** Adds a chain of vertices, each in one transaction. */
    private static void write(
            PraghGraph graph,
            AtomicReference<Boolean> running,
            AtomicInteger written,
            AtomicReference<Throwable> failure) {
        try {
            Object last = null;
            while (running.get()) {
                GraphTraversalSource g = graph.traversal();
                Object vertex =
                        g.addV("link").property("number", written.get()).id().next();
                if (last != null) {
                    g.V(last).addE("next").to(__.V(vertex)).iterate();
                }
                g.tx().commit();
                last = vertex;
                written.incrementAndGet();
            }
        } catch (Throwable failed) {
            failure.set(failed);
        }
    }

    private static void await(AtomicInteger written, int count, AtomicReference<Throwable> failure) {
        long began = System.nanoTime();
        while (written.get() < count && failure.get() == null && System.nanoTime() - began < 120_000_000_000L) {
            LockSupport.parkNanos(5_000_000);
        }
        assertNull(failure.get());
        assertTrue(written.get() >= count, "the writer goes on");
    }
}
