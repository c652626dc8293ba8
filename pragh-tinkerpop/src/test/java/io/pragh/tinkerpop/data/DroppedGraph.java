package io.pragh.tinkerpop.data;

import io.pragh.core.census.Figure;
import io.pragh.testkit.ResidentMemory;
import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/**
 * The main class of {@link DroppedGraphTest}: fills a graph, deletes all of it, and prints the process's memory
 * before, when full, and when the pages have gone back.
 */
final class DroppedGraph {
    private static final int VERTICES = 60_000;
    private static final int BATCH = 2_000;
    private static final int TEXT_LENGTH = 2_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private DroppedGraph() {}

    public static void main(String[] arguments) throws IOException {
        try (PraghGraph graph = PraghGraph.build().open()) {
            GraphTraversalSource g = graph.traversal();
            String text = "x".repeat(TEXT_LENGTH);
            add(graph, g, BATCH, text);
            long before = ResidentMemory.bytes();
            add(graph, g, VERTICES, text);
            long full = ResidentMemory.bytes();
            while (g.V().limit(1).hasNext()) {
                g.V().limit(BATCH).drop().iterate();
                graph.tx().commit(); // no other transactions, and compaction is no conflict
            }
            long began = System.nanoTime();
            long wanted = Long.parseLong(arguments[0]);
            long low = Math.min(full - wanted / 2, before + (full - before) / 2);
            // Compaction goes on when so much has been returned: some of it was written again meanwhile.
            while ((returned(graph) < wanted || ResidentMemory.bytes() > low)
                    && System.nanoTime() - began < PATIENCE_NANOS) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            System.gc();
            System.out.println("> " + before + " " + full + " " + ResidentMemory.bytes() + " " + returned(graph));
            add(graph, g, BATCH, text);
            System.out.println("> vertices " + g.V().has("text", text).count().next());
        }
    }

    private static void add(PraghGraph graph, GraphTraversalSource g, int count, String text) {
        for (int i = 0; i < count; i++) {
            g.addV().property("text", text).iterate();
            if (i % BATCH == BATCH - 1) {
                graph.tx().commit();
            }
        }
        graph.tx().commit();
    }

    private static long returned(PraghGraph graph) {
        return graph.statistics().stream()
                .mapToLong(node -> node.sum(Figure.PAGES_RETURNED))
                .sum();
    }
}
