package io.pragh.coordinator.planner;

import static io.pragh.coordinator.planner.PlannerScript.REPORT;
import static io.pragh.coordinator.planner.PlannerScript.SECOND;
import static io.pragh.coordinator.planner.PlannerScript.local;
import static io.pragh.coordinator.planner.PlannerScript.remote;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.MigrationPlan.Watch;
import io.pragh.core.placement.Move;
import io.pragh.core.placement.PlacementMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks one rule of {@link LocalityPlanner} per test. There are three nodes; node n serves partitions n and n+3; the
 * key lies in partition 0 at first.
 */
class LocalityPlannerTest {
    private static final long KEY = 77;

    private final PlannerScript eager = scriptOf(PlannerConfig.of(PlacementMode.EAGER, REPORT));
    private final PlannerScript deferred = scriptOf(PlannerConfig.of(PlacementMode.DEFERRED, REPORT));

    private static PlannerScript scriptOf(PlannerConfig config) {
        return new PlannerScript(new LocalityPlanner(config), 3);
    }

    @Test
    void eagerGivesTheValueToItsOnlyReaderOnceEverybodyHasReported() {
        MigrationPlan plan = eager.report(1, remote(KEY, 0, 5)).idle(0, 2).round();
        assertEquals(List.of(new Move(KEY, 0, 1)), plan.moves());
        assertEquals(List.of(), plan.watches(), "nobody else reads it");
    }

    @Test
    void eagerChoosesTheFastestReaderOfTheRoundAndHasItWatch() {
        MigrationPlan plan = eager.report(1, remote(KEY, 3, 5))
                .report(2, remote(KEY, 3, 6))
                .idle(0)
                .round();
        assertEquals(List.of(new Move(KEY, 3, 2)), plan.moves());
        assertEquals(List.of(new Watch(KEY, 2, true)), plan.watches());
    }

    @Test
    void eagerWaitsForNodesThatHaveNotReportedYet() {
        assertTrue(eager.report(1, remote(KEY, 0, 50)).round(2 * SECOND).isEmpty());
        assertTrue(eager.idle(0).round(2 * SECOND).isEmpty());
        assertEquals(
                List.of(new Move(KEY, 0, 2)),
                eager.report(2, remote(KEY, 0, 60)).round(2 * SECOND).moves());
    }

    @Test
    void eagerDoesNotWaitForASilentNodeForEver() {
        assertTrue(eager.report(1, remote(KEY, 0, 50)).round().isEmpty());
        assertTrue(eager.round(14 * SECOND).isEmpty());
        assertEquals(1, eager.round(SECOND).moves().size());
    }

    @Test
    void veryFastReaderFarAheadDoesNotWait() {
        PlannerScript fast = scriptOf(PlannerConfig.of(PlacementMode.EAGER, REPORT));
        assertEquals(1, fast.report(1, remote(KEY, 0, 20_000)).round().moves().size());
        assertTrue(eager.report(1, remote(KEY, 0, 20_000))
                .report(2, remote(KEY, 0, 15_000))
                .round()
                .isEmpty());
    }

    @Test
    void oneReadIsNotEnough() {
        assertTrue(eager.report(1, remote(KEY, 0, 1)).idle(0, 2).round().isEmpty());
        assertEquals(
                1, eager.report(1, remote(KEY, 0, 1)).idle(0, 2).round().moves().size());
    }

    @Test
    void ratesCompareAcrossIntervals() {
        MigrationPlan plan = eager.report(1, 10 * SECOND, remote(KEY, 0, 1_000))
                .report(2, SECOND / 10, remote(KEY, 0, 20))
                .idle(0)
                .round();
        assertEquals(List.of(new Move(KEY, 0, 2)), plan.moves(), "200 reads/s beat 100");
    }

    @Test
    void deferredAsksTheOwnerAndThenNeedsHalfAsMuchAgain() {
        assertDeferredMoves(149, false);
        assertDeferredMoves(151, true);
    }

    private static void assertDeferredMoves(int reads, boolean moves) {
        PlannerScript script = scriptOf(PlannerConfig.of(PlacementMode.DEFERRED, REPORT));
        MigrationPlan asked = script.report(1, remote(KEY, 0, reads)).idle(0, 2).round();
        assertEquals(List.of(), asked.moves());
        assertEquals(List.of(new Watch(KEY, 0, true)), asked.watches());
        MigrationPlan decided = script.report(1, remote(KEY, 0, reads))
                .report(0, local(KEY, 0, 100))
                .idle(2)
                .round();
        assertEquals(moves ? List.of(new Move(KEY, 0, 1)) : List.of(), decided.moves(), "reads=" + reads);
    }

    @Test
    void deferredTakesLastingSilenceOfTheOwnerForZero() {
        deferred.report(1, remote(KEY, 0, 5)).idle(0, 2).round();
        for (int i = 0; i < 2; i++) {
            assertEquals(
                    List.of(),
                    deferred.report(1, remote(KEY, 0, 5)).idle(0, 2).round().moves());
        }
        MigrationPlan plan = deferred.report(1, remote(KEY, 0, 5)).idle(0, 2).round();
        assertEquals(List.of(new Move(KEY, 0, 1)), plan.moves());
        assertEquals(List.of(new Watch(KEY, 0, false)), plan.watches(), "the former owner need not watch any more");
    }

    @Test
    void movedValueRestsForTheCooldownAndThenGoesBackToAFasterReader() {
        eager.report(1, remote(KEY, 0, 50)).idle(0, 2).round();
        MigrationPlan resting = eager.report(0, remote(KEY, 1, 900)).idle(1, 2).round();
        assertEquals(List.of(), resting.moves());
        MigrationPlan corrected =
                eager.report(0, remote(KEY, 1, 900)).idle(1, 2).round();
        assertEquals(List.of(new Move(KEY, 1, 0)), corrected.moves());
    }

    @Test
    void requiredProfitShrinksWithTheEvidence() {
        eager.report(1, remote(KEY, 0, 20_000)).idle(0, 2).round();
        int rounds = 0;
        MigrationPlan plan = MigrationPlan.NONE;
        while (plan.moves().isEmpty() && rounds++ < 20) {
            plan = eager.report(0, remote(KEY, 1, 23_000))
                    .report(1, local(KEY, 1, 20_000))
                    .idle(2)
                    .round();
        }
        assertEquals(List.of(new Move(KEY, 1, 0)), plan.moves(), "15% more suffice once they are known well");
        assertTrue(rounds == 3, "0.5 / 2^1.5 is above 15%, 0.5 / 3^1.5 below: rounds=" + rounds);
    }

    @Test
    void requiredProfitGrowsWithEveryRecentMove() {
        int[] roundsToMove = new int[4];
        int owner = 0;
        for (int move = 0; move < 4; move++) {
            int reader = 1 - owner;
            MigrationPlan plan = MigrationPlan.NONE;
            while (plan.moves().isEmpty() && roundsToMove[move]++ < 30) {
                plan = eager.report(reader, remote(KEY, owner, 26_000))
                        .report(owner, local(KEY, owner, 20_000))
                        .idle(2)
                        .round();
            }
            owner = reader;
        }
        assertTrue(
                roundsToMove[1] < roundsToMove[2] && roundsToMove[2] < roundsToMove[3],
                "rounds until each move: " + java.util.Arrays.toString(roundsToMove));
    }

    @Test
    void moveThatDidNotHappenIsTakenBackAndTriedAgainAfterTheCooldown() {
        eager.report(1, remote(KEY, 0, 50)).idle(0, 2).round();
        assertEquals(
                List.of(),
                eager.report(1, remote(KEY, 0, 50)).idle(0, 2).round().moves());
        MigrationPlan again = eager.report(1, remote(KEY, 0, 50)).idle(0, 2).round();
        assertEquals(List.of(new Move(KEY, 0, 1)), again.moves());
    }

    @Test
    void reportFromBeforeTheMoveNeitherContradictsItNorCounts() {
        eager.report(1, 2 * SECOND, remote(KEY, 0, 50)).idle(0, 2).round(2 * SECOND);
        // node 2's interval began before the move, so that the report names the old owner
        MigrationPlan plan = eager.report(2, 10 * SECOND, remote(KEY, 0, 10)).round(SECOND);
        assertEquals(List.of(), plan.moves());
        MigrationPlan later = eager.report(2, 10 * SECOND, remote(KEY, 4, 10))
                .report(0)
                .report(1)
                .round(20 * SECOND);
        assertEquals(List.of(), later.moves(), "the value is at node 1, which read it 25 times a second");
    }

    @Test
    void watchEndsWhenItsOwnerIsClearlyAheadAndBeginsAgainWithANewReader() {
        MigrationPlan first = eager.report(1, remote(KEY, 0, 900))
                .report(2, remote(KEY, 0, 100))
                .idle(0)
                .round();
        assertEquals(List.of(new Watch(KEY, 1, true)), first.watches());
        MigrationPlan decided = eager.report(1, local(KEY, 1, 900))
                .report(2, remote(KEY, 1, 100))
                .idle(0)
                .round();
        assertEquals(List.of(new Watch(KEY, 1, false)), decided.watches());
        MigrationPlan quiet = eager.report(2, remote(KEY, 1, 100)).idle(0, 1).round();
        assertTrue(quiet.isEmpty(), "silence of an owner that nobody watches means nothing: " + quiet);
        MigrationPlan doubt = eager.report(2, remote(KEY, 1, 100))
                .report(0, remote(KEY, 1, 700))
                .idle(1)
                .round();
        assertEquals(List.of(new Watch(KEY, 1, true)), doubt.watches());
    }

    @Test
    void watchLeftBehindByAnEarlierCoordinatorIsEnded() {
        MigrationPlan plan = deferred.report(0, local(KEY, 0, 4)).idle(1, 2).round();
        assertEquals(List.of(new Watch(KEY, 0, false)), plan.watches());
    }

    @Test
    void nodeWithoutPartitionGetsNothingAndItsValuesStay() {
        java.util.Arrays.setAll(eager.nodeOfPartition, p -> p % 2);
        assertTrue(eager.report(2, remote(KEY, 0, 50)).idle(0, 1).round().isEmpty());
        java.util.Arrays.setAll(eager.nodeOfPartition, p -> p == 0 ? -1 : 1 + p % 2);
        assertTrue(eager.report(1, remote(KEY, 0, 50)).idle(2).round().isEmpty(), "nobody serves partition 0");
    }

    @Test
    void configurationChecksItsRanges() {
        assertThrows(PraghException.class, () -> PlannerConfig.of(PlacementMode.INSTANT, REPORT));
        assertThrows(PraghException.class, () -> PlannerConfig.of(PlacementMode.EAGER, 0));
        assertThrows(PraghException.class, () -> new PlannerConfig.Budget(0, 1, 1));
    }
}
