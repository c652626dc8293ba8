package io.pragh.tinkerpop.kept;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.MovingGraph;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;

/**
 * A process that is a node of a cluster, keeps its part in a data folder, and commits by several threads until it is killed: each commit
 * has a chain of its own, a hub that all share, and a new vertex somewhere. On standard output it says what was acknowledged: {@code
 * chain number}. While others are away it tries again, and goes on behind what it finds. Meanwhile it writes checkpoints, and values move
 * to it, whichever, and others work on lists ({@link KeptHistory}).
 */
public final class CommittingNode {
    static final int THREADS = 2;
    static final int NODES = 3;
    /** Clients that work on lists. */
    private static final int HISTORIES = 2;

    static final String HUB = "hub";

    private static final String READY = "ready";
    private static final long PAUSE_NANOS = 20_000_000;
    private static final long CHECKPOINT_NANOS = 400_000_000;

    private CommittingNode() {}

    static String chain(int node, int thread) {
        return "chain " + (node * THREADS + thread);
    }

    /** Where the processes write down what they do with lists. */
    static Path histories(Path folder) {
        return folder.resolve("histories");
    }

    static String vertex(String chain, long number) {
        return "v " + chain + " " + number;
    }

    /** The node's graph; {@code connect} is where ZooKeeper is, and what else the connect string says. */
    static Configuration configuration(String connect, Path folder, int node) {
        Configuration configuration = new BaseConfiguration();
        configuration.setProperty(PraghGraphConfig.CLUSTER, connect);
        configuration.setProperty(PraghGraphConfig.FABRIC, "tcp://127.0.0.1:0");
        configuration.setProperty("pragh.fabric.secret", "a secret of the cluster");
        configuration.setProperty(PraghGraphConfig.FOUNDERS, NODES);
        configuration.setProperty(PraghGraphConfig.PARTITIONS, 2 * NODES);
        configuration.setProperty(PraghGraphConfig.SEGMENT_BYTES, 1 << 20);
        configuration.setProperty(PraghGraphConfig.NAME, "node-" + node);
        configuration.setProperty(
                PraghGraphConfig.DATA, folder.resolve("node-" + node).toString());
        return configuration;
    }

    /** Arguments: connect string, folder, node, {@code commit} or {@code serve}, how many processes were there before this one. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Thread.setDefaultUncaughtExceptionHandler((thread, failed) -> {
            out.println(thread.getName() + " failed: " + failed);
            Runtime.getRuntime().halt(1);
        });
        int node = Integer.parseInt(arguments[2]);
        PraghGraph graph =
                MovingGraph.open(configuration(arguments[0], Path.of(arguments[1]), node), System.nanoTime());
        out.println("open");
        if (arguments[3].equals("commit")) {
            begin(graph, node);
            for (int thread = 0; thread < THREADS; thread++) {
                String chain = chain(node, thread);
                new Thread(() -> commitAll(graph, chain, out), chain).start();
            }
            KeptHistory.start(graph, histories(Path.of(arguments[1])), Integer.parseInt(arguments[4]), HISTORIES);
        }
        while (graph.failure().isEmpty()) {
            LockSupport.parkNanos(CHECKPOINT_NANOS);
            try {
                graph.checkpoint();
            } catch (PraghException away) {
                // another node is away: the next one
            }
        }
        out.println("failed: " + graph.failure());
        Runtime.getRuntime().halt(1);
    }

    /** The first node makes what all need, once. */
    private static void begin(PraghGraph graph, int node) {
        GraphTraversalSource g = graph.traversal();
        while (true) {
            try {
                if (g.V(READY).hasNext()) {
                    return;
                }
                if (node == 0) {
                    graph.createIndex(ElementKind.VERTEX, "key");
                    g.addV("hub").property(T.id, HUB).iterate();
                    for (int chain = 0; chain < NODES * THREADS; chain++) {
                        g.addV("chain")
                                .property(T.id, "chain " + chain)
                                .property("last", -1L)
                                .iterate();
                    }
                    g.addV("ready").property(T.id, READY).iterate();
                    g.tx().commit();
                }
            } catch (PraghException | CommitConflictException again) {
                LockSupport.parkNanos(PAUSE_NANOS);
            } finally {
                g.tx().rollback();
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static void commitAll(PraghGraph graph, String chain, PrintStream out) {
        GraphTraversalSource g = graph.traversal();
        long number = next(g, chain);
        while (true) {
            if (commit(g, chain, number)) {
                out.println(chain + " " + number);
                number++;
            } else {
                number = next(g, chain); // perhaps it has happened
            }
        }
    }

    /** The number that follows the last one of a chain, as soon as that can be read. */
    private static long next(GraphTraversalSource g, String chain) {
        while (true) {
            try {
                Object last = g.V(chain).values("last").next();
                return ((Number) last).longValue() + 1;
            } catch (PraghException away) {
                LockSupport.parkNanos(PAUSE_NANOS);
            } finally {
                g.tx().rollback();
            }
        }
    }

    /** False when nobody knows whether it has happened, or it has not. */
    private static boolean commit(GraphTraversalSource g, String chain, long number) {
        try {
            String vertex = vertex(chain, number);
            g.addV("link").property(T.id, vertex).property("key", number).iterate();
            g.V(vertex).as("v").V(HUB).addE("has").from("v").iterate();
            g.V(vertex).as("v").V(chain).addE("link").to("v").iterate();
            g.V(chain).property("last", number).iterate();
            g.tx().commit();
            return true;
        } catch (CommitConflictException | PraghException later) {
            g.tx().rollback();
            LockSupport.parkNanos(PAUSE_NANOS / 10);
            return false;
        }
    }
}
