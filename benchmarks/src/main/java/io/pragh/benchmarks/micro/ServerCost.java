package io.pragh.benchmarks.micro;

import com.sun.management.OperatingSystemMXBean;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.micro.ServedTraversalGraph.Way;
import io.pragh.benchmarks.report.TextTable;
import io.pragh.core.base.Invariant;
import io.pragh.core.base.PraghException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;

/**
 * How many short reads does Gremlin Server answer for each second of processor time, over Pragh compared with
 * TinkerGraph in the same server with the same settings? Clients and both servers are in this one process, and its
 * processor time is charged to the requests: the client's share, which is the same for both graphs, the compilers'
 * and the collector's. The part of the server's own threads for one request is a column. Each round has all rows, in
 * one graph and the other by turns, with the same start vertices; the median of the later half of the rounds counts.
 * Arguments: the scale of the R-MAT graph with 16 edges a vertex, and the number of rounds (default 10).
 *
 * <pre>java -Xmx2g -Dlogback.configurationFile=config/logback.xml \
 *     -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.ServerCost 12 10</pre>
 */
public final class ServerCost {
    /** The cost of one request of a row on one graph. */
    record Cost(double processMicros, double serverMicros, long results) {}

    /** Requests of one kind, from so many concurrent clients. */
    record Row(ServerRow row, Way way, int clients) {}

    /** Costs of one row. */
    record Pair(Row row, Cost pragh, Cost tinker) {
        double ratio() {
            return tinker.processMicros / pragh.processMicros;
        }
    }

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** Prefix of the names of Gremlin Server's threads. */
    private static final String SERVER_THREADS = "gremlin-server-";

    private static final int[] CLIENTS = {1, 16};
    private static final int ROUNDS_DEFAULT = 10;
    /** Requests in a round of a row, of all clients together. */
    private static final int REQUESTS = 800;

    private static final int STARTS = 1024;

    private final ServedTraversalGraph pragh;
    private final ServedTraversalGraph tinker;
    private final long[] starts;
    private final int rounds;
    private final int requests;
    private final ExecutorService threads;

    ServerCost(
            ServedTraversalGraph pragh,
            ServedTraversalGraph tinker,
            long[] starts,
            int rounds,
            int requests,
            ExecutorService threads) {
        this.pragh = pragh;
        this.tinker = tinker;
        this.starts = starts;
        this.rounds = rounds;
        this.requests = requests;
        this.threads = threads;
    }

    /** Prints a table. */
    public static void main(String[] args) {
        RmatParameters parameters = RmatParameters.graph500(Integer.parseInt(args[0]), 1);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : ROUNDS_DEFAULT;
        int most = CLIENTS[CLIENTS.length - 1];
        ExecutorService threads = Executors.newFixedThreadPool(most);
        try (ServedTraversalGraph pragh = new ServedTraversalGraph(GremlinSubject.PRAGH, parameters, most);
                ServedTraversalGraph tinker = new ServedTraversalGraph(GremlinSubject.TINKER, parameters, most)) {
            long[] starts = TraversalCost.starts(parameters, STARTS);
            System.out.print(table(new ServerCost(pragh, tinker, starts, rounds, REQUESTS, threads).measure()));
        } finally {
            threads.shutdown();
        }
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Way way : Way.values()) {
            for (int clients : CLIENTS) {
                for (ServerRow row : ServerRow.values()) {
                    rows.add(new Row(row, way, clients));
                }
            }
        }
        return rows;
    }

    /** Measures every row. */
    List<Pair> measure() {
        Map<Row, List<Cost>> ours = new HashMap<>();
        Map<Row, List<Cost>> theirs = new HashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Row row : rows()) {
                Cost before = round % 2 == 0 ? null : round(row, tinker);
                Cost our = round(row, pragh);
                Cost their = before == null ? round(row, tinker) : before;
                Invariant.check(our.results == their.results, "both graphs answer the same", our.results);
                ours.computeIfAbsent(row, any -> new ArrayList<>()).add(our);
                theirs.computeIfAbsent(row, any -> new ArrayList<>()).add(their);
            }
        }
        return rows().stream()
                .map(row -> new Pair(
                        row, median(ours.getOrDefault(row, List.of())), median(theirs.getOrDefault(row, List.of()))))
                .toList();
    }

    private Cost round(Row row, ServedTraversalGraph graph) {
        Map<Long, Long> serverBefore = serverNanos();
        long before = PROCESS.getProcessCpuTime();
        List<Future<Long>> clients = new ArrayList<>();
        for (int i = 0; i < row.clients; i++) {
            int first = i;
            clients.add(threads.submit(() -> client(row, graph, first)));
        }
        long results = 0;
        for (Future<Long> client : clients) {
            results += result(client);
        }
        long nanos = PROCESS.getProcessCpuTime() - before;
        long serverNanos = serverNanos().entrySet().stream()
                .mapToLong(thread -> thread.getValue() - serverBefore.getOrDefault(thread.getKey(), 0L))
                .sum();
        int asked = requests / row.clients * row.clients;
        return new Cost(nanos / 1e3 / asked, serverNanos / 1e3 / asked, results);
    }

    private long client(Row row, ServedTraversalGraph graph, int first) {
        long results = 0;
        for (int i = 0; i < requests / row.clients; i++) {
            long start = starts[(first + i * row.clients) % starts.length];
            results += graph.ask(row.way, row.row, start);
        }
        return results;
    }

    private static long result(Future<Long> client) {
        try {
            return client.get();
        } catch (ExecutionException failed) {
            throw new PraghException("a client failed: reason=" + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new PraghException("the measurement was interrupted", interrupted);
        }
    }

    /** Processor time so far of each thread that belongs to a server. */
    private static Map<Long, Long> serverNanos() {
        Map<Long, Long> nanos = new HashMap<>();
        for (var thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(SERVER_THREADS)) {
                nanos.put(thread.getThreadId(), Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId())));
            }
        }
        return nanos;
    }

    /** The median of the later half, for each number separately. */
    private static Cost median(List<Cost> all) {
        List<Cost> later = all.subList(all.size() / 2, all.size());
        return new Cost(median(later, Cost::processMicros), median(later, Cost::serverMicros), all.get(0).results);
    }

    private static double median(List<Cost> costs, ToDoubleFunction<Cost> number) {
        double[] numbers = costs.stream().mapToDouble(number).sorted().toArray();
        int middle = numbers.length / 2;
        return numbers.length % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
    }

    static String table(List<Pair> pairs) {
        TextTable table = new TextTable(
                "request",
                "clients",
                "Pragh\nper processor s",
                "TinkerGraph\nper processor s",
                "times",
                "Pragh, server's\nthreads, us",
                "TinkerGraph, server's\nthreads, us");
        for (Pair pair : pairs) {
            table.row(
                    pair.row.way.title() + ": " + pair.row.row.title(),
                    String.valueOf(pair.row.clients),
                    text("%,.0f", 1e6 / pair.pragh.processMicros),
                    text("%,.0f", 1e6 / pair.tinker.processMicros),
                    text("%.2f", pair.ratio()),
                    text("%,.0f", pair.pragh.serverMicros),
                    text("%,.0f", pair.tinker.serverMicros));
        }
        double mean = Math.exp(pairs.stream()
                .mapToDouble(pair -> Math.log(pair.ratio()))
                .average()
                .orElse(Double.NaN));
        table.row("geometric mean", "", "", "", text("%.2f", mean), "", "");
        return table.toString();
    }

    private static String text(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }
}
