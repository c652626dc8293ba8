package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.report.TextTable;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How much faster are two threads than one that query the same graph for friends of friends, 100 of 100, as written
 * and prepared? By turns, for 2 s each; the median of the later half of the rounds counts. Only meaningful on a quiet
 * machine with two processors or more: the last column shows the threads' share of the processors. Arguments: the
 * scale of the R-MAT graph with 16 edges a vertex, and the number of rounds.
 *
 * <pre>java -Xmx4g -Xbatch -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.TwoThreadsCost 16 8</pre>
 */
public final class TwoThreadsCost {
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    private static final long NANOS = 2_000_000_000L;
    private static final int STARTS = 1 << 12;
    private static final int AT_ONCE = 64;

    private final FriendsGraph asked;
    private final long[] starts;

    private TwoThreadsCost(FriendsGraph asked, long[] starts) {
        this.asked = asked;
        this.starts = starts;
    }

    /**
     * The results of some threads.
     *
     * @param perSecond queries per second of elapsed time
     * @param micros of processor time for each
     * @param share of a processor that each thread had
     */
    private record Asked(double perSecond, double micros, double share) {}

    private record Part(long count, long cpuNanos, long nanos) {}

    /** Prints a table. */
    public static void main(String[] args) throws Exception {
        RmatParameters parameters = RmatParameters.graph500(Integer.parseInt(args[0]), 1);
        int rounds = Integer.parseInt(args[1]);
        long[] starts = TraversalCost.starts(parameters, STARTS);
        TextTable table = new TextTable(
                "question",
                "",
                "one\n/s",
                "two\n/s",
                "two/one",
                "one\nus",
                "two\nus",
                "share of a processor\none, two");
        try (TraversalGraph graph = new TraversalGraph(GremlinSubject.PRAGH, parameters);
                PreparedFriends prepared = new PreparedFriends(graph)) {
            for (FriendsQuestion question : FriendsQuestion.values()) {
                new TwoThreadsCost(graph, starts).row(table, question, "as written", rounds);
                new TwoThreadsCost(prepared, starts).row(table, question, "prepared", rounds);
            }
        }
        System.out.print(table);
    }

    private void row(TextTable table, FriendsQuestion question, String how, int rounds) throws Exception {
        List<Asked> one = new ArrayList<>();
        List<Asked> two = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            one.add(ask(question, 1));
            two.add(ask(question, 2));
        }
        Asked single = median(one);
        Asked both = median(two);
        table.row(
                question.name().toLowerCase(Locale.ROOT),
                how,
                String.format(Locale.ROOT, "%,.0f", single.perSecond),
                String.format(Locale.ROOT, "%,.0f", both.perSecond),
                String.format(Locale.ROOT, "%.2f", both.perSecond / single.perSecond),
                String.format(Locale.ROOT, "%.2f", single.micros),
                String.format(Locale.ROOT, "%.2f", both.micros),
                String.format(Locale.ROOT, "%.2f, %.2f", single.share, both.share));
    }

    /** The median of the later half. */
    private static Asked median(List<Asked> all) {
        List<Asked> later = all.subList(all.size() / 2, all.size()).stream()
                .sorted((a, b) -> Double.compare(a.perSecond, b.perSecond))
                .toList();
        return later.get(later.size() / 2);
    }

    private Asked ask(FriendsQuestion question, int threads) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch ready = new CountDownLatch(threads);
            List<Future<Part>> parts = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int first = thread * starts.length / threads;
                parts.add(pool.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return askOn(question, first);
                }));
            }
            double perSecond = 0;
            double cpuNanos = 0;
            double count = 0;
            double share = 0;
            for (Future<Part> part : parts) {
                Part done = part.get();
                perSecond += done.count * 1e9 / done.nanos;
                cpuNanos += done.cpuNanos;
                count += done.count;
                share += (double) done.cpuNanos / done.nanos / threads;
            }
            return new Asked(perSecond, cpuNanos / count / 1e3, share);
        } finally {
            pool.shutdown();
        }
    }

    private Part askOn(FriendsQuestion question, int first) {
        long began = System.nanoTime();
        long cpuBegan = CLOCK.getCurrentThreadCpuTime();
        long count = 0;
        long nanos = 0;
        while (nanos < NANOS) {
            for (int i = 0; i < AT_ONCE; i++) {
                asked.answer(question, starts[(int) ((first + count++) % starts.length)]);
            }
            nanos = System.nanoTime() - began;
        }
        return new Part(count, CLOCK.getCurrentThreadCpuTime() - cpuBegan, nanos);
    }
}
