package io.pragh.tinkerpop.kept;

import io.pragh.core.durable.DataPlace;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * The main class of a process that commits to a graph with a data folder, by several threads, until it is killed. It
 * prints each acknowledged commit as {@code thread number}. Meanwhile it writes one checkpoint after the other, and
 * other threads work on lists ({@link KeptHistory}).
 */
public final class CommittingGraph {
    static final String HUB = "hub";
    static final int THREADS = 4;
    /** Clients that work on lists. */
    private static final int HISTORIES = 3;

    /** One of so many vertices is dropped, by the commit three numbers later. */
    static final int DROPPED_EVERY = 5;

    static final int DROPPED_AFTER = 3;

    private static final long CHECKPOINT_NANOS = 150_000_000;

    private CommittingGraph() {}

    /** The key that a thread commits under a number. */
    static long key(int thread, long number) {
        return thread * 1_000_000_000L + number;
    }

    static PraghGraph open(String folder, int nodes) {
        return PraghGraph.build()
                .nodes(nodes)
                .partitions(4)
                .data(DataPlace.of(folder))
                .open();
    }

    /** The number after the greatest one that a thread has committed. */
    static long next(GraphTraversalSource g, int thread) {
        Object last = g.V("chain " + thread).values("last").tryNext().orElse(-1L);
        g.tx().rollback();
        return ((Number) last).longValue() + 1;
    }

    /** Arguments: folder, nodes, folder of the histories, and the number of processes before this one. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Thread.setDefaultUncaughtExceptionHandler((thread, failed) -> {
            out.println(thread.getName() + " failed: " + failed);
            Runtime.getRuntime().halt(1);
        });
        PraghGraph graph = open(arguments[0], Integer.parseInt(arguments[1]));
        GraphTraversalSource g = graph.traversal();
        boolean isNew = !g.V(HUB).hasNext();
        g.tx().rollback();
        if (isNew) {
            graph.createIndex(ElementKind.VERTEX, "key");
            g.addV("hub").property(T.id, HUB).iterate();
            for (int thread = 0; thread < THREADS; thread++) {
                g.addV("chain")
                        .property(T.id, "chain " + thread)
                        .property("last", -1L)
                        .iterate();
            }
        }
        g.tx().commit();
        out.println("open");
        for (int thread = 0; thread < THREADS; thread++) {
            int self = thread;
            new Thread(() -> commitAll(graph, self, out), "committer-" + thread).start();
        }
        KeptHistory.start(graph, Path.of(arguments[2]), Integer.parseInt(arguments[3]), HISTORIES, () -> false);
        while (true) {
            LockSupport.parkNanos(CHECKPOINT_NANOS);
            graph.checkpoint();
        }
    }

    private static void commitAll(PraghGraph graph, int thread, PrintStream out) {
        GraphTraversalSource g = graph.traversal();
        for (long number = next(g, thread); ; number++) {
            while (!commit(g, thread, number)) {
                g.tx().rollback();
            }
            out.println(thread + " " + number);
            if (g.V().has("key", key(thread, number)).count().next() != 1) {
                out.println("thread " + thread + " does not see its own commit of " + number);
            }
            g.tx().rollback();
        }
    }

    /** False when another thread was in the way, and nothing has happened. */
    private static boolean commit(GraphTraversalSource g, int thread, long number) {
        Vertex vertex = g.addV("link").property("key", key(thread, number)).next();
        g.V(vertex)
                .as("v")
                .V(HUB)
                .addE("has")
                .from("v")
                .property("number", number)
                .iterate();
        g.V(vertex).as("v").V("chain " + thread).addE("link").to("v").iterate();
        g.V("chain " + thread).property("last", number).iterate();
        long dropped = number - DROPPED_AFTER;
        if (dropped >= 0 && dropped % DROPPED_EVERY == 0) {
            g.V().has("key", key(thread, dropped)).drop().iterate();
        }
        try {
            g.tx().commit();
            return true;
        } catch (CommitConflictException again) {
            return false;
        }
    }
}
