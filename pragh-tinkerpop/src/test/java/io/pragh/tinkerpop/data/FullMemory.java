package io.pragh.tinkerpop.data;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/** A process for {@link FullMemoryProcessTest}. */
final class FullMemory {
    private static final int GRAPHS = 4;
    private static final int VERTICES_MAX = 200_000;
    private static final String TEXT = "x".repeat(4000);

    private FullMemory() {}

    /** Ends with exit code 0 when every graph, one after the other, is filled, and read. */
    public static void main(String[] none) {
        for (int i = 0; i < GRAPHS; i++) {
            try (PraghGraph graph = PraghGraph.build()
                    .set(PraghGraphConfig.NODES, 4)
                    .set(PraghGraphConfig.SEGMENT_BYTES, 1 << 18)
                    .open()) {
                use(graph, "graph " + i);
            }
        }
    }

    private static void use(PraghGraph graph, String name) {
        GraphTraversalSource g = graph.traversal();
        long added = 0;
        String refused = "";
        while (refused.isEmpty()) {
            require(added < VERTICES_MAX, name + " was never full");
            refused = add(g);
            added += refused.isEmpty() ? 1 : 0;
        }
        System.out.println(name + ": " + added + " vertices, then: " + refused);
        require(refused.contains("-XX:MaxDirectMemorySize"), refused);
        require(g.V().count().next() == added, name + " has lost some");
        require(g.V().has("text", TEXT).count().next() == added, name + " has lost values");
        g.tx().rollback();
    }

    /** Returns why not, or nothing when it was committed. */
    private static String add(GraphTraversalSource g) {
        try {
            g.addV("thing").property("text", TEXT).iterate();
            g.tx().commit();
            return "";
        } catch (PraghException full) {
            g.tx().rollback();
            return full.getMessage();
        }
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalStateException(message);
        }
    }
}
