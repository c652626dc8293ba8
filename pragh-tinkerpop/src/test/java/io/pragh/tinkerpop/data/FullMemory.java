package io.pragh.tinkerpop.data;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** The main class of {@link FullMemoryProcessTest}. */
final class FullMemory {
    private static final int GRAPHS = 2;
    private static final int VERTICES_MAX = 200_000;
    private static final int REMOVED_AT_ONCE = 100;
    private static final int TRIES = 600;
    private static final long PAUSE_NANOS = 100_000_000;
    private static final String TEXT = "x".repeat(16_000);

    private FullMemory() {}

    /**
     * Ends with exit code 0 when each graph, one after the other, was filled, read and emptied, and took more. With an
     * argument the graphs are clusters of this process alone, in shared memory in this folder.
     */
    public static void main(String[] folder) {
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start()) {
            for (int i = 0; i < GRAPHS; i++) {
                PraghGraphConfig.Builder builder = PraghGraph.build().set(PraghGraphConfig.SEGMENT_BYTES, 1 << 18);
                if (folder.length == 0) {
                    builder.set(PraghGraphConfig.NODES, 4);
                } else {
                    builder.set(PraghGraphConfig.CLUSTER, "zk:" + zooKeeper.connectString() + "/graph-" + i)
                            .set(PraghGraphConfig.FABRIC, "shm:" + folder[0])
                            .set(PraghGraphConfig.FOUNDERS, 1);
                }
                try (PraghGraph graph = builder.open()) {
                    use(graph, "graph " + i);
                }
            }
        }
    }

    private static void use(PraghGraph graph, String name) {
        graph.createIndex(ElementKind.VERTEX, "number");
        GraphTraversalSource g = graph.traversal();
        long began = System.nanoTime();
        long added = 0;
        String refused = "";
        while (refused.isEmpty()) {
            require(added < VERTICES_MAX, name + " was never full");
            long number = added;
            refused = committed(g, () -> add(g, number));
            added += refused.isEmpty() ? 1 : 0;
        }
        System.out.println(name + ": " + added + " vertices in " + millisSince(began) + " ms, then: " + refused);
        require(refused.contains("-XX:MaxDirectMemorySize"), refused);
        require(g.V().count().next() == added, name + " has lost some");
        require(g.V().has("text", TEXT).count().next() == added, name + " has lost values");
        g.tx().rollback();
        long full = System.nanoTime();
        Iterator<Vertex> removed = g.V().limit(added / 2).toList().iterator();
        while (removed.hasNext()) {
            List<Vertex> some = new ArrayList<>();
            while (removed.hasNext() && some.size() < REMOVED_AT_ONCE) {
                some.add(removed.next());
            }
            patiently(name, () -> g.V(some).drop().iterate(), g);
        }
        for (long i = 0; i < REMOVED_AT_ONCE; i++) {
            long number = -2 * i;
            patiently(name, () -> add(g, number), g);
        }
        require(g.V().count().next() == added - added / 2 + REMOVED_AT_ONCE, name + " has lost some");
        g.tx().rollback();
        System.out.println(name + ": half of it removed and some added in " + millisSince(full) + " ms");
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    /** Repeats a change for some seconds, until no snapshot sees removed values and their memory is free. */
    private static void patiently(String name, Runnable change, GraphTraversalSource g) {
        for (int tries = 1; !committed(g, change).isEmpty(); tries++) {
            require(tries < TRIES, name + " stays full");
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static void add(GraphTraversalSource g, long number) {
        g.addV("thing")
                .property("text", TEXT)
                .property("number", number)
                .as("new")
                .V()
                .has("number", number - 1)
                .addE("next")
                .to("new")
                .iterate();
    }

    /** Returns why the change was not committed, or an empty text when it was. */
    private static String committed(GraphTraversalSource g, Runnable change) {
        try {
            change.run();
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
