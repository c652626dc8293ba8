package io.pragh.benchmarks.micro;

import io.pragh.core.base.Clock;
import io.pragh.tinkerpop.metrics.ProcessStatus;
import io.pragh.tinkerpop.metrics.StatusJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/**
 * What does {@code server.forward} bring to clients that know one server of a cluster? So many clients ask the server for two hops from
 * random vertices; prints queries per second, their latency, and from the {@code /status} of every node how many keys and values were
 * read from other nodes. The servers are started and filled before, and hold vertices 0 to VERTICES-1. Not a JMH benchmark: what is
 * measured are other processes.
 *
 * <pre>java -Dlogback.configurationFile=config/logback.xml \
 *     -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.ForwardLoad \
 *     count|names PORT VERTICES CLIENTS SECONDS STATUS_PORT...</pre>
 */
public final class ForwardLoad {
    private static final String HOST = "127.0.0.1";
    private static final int OPTIONS = 5;

    private final boolean counts;
    private final int vertices;
    private final int clients;
    private final int[] statusPorts;

    /** What all nodes have counted. */
    private record Counted(long remote, long calls, long forwarded, long unanswered) {
        Counted since(Counted before) {
            return new Counted(
                    remote - before.remote,
                    calls - before.calls,
                    forwarded - before.forwarded,
                    unanswered - before.unanswered);
        }
    }

    private ForwardLoad(boolean counts, int vertices, int clients, int[] statusPorts) {
        this.counts = counts;
        this.vertices = vertices;
        this.clients = clients;
        this.statusPorts = statusPorts;
    }

    /** Prints one line for the warm-up and one for the measurement. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int port = Integer.parseInt(args[1]);
        int seconds = Integer.parseInt(args[4]);
        int[] statusPorts = Arrays.stream(args, OPTIONS, args.length)
                .mapToInt(Integer::parseInt)
                .toArray();
        ForwardLoad load = new ForwardLoad(
                args[0].equals("count"), Integer.parseInt(args[2]), Integer.parseInt(args[3]), statusPorts);
        Cluster server = Cluster.build(HOST)
                .port(port)
                .minConnectionPoolSize(load.clients)
                .maxConnectionPoolSize(load.clients)
                .create();
        try {
            GraphTraversalSource g =
                    AnonymousTraversalSource.traversal().with(DriverRemoteConnection.using(server, "g"));
            load.run("warm-up", g, seconds);
            load.run("measured", g, seconds);
        } finally {
            server.close();
        }
    }

    private void run(String what, GraphTraversalSource g, int seconds) throws IOException, InterruptedException {
        Counted before = counted();
        long began = Clock.SYSTEM.nanos();
        long end = began + seconds * 1_000_000_000L;
        List<CompletableFuture<List<Long>>> running = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            SplittableRandom random = new SplittableRandom(client + 1);
            running.add(CompletableFuture.supplyAsync(
                    () -> ask(g, random, end), task -> new Thread(task, "client").start()));
        }
        long[] nanos = running.stream()
                .flatMap(client -> client.join().stream())
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
        double took = (Clock.SYSTEM.nanos() - began) / 1e9;
        Counted counted = counted().since(before);
        double queries = nanos.length;
        System.out.printf(
                Locale.ROOT,
                "%s: %,.0f queries/s, median %.2f ms, 99%% %.2f ms, per query %.2f remote reads, %.2f calls, %.2f forwarded (%d unanswered)%n",
                what,
                queries / took,
                nanos[nanos.length / 2] / 1e6,
                nanos[nanos.length * 99 / 100] / 1e6,
                counted.remote / queries,
                counted.calls / queries,
                counted.forwarded / queries,
                counted.unanswered);
    }

    private List<Long> ask(GraphTraversalSource g, SplittableRandom random, long end) {
        List<Long> nanos = new ArrayList<>();
        for (long now = Clock.SYSTEM.nanos(); now < end; now = Clock.SYSTEM.nanos()) {
            GraphTraversal<?, ?> query =
                    g.V((long) random.nextInt(vertices)).out().out();
            if (counts) {
                query.count().iterate();
            } else {
                query.dedup().limit(20).id().toList();
            }
            nanos.add(Clock.SYSTEM.nanos() - now);
        }
        return nanos;
    }

    private Counted counted() throws IOException, InterruptedException {
        long remote = 0;
        long calls = 0;
        long forwarded = 0;
        long unanswered = 0;
        HttpClient client = HttpClient.newHttpClient();
        for (int port : statusPorts) {
            String json = client.send(
                            HttpRequest.newBuilder(URI.create("http://" + HOST + ":" + port + "/status"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            ProcessStatus status = StatusJson.read(json);
            for (var node : status.nodes()) {
                remote += node.reads().keysRemote() + node.reads().valuesRemote();
                calls += node.reads().calls();
                forwarded += node.inquiries().asked();
                unanswered += node.inquiries().unanswered();
            }
        }
        return new Counted(remote, calls, forwarded, unanswered);
    }
}
