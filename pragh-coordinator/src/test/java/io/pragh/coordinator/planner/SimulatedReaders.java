package io.pragh.coordinator.planner;

import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.Move;
import io.pragh.core.placement.PlacementPlanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Nodes that read keys at given rates, send reports as nodes do, and carry plans out. There is one partition per
 * node, the homes follow from the key numbers, and the counts follow Poisson's law. Seeded. One thread.
 */
final class SimulatedReaders {
    static final long SECOND = 1_000_000_000L;

    final int nodes;
    final double[][] perSecond; // [key][node]
    final int[] owner;
    final int[] movesOf;
    final int[] nodeOfPartition;

    private final Random random;
    private final boolean noisy;
    private final List<Set<Long>> watched = new ArrayList<>();
    private final long[] sequence;
    private long nowNanos;

    SimulatedReaders(int nodes, double[][] perSecond, long seed, boolean noisy) {
        this.nodes = nodes;
        this.perSecond = perSecond;
        this.random = new Random(seed);
        this.noisy = noisy;
        this.owner = new int[perSecond.length];
        this.movesOf = new int[perSecond.length];
        this.sequence = new long[nodes];
        this.nodeOfPartition = new int[nodes];
        Arrays.setAll(nodeOfPartition, p -> p);
        for (int k = 0; k < owner.length; k++) {
            owner[k] = Math.floorMod(k * 0x9E3779B9, nodes);
        }
        for (int n = 0; n < nodes; n++) {
            watched.add(new HashSet<>());
        }
    }

    /**
     * Rates whose sum over all keys and nodes is {@code total}. The popularity of keys follows Zipf(0.99); {@code
     * shares} gives each key's division among nodes.
     */
    static double[][] zipf(int keys, double total, Supplier<double[]> shares) {
        double[][] rates = new double[keys][];
        double norm = 0;
        for (int k = 0; k < keys; k++) {
            norm += Math.pow(k + 1, -0.99);
        }
        for (int k = 0; k < keys; k++) {
            double[] of = shares.get();
            double sum = Arrays.stream(of).sum();
            double rate = total * Math.pow(k + 1, -0.99) / norm;
            rates[k] = Arrays.stream(of).map(s -> s / sum * rate).toArray();
        }
        return rates;
    }

    /** Simulates one interval of reading, the reports of all nodes, and one plan, which is carried out at once. */
    MigrationPlan round(PlacementPlanner planner, long intervalNanos) {
        nowNanos += intervalNanos;
        List<AccessReport> reports = new ArrayList<>();
        for (int n = 0; n < nodes; n++) {
            reports.add(report(n, intervalNanos));
        }
        MigrationPlan plan = planner.plan(nowNanos, reports, nodeOfPartition);
        carryOut(plan);
        return plan;
    }

    AccessReport report(int node, long intervalNanos) {
        List<AccessReport.Entry> entries = new ArrayList<>();
        for (int k = 0; k < perSecond.length; k++) {
            boolean local = owner[k] == node;
            if (local && !watched.get(node).contains(key(k))) {
                continue;
            }
            int reads = count(perSecond[k][node] * intervalNanos / SECOND);
            if (reads > 0 || local) {
                entries.add(new AccessReport.Entry(key(k), owner[k], reads, 1_024, local));
            }
        }
        return new AccessReport(node, ++sequence[node], intervalNanos, entries);
    }

    void carryOut(MigrationPlan plan) {
        for (Move move : plan.moves()) {
            int k = (int) (move.key() - key(0));
            owner[k] = move.toNode();
            movesOf[k]++;
        }
        for (MigrationPlan.Watch watch : plan.watches()) {
            if (watch.on()) {
                watched.get(watch.node()).add(watch.key());
            } else {
                watched.get(watch.node()).remove(watch.key());
            }
        }
    }

    static long key(int index) {
        return (1L << 60) + index;
    }

    int count(double mean) {
        if (!noisy) {
            return (int) Math.round(mean);
        }
        if (mean > 60) {
            return (int) Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
        int n = 0; // inverts the cumulative distribution at a random level
        double term = Math.exp(-mean);
        for (double level = random.nextDouble() - term; level > 0 && n < 200; level -= term) {
            term *= mean / ++n;
        }
        return n;
    }

    /** From now on, node n reads what node n-{@code by} has read. */
    void rotateReaders(int by) {
        for (double[] of : perSecond) {
            double[] before = of.clone();
            Arrays.setAll(of, n -> before[Math.floorMod(n - by, nodes)]);
        }
    }

    /** The number of keys that nodes watch now. */
    int watchedNow() {
        return watched.stream().mapToInt(Set::size).sum();
    }

    /** Expected share of remote reads where the values lie now. */
    double remoteShare() {
        double all = 0;
        double local = 0;
        for (int k = 0; k < perSecond.length; k++) {
            all += Arrays.stream(perSecond[k]).sum();
            local += perSecond[k][owner[k]];
        }
        return 1 - local / all;
    }

    /** Share of remote reads with every value at its most frequent reader. */
    double optimum() {
        double all = 0;
        double local = 0;
        for (double[] of : perSecond) {
            all += Arrays.stream(of).sum();
            local += Arrays.stream(of).max().orElseThrow();
        }
        return 1 - local / all;
    }

    int movesOfAnyKeyMax() {
        return Arrays.stream(movesOf).max().orElseThrow();
    }

    int movesTotal() {
        return Arrays.stream(movesOf).sum();
    }
}
