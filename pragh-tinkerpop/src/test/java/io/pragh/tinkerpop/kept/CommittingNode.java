package io.pragh.tinkerpop.kept;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderInUseException;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.MovingGraph;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;

/**
 * The main class of a process that is a node of a cluster with a data folder, and commits by several threads until it
 * is killed. Each commit changes a chain of its thread and a hub that all share, and adds a vertex. The process
 * prints each acknowledged commit as {@code chain number}. While other nodes are away it repeats its commits, and
 * goes on behind those that took effect. Meanwhile it writes checkpoints, random values move to it, and other threads
 * work on lists ({@link KeptHistory}). When it is told to by its standard input, it leaves the cluster in order.
 */
public final class CommittingNode {
    static final int THREADS = 2;
    /** The nodes with which the graph starts. */
    static final int NODES = 3;

    static final int PARTITIONS = 2 * NODES;
    /** Clients that work on lists. */
    private static final int HISTORIES = 2;

    static final String HUB = "hub";
    /** The argument that makes a node commit. */
    static final String COMMIT = "commit";
    /** The argument that makes a process stand by. */
    static final String STANDBY = "standby";
    /** The line of a process that stands by. */
    static final String STANDS_BY = "stands by";
    /** The line of a standby that takes a folder. */
    static final String TAKES_OVER = "takes over ";

    static final String OPEN = "open";
    /** The line of a node, before it ends, whose folder another process has. */
    static final String IN_USE = "the data folder is in use";

    /** The line of a node that has left, and handed all its partitions over. */
    static final String LEFT = "left";
    /** The line of one that has ended before it had handed all of them over. */
    static final String LEFT_SOME = "left, with a rest in its folder";

    private static final String EXPELLED = "expelled";

    private static final String READY = "ready";
    private static final long PAUSE_NANOS = 20_000_000;
    private static final long CHECKPOINT_NANOS = 400_000_000;
    private static final long LEAVE_SECONDS = 60;

    private CommittingNode() {}

    static String chain(int node, int thread) {
        return "chain " + (node * THREADS + thread);
    }

    /** Where the processes record their work on lists. */
    static Path histories(Path folder) {
        return folder.resolveSibling("histories");
    }

    static String vertex(String chain, long number) {
        return "v " + chain + " " + number;
    }

    /** Whether a line is no acknowledgement. */
    static boolean isAside(String line) {
        return line.equals(OPEN)
                || line.equals(EXPELLED)
                || line.equals(LEFT)
                || line.equals(LEFT_SOME)
                || line.equals(STANDS_BY)
                || line.startsWith(TAKES_OVER)
                || line.startsWith(IN_USE);
    }

    /** The configuration of a node's graph; {@code connect} is its connect string. */
    static Configuration configuration(String connect, Path folder, int node) {
        return configuration(connect, folder, node, PARTITIONS);
    }

    /** The same, of a graph with another number of partitions. */
    static Configuration configuration(String connect, Path folder, int node, int partitions) {
        Configuration configuration = new BaseConfiguration();
        configuration.setProperty(PraghGraphConfig.CLUSTER, connect);
        configuration.setProperty(PraghGraphConfig.FABRIC, "tcp://127.0.0.1:0");
        configuration.setProperty("pragh.fabric.secret", "a secret of the cluster");
        configuration.setProperty(PraghGraphConfig.FOUNDERS, NODES);
        configuration.setProperty(PraghGraphConfig.PARTITIONS, partitions);
        configuration.setProperty(PraghGraphConfig.SEGMENT_BYTES, 1 << 20);
        configuration.setProperty(PraghGraphConfig.NAME, "node-" + node);
        configuration.setProperty(
                PraghGraphConfig.DATA, folder.resolve("node-" + node).toString());
        return configuration;
    }

    /** The configuration of a standby. */
    private static Configuration standby(String connect, Path folder, int number, int partitions) {
        Configuration configuration = configuration(connect, folder, 0, partitions);
        configuration.clearProperty(PraghGraphConfig.DATA);
        configuration.setProperty(PraghGraphConfig.NAME, "standby-" + number);
        configuration.setProperty(PraghGraphConfig.STANDBY, folder.toString());
        return configuration;
    }

    private static PraghGraph open(String[] arguments, PrintStream out) {
        String connect = arguments[0];
        Path folder = Path.of(arguments[1]);
        int number = Integer.parseInt(arguments[2]);
        int partitions = Integer.parseInt(arguments[5]);
        if (!arguments[3].equals(STANDBY)) {
            return MovingGraph.open(configuration(connect, folder, number, partitions), System.nanoTime());
        }
        return PraghGraph.open(standby(connect, folder, number, partitions), new RestoreProgress() {
            @Override
            public void restored(String what, long done, long total) {
                // standsBy() is what counts
            }

            @Override
            public void standsBy() {
                out.println(STANDS_BY);
            }

            @Override
            public void takesOver(DataPlace taken) {
                out.println(TAKES_OVER + taken.name());
            }
        });
    }

    /**
     * Arguments: connect string, folder, number, {@link #COMMIT} or {@code serve} for a node, or {@link #STANDBY}, the
     * number of processes before this one, and the number of partitions.
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Thread.setDefaultUncaughtExceptionHandler((thread, failed) -> {
            out.println(thread.getName() + " failed: " + failed);
            Runtime.getRuntime().halt(1);
        });
        int node = Integer.parseInt(arguments[2]);
        PraghGraph graph;
        try {
            graph = open(arguments, out);
        } catch (FolderInUseException used) {
            out.println(used.getMessage());
            return;
        }
        out.println(OPEN);
        AtomicBoolean leaves = new AtomicBoolean();
        List<Thread> clients = arguments[3].equals(COMMIT)
                ? clients(graph, node, Integer.parseInt(arguments[4]), Path.of(arguments[1]), leaves, out)
                : List.of();
        while (graph.failure().isEmpty() && !graph.isExpelled()) {
            LockSupport.parkNanos(CHECKPOINT_NANOS);
            if (System.in.available() > 0) {
                leaves.set(true);
                leave(graph, clients, out);
            }
            try {
                graph.checkpoint();
            } catch (PraghException away) {
                // another node is away: the next checkpoint will do
            }
        }
        if (graph.isExpelled()) {
            out.println(EXPELLED);
            Runtime.getRuntime().halt(0);
        }
        out.println("failed: " + graph.failure());
        Runtime.getRuntime().halt(1);
    }

    private static List<Thread> clients(
            PraghGraph graph, int node, int life, Path folder, AtomicBoolean leaves, PrintStream out)
            throws IOException {
        begin(graph, node);
        List<Thread> clients = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            String chain = chain(node, thread);
            Thread client = new Thread(() -> commitAll(graph, chain, leaves, out), chain);
            client.start();
            clients.add(client);
        }
        clients.addAll(KeptHistory.start(graph, histories(folder), life, HISTORIES, leaves::get));
        return clients;
    }

    /** Ends the clients and the process; the other nodes get what this one has. */
    private static void leave(PraghGraph graph, List<Thread> clients, PrintStream out) {
        try {
            for (Thread client : clients) {
                client.join();
            }
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
        }
        graph.handOverWhenClosed(LEAVE_SECONDS);
        graph.close();
        out.println(graph.hasHandedOver() ? LEFT : LEFT_SOME);
        Runtime.getRuntime().halt(0);
    }

    /** The first node adds the elements that all nodes need, once, and each one that comes later its own chains. */
    private static void begin(PraghGraph graph, int node) {
        GraphTraversalSource g = graph.traversal();
        while (!graph.isExpelled()) {
            try {
                if (g.V(READY).hasNext()) {
                    addMissing(g, node);
                    g.tx().commit();
                    return;
                }
                if (node == 0) {
                    graph.createIndex(ElementKind.VERTEX, "key");
                    g.addV("hub").property(T.id, HUB).iterate();
                    for (int chain = 0; chain < NODES * THREADS; chain++) {
                        addChain(g, "chain " + chain);
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

    private static void addMissing(GraphTraversalSource g, int node) {
        for (int thread = 0; thread < THREADS; thread++) {
            if (!g.V(chain(node, thread)).hasNext()) {
                addChain(g, chain(node, thread));
            }
        }
    }

    private static void addChain(GraphTraversalSource g, String chain) {
        g.addV("chain").property(T.id, chain).property("last", -1L).iterate();
    }

    private static void commitAll(PraghGraph graph, String chain, AtomicBoolean leaves, PrintStream out) {
        GraphTraversalSource g = graph.traversal();
        long number = next(g, chain);
        while (!leaves.get()) {
            if (commit(g, chain, number)) {
                out.println(chain + " " + number);
                number++;
            } else {
                number = next(g, chain); // the commit may have taken effect
            }
        }
    }

    /** The number after the last one of a chain, as soon as that can be read. */
    private static long next(GraphTraversalSource g, String chain) {
        while (true) {
            try {
                Object last = g.V(chain).values("last").next();
                return ((Number) last).longValue() + 1;
            } catch (PraghException away) {
                LockSupport.parkNanos(PAUSE_NANOS);
            } finally {
                rollBack(g);
            }
        }
    }

    /** False when the commit failed, or its outcome is unknown. */
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
            rollBack(g);
            LockSupport.parkNanos(PAUSE_NANOS / 10);
            return false;
        }
    }

    /** A node that is no member any more has nothing to roll back; the main thread reports its expulsion. */
    private static void rollBack(GraphTraversalSource g) {
        try {
            g.tx().rollback();
        } catch (PraghException out) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
