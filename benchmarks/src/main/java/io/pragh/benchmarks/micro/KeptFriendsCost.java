package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.data.SplitMix;
import io.pragh.benchmarks.data.StartScope;
import io.pragh.benchmarks.data.ZipfSampler;
import io.pragh.core.bulk.Progress;
import io.pragh.core.census.NodeStatistics;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/**
 * What does a data folder cost a load that mostly reads? Two embedded graphs, one in memory alone and one with a data
 * folder, are given the same operations by some clients, in turn, some thousands at a time: friends of friends, 100
 * of 100, counted, from vertices drawn by Zipf's law, and an edge from such a vertex in one operation of twenty, each
 * a transaction. Prints microseconds of time and of the process's processor time for an operation at each, and the
 * ratio, as medians over the rounds after the first third. Arguments: a folder that is emptied, scale, clients,
 * rounds.
 *
 * <pre>java -Xmx4g -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.KeptFriendsCost /tmp/kept 12 8 160</pre>
 */
public final class KeptFriendsCost {
    private static final String LABEL = "link";
    private static final int OPERATIONS = 16_000;
    private static final int OPERATIONS_PER_INSERT = 20;
    private static final int LIMIT = 100;
    private static final int BATCH = 5000;
    private static final double NANOS_PER_MICRO = 1e3;

    private final int clientCount;
    private final RmatEdges edges;
    private final long[] vertices;
    private final ZipfSampler ranks;

    /** The times of some thousand operations, in nanoseconds. */
    private record Taken(double wall, double cpu) {}

    private KeptFriendsCost(int scale, int clientCount) {
        this.clientCount = clientCount;
        edges = new RmatEdges(RmatParameters.graph500(scale, 1));
        long[] sources = new long[(int) edges.parameters().edgeCount()];
        int[] count = {0};
        edges.forEach((source, target) -> sources[count[0]++] = source, Progress.NONE);
        long[] distinct = Arrays.stream(sources).distinct().toArray();
        StartScope scope = StartScope.choose(distinct.length, distinct.length, 1, index -> true);
        vertices = new long[distinct.length];
        Arrays.setAll(vertices, rank -> distinct[(int) scope.vertex(rank)]);
        ranks = new ZipfSampler(vertices.length, ZipfSampler.THETA_DEFAULT);
    }

    /** Prints a line a round, and the medians. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[0]);
        int rounds = Integer.parseInt(args[3]);
        KeptFolder.empty(folder);
        KeptFriendsCost cost = new KeptFriendsCost(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        List<Taken> inMemory = new ArrayList<>();
        List<Taken> kept = new ArrayList<>();
        try (PraghGraph memory = PraghGraph.build().open();
                PraghGraph data = PraghGraph.build().data(folder).open()) {
            cost.load(memory);
            cost.load(data);
            for (int round = 0; round < rounds; round++) {
                inMemory.add(cost.run(memory, "memory", round));
                kept.add(cost.run(data, "folder", round));
                say("round " + round, inMemory.subList(round, round + 1), kept.subList(round, round + 1));
            }
            NodeStatistics.Latency syncs = data.statistics().get(0).syncLatency();
            long count = syncs.counts().stream().mapToLong(Long::longValue).sum();
            System.out.printf(Locale.ROOT, "%,d syncs of %.2f ms in the mean%n", count, syncs.sumNanos() / 1e6 / count);
        }
        say("medians", inMemory.subList(rounds / 3, rounds), kept.subList(rounds / 3, rounds));
    }

    private static void say(String what, List<Taken> inMemory, List<Taken> kept) {
        double wall = median(inMemory.stream().mapToDouble(Taken::wall).toArray());
        double cpu = median(inMemory.stream().mapToDouble(Taken::cpu).toArray());
        double[] wallRatios = new double[kept.size()];
        double[] cpuRatios = new double[kept.size()];
        for (int i = 0; i < wallRatios.length; i++) {
            wallRatios[i] = kept.get(i).wall / inMemory.get(i).wall;
            cpuRatios[i] = kept.get(i).cpu / inMemory.get(i).cpu;
        }
        System.out.printf(
                Locale.ROOT,
                "%-9s in memory %5.1f us an operation, %5.1f of processor time; with a folder %.2f and %.2f times that%n",
                what,
                wall / OPERATIONS / NANOS_PER_MICRO,
                cpu / OPERATIONS / NANOS_PER_MICRO,
                median(wallRatios),
                median(cpuRatios));
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private void load(PraghGraph graph) {
        Map<Long, Vertex> known = new HashMap<>();
        long[] added = {0};
        edges.forEach(
                (source, target) -> {
                    Vertex from = known.computeIfAbsent(source, id -> graph.addVertex(T.id, id));
                    from.addEdge(LABEL, known.computeIfAbsent(target, id -> graph.addVertex(T.id, id)));
                    if (++added[0] % BATCH == 0) {
                        graph.tx().commit();
                    }
                },
                Progress.NONE);
        graph.tx().commit();
    }

    private Taken run(PraghGraph graph, String name, int round) throws InterruptedException {
        AtomicLong next = new AtomicLong((long) round * OPERATIONS);
        long end = next.get() + OPERATIONS;
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Thread> clients = new ArrayList<>();
        for (int client = 0; client < clientCount; client++) {
            clients.add(new Thread(
                    () -> {
                        long operation = next.getAndIncrement();
                        while (operation < end) {
                            operate(graph.traversal(), new SplitMix(SplitMix.derive(1, operation)));
                            operation = next.getAndIncrement();
                        }
                    },
                    name + "-" + client));
        }
        clients.forEach(client -> client.setUncaughtExceptionHandler((ended, thrown) -> failure.set(thrown)));
        long cpu = LoadCost.cpuNanosOfProcess();
        long began = System.nanoTime();
        clients.forEach(Thread::start);
        for (Thread client : clients) {
            client.join();
        }
        Taken taken = new Taken(System.nanoTime() - began, LoadCost.cpuNanosOfProcess() - cpu);
        if (failure.get() != null) {
            throw new IllegalStateException("a client has failed, so nothing was measured", failure.get());
        }
        return taken;
    }

    private void operate(GraphTraversalSource g, SplitMix random) {
        boolean insert = Long.remainderUnsigned(random.next(), OPERATIONS_PER_INSERT) == 0;
        long start = vertices[ranks.next(random)];
        if (!insert) {
            g.V(start)
                    .local(__.out(LABEL).limit(LIMIT))
                    .local(__.out(LABEL).limit(LIMIT))
                    .count()
                    .next();
            g.tx().commit();
            return;
        }
        long target = vertices[(int) Long.remainderUnsigned(random.next(), vertices.length)];
        boolean done = false;
        while (!done) {
            try {
                g.V(start).addE(LABEL).to(__.V(target)).iterate();
                g.tx().commit();
                done = true;
            } catch (CommitConflictException again) {
                g.tx().rollback();
            }
        }
    }
}
