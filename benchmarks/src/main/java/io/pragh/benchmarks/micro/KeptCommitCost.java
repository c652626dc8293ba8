package io.pragh.benchmarks.micro;

import io.pragh.core.census.NodeStatistics;
import io.pragh.core.durable.DataPlace;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.tinkerpop.gremlin.structure.T;
import org.jspecify.annotations.Nullable;

/**
 * What does durability of commits cost? Clients commit an edge each between random vertices, in memory alone, with a
 * data folder, and, where an address is given, with one at bookies, in turn, and with a data folder from one and the
 * same vertex: commits a second, microseconds of the process's processor time for each, and the time of a sync. Then
 * the folder is opened again. Arguments: a folder that is emptied, seconds of each measurement, and rounds; the last
 * one counts; and an address in which each measurement has a new folder.
 *
 * <pre>java -Xmx2g -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.KeptCommitCost /tmp/kept 5 3</pre>
 */
public final class KeptCommitCost {
    private static final int VERTICES = 1 << 16;
    private static final int[] CLIENTS = {1, 8, 64};

    private final Path folder;
    private final int seconds;
    private int folders;

    private KeptCommitCost(Path folder, int seconds) {
        this.folder = folder;
        this.seconds = seconds;
    }

    /** Prints a line for each number of clients, kind of storage, and round. */
    public static void main(String[] args) throws Exception {
        KeptCommitCost cost = new KeptCommitCost(Path.of(args[0]), Integer.parseInt(args[1]));
        for (int round = 0; round < Integer.parseInt(args[2]); round++) {
            for (int clients : CLIENTS) {
                cost.measure(clients, null, VERTICES);
                cost.measure(clients, DataPlace.of(cost.folder), VERTICES);
                cost.measure(clients, DataPlace.of(cost.folder), 1);
                if (args.length > 3) {
                    cost.measure(clients, DataPlace.of(args[3]).resolve("cost-" + cost.folders++), VERTICES);
                }
            }
        }
    }

    private static PraghGraph open(@Nullable DataPlace kept) {
        PraghGraphConfig.Builder graph = PraghGraph.build();
        return kept == null ? graph.open() : graph.data(kept).open();
    }

    /** {@code from}: number of vertices at which edges begin. */
    private void measure(int clients, @Nullable DataPlace kept, int from) throws IOException, InterruptedException {
        KeptFolder.empty(folder);
        long committed;
        long bytes = 0;
        try (PraghGraph graph = open(kept)) {
            for (long id = 0; id < VERTICES; id++) {
                graph.addVertex(T.id, id, T.label, "v");
            }
            graph.tx().commit();
            bytes = KeptFolder.bytes(folder);
            String how = kept == null ? "memory" : kept.folder() == null ? "bookies" : "data folder";
            committed = commit(graph, clients, from, from == 1 ? "one vertex" : how);
        }
        if (kept != null) {
            if (kept.folder() != null) {
                System.out.printf(
                        Locale.ROOT,
                        ", %d bytes a commit",
                        (KeptFolder.bytes(folder) - bytes) / Math.max(1, committed));
            }
            long began = System.nanoTime();
            open(kept).close();
            System.out.printf(Locale.ROOT, ", opened again in %d ms", (System.nanoTime() - began) / 1_000_000);
        }
        System.out.println();
    }

    private static void syncs(NodeStatistics.Latency latency) {
        long count = latency.counts().stream().mapToLong(Long::longValue).sum();
        if (count > 0) {
            System.out.printf(
                    Locale.ROOT, ", %,d syncs of %.2f ms in the mean", count, latency.sumNanos() / 1e6 / count);
        }
    }

    private long commit(PraghGraph graph, int clients, int from, String how) throws InterruptedException {
        AtomicLong commits = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        long cpu = LoadCost.cpuNanosOfProcess();
        long began = System.nanoTime();
        for (int client = 0; client < clients; client++) {
            SplittableRandom random = new SplittableRandom(client);
            threads.add(new Thread(() -> {
                while (System.nanoTime() - began < seconds * 1_000_000_000L) {
                    graph.vertices(random.nextLong(from))
                            .next()
                            .addEdge(
                                    "e",
                                    graph.vertices(random.nextLong(VERTICES)).next());
                    try {
                        graph.tx().commit();
                        commits.incrementAndGet();
                    } catch (CommitConflictException again) {
                        graph.tx().rollback();
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        long nanos = System.nanoTime() - began;
        System.out.printf(
                Locale.ROOT,
                "%2d clients, %-11s: %,7d commits a second, %5.1f us of processor time each",
                clients,
                how,
                commits.get() * 1_000_000_000L / nanos,
                (LoadCost.cpuNanosOfProcess() - cpu) / 1e3 / commits.get());
        syncs(graph.statistics().get(0).syncLatency());
        return commits.get();
    }
}
