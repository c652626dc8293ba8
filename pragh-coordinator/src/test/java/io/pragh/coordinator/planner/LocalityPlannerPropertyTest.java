package io.pragh.coordinator.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.Move;
import io.pragh.core.placement.PlacementMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Checks properties that {@link LocalityPlanner} must have for every sequence of reports, however absurd. jqwik
 * generates the sequences and prints the seed of a failure.
 */
class LocalityPlannerPropertyTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int NODES = 4;
    /** An owner's reads are counted for at least this long, until more counting would not tell more. */
    private static final double COUNTED_SECONDS = 50;

    private static final PlannerConfig.Budget BUDGET = new PlannerConfig.Budget(6, 3, 4_000);

    /** One call of the planner. */
    private record Call(long nowNanos, List<AccessReport> reports, List<Integer> nodes) {
        int[] nodeOfPartition() {
            return nodes.stream().mapToInt(n -> n).toArray();
        }
    }

    @Property(tries = 150)
    void replayGivesTheSamePlans(@ForAll long seed, @ForAll boolean deferred) {
        List<Call> calls = calls(seed);
        assertEquals(replay(calls, configOf(deferred)), replay(calls, configOf(deferred)));
    }

    @Property(tries = 150)
    void noPlanMovesAKeyTwiceOrToItsOwnerOrToANodeThatServesNothing(@ForAll long seed, @ForAll boolean deferred) {
        List<Call> calls = calls(seed);
        List<MigrationPlan> plans = replay(calls, configOf(deferred));
        for (int i = 0; i < plans.size(); i++) {
            int[] nodeOf = calls.get(i).nodeOfPartition();
            Set<Long> moved = new HashSet<>();
            for (Move move : plans.get(i).moves()) {
                assertTrue(moved.add(move.key()), "twice in one plan: " + move);
                assertNotEquals(nodeOf[move.fromPartition()], move.toNode(), "to its owner: " + move);
                assertTrue(Arrays.stream(nodeOf).anyMatch(n -> n == move.toNode()), "serves nothing: " + move);
            }
        }
    }

    @Property(tries = 150)
    void budgetIsKept(@ForAll long seed, @ForAll boolean deferred) {
        for (MigrationPlan plan : replay(calls(seed), configOf(deferred))) {
            assertTrue(plan.moves().size() <= BUDGET.movesMax());
            for (int node = 0; node < NODES; node++) {
                int target = node;
                List<Move> moves =
                        plan.moves().stream().filter(m -> m.toNode() == target).toList();
                assertTrue(moves.size() <= BUDGET.movesPerNodeMax());
                long bytes = moves.stream().mapToLong(m -> bytes(m.key())).sum();
                assertTrue(moves.size() == 1 || bytes <= BUDGET.bytesPerNodeMax(), "bytes=" + bytes);
            }
        }
    }

    @Property(tries = 150)
    void keyRestsAfterEveryMove(@ForAll long seed, @ForAll boolean deferred) {
        List<Call> calls = calls(seed);
        PlannerConfig config = configOf(deferred).withKeysMax(60);
        List<MigrationPlan> plans = replay(calls, config);
        Map<Long, Long> movedNanos = new HashMap<>();
        for (int i = 0; i < plans.size(); i++) {
            long now = calls.get(i).nowNanos();
            for (Move move : plans.get(i).moves()) {
                Long before = movedNanos.put(move.key(), now);
                assertTrue(before == null || now - before >= config.cooldownNanos(), "too soon: " + move);
            }
        }
    }

    @Property(tries = 150)
    void watchesAreAskedForBeforeTheyAreEnded(@ForAll long seed, @ForAll boolean deferred) {
        Set<List<Long>> reportedLocally = new HashSet<>();
        Set<List<Long>> asked = new HashSet<>();
        List<Call> calls = calls(seed);
        List<MigrationPlan> plans = replay(calls, configOf(deferred));
        for (int i = 0; i < plans.size(); i++) {
            for (AccessReport report : calls.get(i).reports()) {
                report.entries().forEach(e -> reportedLocally.add(List.of(e.key(), (long) report.node())));
            }
            for (MigrationPlan.Watch watch : plans.get(i).watches()) {
                List<Long> who = List.of(watch.key(), (long) watch.node());
                assertTrue(
                        watch.on() || asked.contains(who) || reportedLocally.contains(who),
                        "ended for nothing: " + watch);
                if (watch.on()) {
                    asked.add(who);
                }
            }
        }
    }

    @Property(tries = 60)
    void constantRatesMoveAKeyAtMostThreeTimes(
            @ForAll long seed, @ForAll boolean deferred, @ForAll @IntRange(min = 2, max = 8) int nodes) {
        Random random = new Random(seed);
        double[][] rates = new double[40][nodes];
        for (double[] of : rates) {
            Arrays.setAll(of, n -> random.nextInt(4) == 0 ? 0 : Math.pow(10, random.nextDouble() * 5 - 1));
        }
        SimulatedReaders readers = new SimulatedReaders(nodes, rates, seed, false);
        LocalityPlanner planner = new LocalityPlanner(
                PlannerConfig.of(deferred ? PlacementMode.DEFERRED : PlacementMode.EAGER, 10 * SECOND));
        for (int round = 0; round < 60; round++) {
            readers.round(planner, 10 * SECOND);
        }
        assertTrue(readers.movesOfAnyKeyMax() <= 3, "moves=" + readers.movesOfAnyKeyMax() + " seed=" + seed);
        for (int k = 0; k < rates.length; k++) {
            double best = Arrays.stream(rates[k]).max().orElseThrow();
            double here = rates[k][readers.owner[k]];
            // a difference within the error of counting justifies no move, and a watch ends after at most six reports
            double accident = PlacementRule.DEVIATIONS * Math.sqrt((best + here) / COUNTED_SECONDS);
            assertTrue(
                    best - here <= Math.max(0.06 * here + 0.2, accident),
                    "key " + k + " stays where " + here + "/s are read, not " + best + "/s");
        }
    }

    private static PlannerConfig configOf(boolean deferred) {
        return PlannerConfig.of(deferred ? PlacementMode.DEFERRED : PlacementMode.EAGER, 10 * SECOND)
                .with(BUDGET)
                .withKeysMax(32);
    }

    private static List<MigrationPlan> replay(List<Call> calls, PlannerConfig config) {
        LocalityPlanner planner = new LocalityPlanner(config);
        return calls.stream()
                .map(c -> planner.plan(c.nowNanos(), c.reports(), c.nodeOfPartition()))
                .toList();
    }

    private static int bytes(long key) {
        return 300 * (int) (key % 17);
    }

    private static List<Call> calls(long seed) {
        Random random = new Random(seed);
        List<Call> calls = new ArrayList<>();
        long now = random.nextInt();
        for (int i = 0; i < 40; i++) {
            now += random.nextInt(10) * SECOND;
            Integer[] nodeOf = new Integer[8];
            int nodes = i < 30 ? NODES : NODES - 1;
            Arrays.setAll(nodeOf, p -> random.nextInt(50) == 0 ? -1 : p % nodes);
            List<AccessReport> reports = new ArrayList<>();
            for (int r = random.nextInt(6); r > 0; r--) {
                reports.add(report(random, i));
            }
            calls.add(new Call(now, reports, List.of(nodeOf)));
        }
        return calls;
    }

    private static AccessReport report(Random random, int sequence) {
        Map<Long, AccessReport.Entry> entries = new HashMap<>();
        for (int e = random.nextInt(30); e > 0; e--) {
            long key = random.nextLong(1, 61);
            int reads = (int) Math.pow(10, random.nextDouble() * 5);
            entries.put(key, new AccessReport.Entry(key, random.nextInt(9), reads, bytes(key), random.nextInt(6) == 0));
        }
        long interval = SECOND / 10 + random.nextInt(10) * SECOND;
        return new AccessReport(random.nextInt(NODES), sequence, interval, new ArrayList<>(entries.values()));
    }
}
