package io.pragh.coordinator.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.exchange.ReportCodec;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.PlacementMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that a planner is deterministic: recorded reports, encoded and decoded again, give the recorded plans. */
class RecordedRunTest {
    private static final long REPORT = 10 * SimulatedReaders.SECOND;

    /** The input of a coordinator in one round, as it came over the wire, and its plan. */
    private record Round(long nowNanos, List<byte[]> reports, List<Integer> nodeOfPartition, MigrationPlan plan) {}

    @ParameterizedTest
    @EnumSource(
            value = PlacementMode.class,
            names = {"EAGER", "DEFERRED"})
    void recordedReportsGiveTheRecordedPlansAgain(PlacementMode mode) {
        double[][] rates = SimulatedReaders.zipf(300, 5_000, () -> new double[] {4, 1, 2, 3});
        SimulatedReaders readers = new SimulatedReaders(4, rates, 11, true);
        LocalityPlanner recorded = new LocalityPlanner(PlannerConfig.of(mode, REPORT));
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            readers.round(
                    (now, reports, nodeOf) -> {
                        MigrationPlan plan = recorded.plan(now, reports, nodeOf);
                        rounds.add(new Round(
                                now,
                                reports.stream().map(ReportCodec::encode).toList(),
                                java.util.Arrays.stream(nodeOf).boxed().toList(),
                                plan));
                        return plan;
                    },
                    REPORT);
        }
        assertTrue(readers.movesTotal() > 200, "a run worth recording: moves=" + readers.movesTotal());
        LocalityPlanner replayed = new LocalityPlanner(PlannerConfig.of(mode, REPORT));
        for (Round round : rounds) {
            int[] nodeOf = round.nodeOfPartition().stream().mapToInt(n -> n).toArray();
            assertEquals(
                    round.plan(),
                    replayed.plan(
                            round.nowNanos(),
                            round.reports().stream().map(ReportCodec::decode).toList(),
                            nodeOf));
        }
    }
}
