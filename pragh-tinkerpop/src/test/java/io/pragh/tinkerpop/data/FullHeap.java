package io.pragh.tinkerpop.data;

import io.pragh.tinkerpop.PraghGraph;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/** The main class of {@link FullHeapTest}. */
final class FullHeap {
    private static final int ROUNDS = 5;
    private static final long FULL_NANOS = 500_000_000;
    private static final int VERTICES = 200;

    /** Arrays that fill the heap, each with a reference to the one before. */
    private static Object[] kept;

    private FullHeap() {}

    /** Ends with exit code 0 when the graph has all its elements and takes more. */
    public static void main(String[] none) {
        try (PraghGraph graph = PraghGraph.build().open()) {
            GraphTraversalSource g = graph.traversal();
            for (int round = 1; round <= ROUNDS; round++) {
                fill();
                kept = null;
                for (int i = 0; i < VERTICES; i++) {
                    g.addV("v").property("round", round).iterate();
                    graph.tx().commit();
                }
                long there = g.V().count().next();
                if (there != (long) round * VERTICES || !graph.failure().isEmpty()) {
                    throw new IllegalStateException("round=" + round + " there=" + there + " " + graph.failure());
                }
                graph.tx().rollback();
            }
        }
    }

    /** Fills the heap again and again, so that every thread of the process meets an OutOfMemoryError. */
    private static void fill() {
        long began = System.nanoTime();
        int bytes = 1 << 20;
        while (System.nanoTime() - began < FULL_NANOS) {
            try {
                kept = new Object[] {kept, new byte[bytes]};
            } catch (OutOfMemoryError full) {
                bytes = Math.max(16, bytes / 2);
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
