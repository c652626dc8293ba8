package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.report.TextTable;
import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;

/**
 * How long do calls wait while a node joins a cluster and takes a partition over, in memory and with data folders? Two
 * nodes over TCP within this process; the second one joins when the graph is there, and takes one of two partitions.
 * Two clients of the first node read a property by Gremlin, and replace it every tenth time; the longest call in some
 * time before is printed beside the longest while the node joins.
 *
 * <pre>java -Xmx4g -XX:MaxDirectMemorySize=14g -Dlogback.configurationFile=config/logback.xml \
 *     -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.JoinPause FOLDER [MIB...]</pre>
 */
public final class JoinPause {
    private static final int PARTITIONS = 2;
    private static final int VALUE_BYTES = 4000;
    private static final int READS_PER_REPLACE = 10;
    private static final int CLIENTS = 2;
    private static final int VERTICES_PER_COMMIT = 1000;
    private static final long CALL_PAUSE_NANOS = 200_000;
    private static final long BEFORE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Path folder;
    private final boolean kept;
    private final int vertices;
    private volatile boolean running;

    /** The calls in some time, and the longest of them. */
    private record Calls(long count, long longestNanos) {
        Calls and(Calls other) {
            return new Calls(count + other.count, Math.max(longestNanos, other.longestNanos));
        }
    }

    private JoinPause(Path folder, boolean kept, long bytes) {
        this.folder = folder;
        this.kept = kept;
        this.vertices = (int) (bytes / VALUE_BYTES);
    }

    /** Prints a table. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            throw new PraghException("name a folder, in which node-0 and node-1 are emptied, and sizes in MiB");
        }
        Path folder = Path.of(arguments[0]);
        TextTable table = new TextTable(
                "MiB", "kept in", "longest call before", "while it joins", "join takes", "calls meanwhile");
        List<String> sizes = arguments.length > 1 ? List.of(arguments).subList(1, arguments.length) : List.of("256");
        for (String mib : sizes) {
            for (boolean kept : new boolean[] {false, true}) {
                KeptFolder.empty(folder.resolve("node-0"));
                KeptFolder.empty(folder.resolve("node-1"));
                new JoinPause(folder, kept, Long.parseLong(mib) << 20).measure(mib, table);
            }
        }
        System.out.print(table);
    }

    private PraghGraph node(String connect, int node) {
        Configuration configuration = new BaseConfiguration();
        configuration.setProperty(PraghGraphConfig.CLUSTER, connect);
        configuration.setProperty(PraghGraphConfig.FABRIC, "tcp://127.0.0.1:0");
        configuration.setProperty("pragh.fabric.secret", "only for benchmarks");
        configuration.setProperty(PraghGraphConfig.FOUNDERS, 1);
        configuration.setProperty(PraghGraphConfig.PARTITIONS, PARTITIONS);
        configuration.setProperty(PraghGraphConfig.NAME, "node-" + node);
        if (kept) {
            configuration.setProperty(
                    PraghGraphConfig.DATA, folder.resolve("node-" + node).toString());
        }
        return PraghGraph.open(configuration);
    }

    private void measure(String mib, TextTable table) throws IOException, InterruptedException, ExecutionException {
        Files.createDirectories(folder);
        int port = freePort();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (PraghGraph first = node("embedded:" + port + "/join", 0)) {
            fill(first.traversal());
            Calls before = phase(clients, first, () -> LockSupport.parkNanos(BEFORE_NANOS));
            List<PraghGraph> joined = new ArrayList<>();
            long began = System.nanoTime();
            Calls meanwhile = phase(clients, first, () -> joined.add(node("zk:127.0.0.1:" + port + "/join", 1)));
            long took = System.nanoTime() - began;
            joined.forEach(PraghGraph::close);
            table.row(
                    mib,
                    kept ? "data folders" : "memory",
                    millis(before.longestNanos),
                    millis(meanwhile.longestNanos),
                    millis(took),
                    String.format(Locale.ROOT, "%,d", meanwhile.count));
        } finally {
            clients.shutdown();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%,.0f ms", nanos / 1e6);
    }

    private static String text(long seed) {
        StringBuilder text = new StringBuilder();
        while (text.length() < VALUE_BYTES) {
            text.append(seed + text.length()).append(' ');
        }
        return text.substring(0, VALUE_BYTES);
    }

    private void fill(GraphTraversalSource g) {
        for (int i = 0; i < vertices; i++) {
            g.addV("v").property(T.id, (long) i).property("text", text(i)).iterate();
            if (i % VERTICES_PER_COMMIT == 0) {
                g.tx().commit();
            }
        }
        g.tx().commit();
    }

    private Calls phase(ExecutorService clients, PraghGraph graph, Runnable what)
            throws InterruptedException, ExecutionException {
        running = true;
        List<Future<Calls>> load = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            long seed = client;
            load.add(clients.submit(() -> load(graph.traversal(), seed)));
        }
        try {
            what.run();
        } finally {
            running = false;
        }
        Calls all = new Calls(0, 0);
        for (Future<Calls> one : load) {
            all = all.and(one.get());
        }
        return all;
    }

    private Calls load(GraphTraversalSource g, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long longest = 0;
        long call = 0;
        for (; running; call++) {
            long vertex = CLIENTS * random.nextLong(vertices / CLIENTS) + seed; // no two clients change the same
            long began = System.nanoTime();
            if (call % READS_PER_REPLACE == 0) {
                g.V(vertex).property("text", text(call)).iterate();
                g.tx().commit();
            } else {
                g.V(vertex).values("text").iterate();
                g.tx().rollback();
            }
            longest = Math.max(longest, System.nanoTime() - began);
            LockSupport.parkNanos(CALL_PAUSE_NANOS); // the benchmark measures waiting, not throughput
        }
        return new Calls(call, longest);
    }
}
