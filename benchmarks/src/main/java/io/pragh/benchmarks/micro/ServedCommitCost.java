package io.pragh.benchmarks.micro;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.server.PraghServer;
import io.pragh.tinkerpop.server.ServerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.jspecify.annotations.Nullable;

/**
 * How many durable commits does a Gremlin Server make, when each request is one? Clients of one driver in this
 * process add a vertex with a property each, over WebSocket, to a graph with a data folder. Prints for each number of
 * clients, over the last seconds, commits a second, commits per sync, and microseconds of the process's processor
 * time for each, the clients' included. Arguments: a folder that is emptied, seconds of warm-up and of each
 * measurement, and numbers of clients.
 *
 * <pre>java -Xmx2g -Dlogback.configurationFile=config/logback.xml \
 *     -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.ServedCommitCost /tmp/kept 8 1 8 32</pre>
 */
public final class ServedCommitCost {
    private static final int PER_CONNECTION = 64;
    private static final int CONNECTIONS = 4;

    private final PraghGraph graph;
    private final Cluster cluster;
    private final int seconds;

    private ServedCommitCost(PraghGraph graph, Cluster cluster, int seconds) {
        this.graph = graph;
        this.cluster = cluster;
        this.seconds = seconds;
    }

    /** Prints a line for each number of clients. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[0]);
        KeptFolder.empty(folder);
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        PraghGraph graph = PraghGraph.build().data(folder).open();
        try (PraghServer server = PraghServer.start(new ServerConfig(any, null, false, null), graph)) {
            Cluster cluster = Cluster.build(any.getAddress().getHostAddress())
                    .port(server.address().getPort())
                    .maxInProcessPerConnection(PER_CONNECTION)
                    .maxSimultaneousUsagePerConnection(PER_CONNECTION)
                    .maxConnectionPoolSize(CONNECTIONS)
                    .create();
            ServedCommitCost cost = new ServedCommitCost(graph, cluster, Integer.parseInt(args[1]));
            for (int i = 2; i < args.length; i++) {
                cost.measure(Integer.parseInt(args[i]));
            }
            cluster.close();
        }
    }

    private void measure(int clients) throws InterruptedException {
        commit(clients);
        long syncs = syncs();
        long cpu = LoadCost.cpuNanosOfProcess();
        long commits = commit(clients);
        syncs = syncs() - syncs;
        cpu = LoadCost.cpuNanosOfProcess() - cpu;
        System.out.printf(
                Locale.ROOT,
                "%3d clients: %,8.0f commits/s, %.1f a sync, %.0f us of processor time each%n",
                clients,
                (double) commits / seconds,
                (double) commits / syncs,
                cpu / 1e3 / commits);
    }

    /** The number of commits of the clients in the time of a measurement. */
    private long commit(int clients) throws InterruptedException {
        GraphTraversalSource g = AnonymousTraversalSource.traversal().with(DriverRemoteConnection.using(cluster));
        AtomicLong committed = new AtomicLong();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<Thread> threads = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            Thread thread = new Thread(
                    () -> {
                        while (System.nanoTime() - end < 0) {
                            g.addV("person").property("age", 1).iterate();
                            committed.incrementAndGet();
                        }
                    },
                    "client-" + client);
            thread.setUncaughtExceptionHandler((ended, thrown) -> failure.set(thrown));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new PraghException("a client has failed, so nothing was measured", failure.get());
        }
        return committed.get();
    }

    private long syncs() {
        return graph.statistics().get(0).syncLatency().counts().stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
