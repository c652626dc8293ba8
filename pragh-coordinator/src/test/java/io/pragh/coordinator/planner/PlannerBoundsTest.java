package io.pragh.coordinator.planner;

import static io.pragh.coordinator.planner.PlannerScript.REPORT;
import static io.pragh.coordinator.planner.PlannerScript.local;
import static io.pragh.coordinator.planner.PlannerScript.remote;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.Move;
import io.pragh.core.placement.PlacementMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the limits of one plan, in moves and bytes, and of the planner's memory. */
class PlannerBoundsTest {
    private static final PlannerConfig EAGER = PlannerConfig.of(PlacementMode.EAGER, REPORT);

    @Test
    void budgetOfMovesGoesToTheMostGainfulAndTheRestFollowsInTheNextPlan() {
        PlannerScript script = script(EAGER.with(new PlannerConfig.Budget(2, 2, 1 << 20)));
        MigrationPlan first = script.report(1, remote(10, 0, 5), remote(11, 0, 50), remote(12, 0, 500))
                .idle(0, 2)
                .round();
        assertEquals(List.of(new Move(12, 0, 1), new Move(11, 0, 1)), first.moves());
        assertEquals(List.of(new Move(10, 0, 1)), script.round(REPORT / 10).moves());
    }

    @Test
    void budgetOfMovesHoldsForEveryTarget() {
        PlannerScript script = script(EAGER.with(new PlannerConfig.Budget(10, 1, 1 << 20)));
        MigrationPlan plan = script.report(1, remote(10, 0, 50), remote(11, 0, 60))
                .report(2, remote(12, 0, 5))
                .idle(0)
                .round();
        assertEquals(List.of(new Move(11, 0, 1), new Move(12, 0, 2)), plan.moves());
    }

    @Test
    void budgetOfBytesLetsSmallerValuesPassAndOneLargeValueAlone() {
        PlannerScript script = script(EAGER.with(new PlannerConfig.Budget(10, 10, 2_500)));
        AccessReport.Entry large = new AccessReport.Entry(13, 0, 20, 9_000, false);
        MigrationPlan plan = script.report(1, remote(10, 0, 50), remote(11, 0, 30), large, remote(12, 0, 10))
                .idle(0, 2)
                .round();
        assertEquals(List.of(new Move(10, 0, 1), new Move(11, 0, 1)), plan.moves());
        assertEquals(List.of(new Move(13, 0, 1)), script.round(REPORT / 10).moves(), "alone, it is allowed");
        assertEquals(List.of(new Move(12, 0, 1)), script.round(REPORT / 10).moves());
    }

    @Test
    void memoryIsBoundedAndKeepsTheWarmestKeys() {
        LocalityPlanner planner = new LocalityPlanner(
                PlannerConfig.of(PlacementMode.DEFERRED, REPORT).withKeysMax(64));
        PlannerScript script = new PlannerScript(planner, 2);
        List<AccessReport.Entry> entries = new ArrayList<>();
        for (int k = 1; k <= 200; k++) {
            entries.add(remote(k, 0, k));
        }
        MigrationPlan plan = script.report(1, entries.toArray(AccessReport.Entry[]::new))
                .idle(0)
                .round();
        assertTrue(planner.keyCount() <= 64, "keys remembered: " + planner.keyCount());
        long[] stillWatched = plan.watches().stream()
                .filter(w -> w.on() && !plan.watches().contains(new MigrationPlan.Watch(w.key(), w.node(), false)))
                .mapToLong(MigrationPlan.Watch::key)
                .sorted()
                .toArray();
        assertEquals(planner.keyCount(), stillWatched.length, "what is dropped is no longer watched");
        assertEquals(200 - stillWatched.length + 1, stillWatched[0], "the coldest went");
    }

    @Test
    void keyTooColdForAFullMemoryIsNotTakenInAgain() {
        LocalityPlanner planner = new LocalityPlanner(EAGER.withKeysMax(8));
        PlannerScript script = new PlannerScript(planner, 2);
        AccessReport.Entry[] entries = new AccessReport.Entry[100];
        Arrays.setAll(entries, k -> remote(k + 1, 0, 10 + k));
        int moves = 0;
        for (int round = 0; round < 20; round++) {
            moves += script.report(1, entries).idle(0).round().moves().size();
        }
        assertTrue(moves < 300, "every key moved again and again for want of memory: moves=" + moves);
    }

    @Test
    void keyNobodyReportsIsForgottenAndItsWatchEnded() {
        LocalityPlanner planner = new LocalityPlanner(PlannerConfig.of(PlacementMode.DEFERRED, REPORT));
        PlannerScript script = new PlannerScript(planner, 2);
        script.report(1, remote(10, 0, 50)).idle(0).round();
        assertEquals(1, planner.keyCount());
        MigrationPlan plan = script.idle(0, 1).round(TrackedKeys.FORGOTTEN_REPORTS * REPORT);
        assertEquals(0, planner.keyCount());
        assertEquals(
                new MigrationPlan.Watch(10, 0, false),
                plan.watches().get(plan.watches().size() - 1));
    }

    @Test
    void entriesOfUnknownPartitionsAreIgnored() {
        PlannerScript script = script(EAGER);
        assertTrue(script.report(1, remote(10, 99, 50), remote(11, -1, 50), local(12, 1, 0))
                .idle(0, 2)
                .round()
                .moves()
                .isEmpty());
    }

    private static PlannerScript script(PlannerConfig config) {
        return new PlannerScript(new LocalityPlanner(config), 3);
    }
}
