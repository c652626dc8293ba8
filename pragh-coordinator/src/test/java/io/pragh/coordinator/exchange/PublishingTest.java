package io.pragh.coordinator.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Publisher and ledger over a tree in memory. */
class PublishingTest {
    private final InMemoryTree tree = new InMemoryTree();
    private final PlanPublisher publisher = new PlanPublisher(tree, "/plans", 3);
    private final PlanLedger ledger = new PlanLedger(tree, "/moves");

    @Test
    void everyNodeGetsItsPartOfThePlan() {
        publisher.publish(new MigrationPlan(
                1,
                List.of(new Move(10, 0, 1), new Move(11, 0, 2), new Move(12, 0, 1)),
                List.of(new MigrationPlan.Watch(10, 1, true), new MigrationPlan.Watch(11, 3, false))));
        assertEquals(List.of("1", "2", "3"), tree.children("/plans"));
        assertEquals(
                new PlanCodec.Sent(
                        3,
                        1,
                        new MigrationPlan(
                                1,
                                List.of(new Move(10, 0, 1), new Move(12, 0, 1)),
                                List.of(new MigrationPlan.Watch(10, 1, true)))),
                sentTo(1, 1));
        assertEquals(List.of(new Move(11, 0, 2)), sentTo(2, 1).plan().moves());
        assertEquals(
                List.of(new MigrationPlan.Watch(11, 3, false)),
                sentTo(3, 1).plan().watches());
    }

    @Test
    void ringOfANodeIsBoundedAndKeepsTheLatest() {
        for (int plan = 1; plan <= 3 * PlanPublisher.SLOTS; plan++) {
            publisher.publish(new MigrationPlan(plan, List.of(new Move(plan, 0, 1)), List.of()));
        }
        assertEquals(PlanPublisher.SLOTS, tree.children("/plans/1").size());
        long latest = 3L * PlanPublisher.SLOTS;
        assertEquals(new PlanCodec.Sent(3, latest, plan(latest, 1)), sentTo(1, latest));
    }

    @Test
    void ringsOfNodesThatAreGoneAreRemoved() {
        publisher.publish(new MigrationPlan(1, List.of(new Move(1, 0, 1), new Move(2, 0, 2)), List.of()));
        publisher.retainOnly(Set.of(2, 5));
        assertEquals(List.of("2"), tree.children("/plans"));
    }

    @Test
    void ledgerKnowsTheLastTargetOfEveryKey() {
        ledger.append(1, 1, List.of(new Move(10, 0, 1), new Move(11, 0, 1)));
        ledger.append(1, 2, List.of());
        ledger.append(2, 1, List.of(new Move(10, 1, 2)));
        assertEquals(new PlanLedger.Contents(Map.of(11L, 1, 10L, 2), true), ledger.read());
        assertEquals(2, tree.children("/moves").size());
    }

    @Test
    void paperSizedPlanTakesAHandfulOfRecords() {
        List<Move> moves = moves(78_242);
        ledger.append(1, 1, moves);
        int recordsOfTheLedger = tree.writes;
        int recordsOfThePlan = publisher.publish(new MigrationPlan(1, moves, List.of()));
        assertTrue(recordsOfTheLedger <= 5, "records: " + recordsOfTheLedger);
        assertEquals(8, recordsOfThePlan, "one for every node");
        assertEquals(78_242, ledger.read().targets().size());
    }

    @Test
    void batchThatWasNotCommittedWasNeverApproved() {
        List<Move> moves = moves(70_000);
        for (int writes = 0; writes < 4; writes++) {
            InMemoryTree failing = new InMemoryTree();
            failing.failAfterWrites = writes;
            PlanLedger interrupted = new PlanLedger(failing, "/moves");
            assertThrows(PraghException.class, () -> interrupted.append(1, 1, moves), "writes=" + writes);
            assertEquals(Map.of(), interrupted.read().targets(), "writes=" + writes);
        }
    }

    @Test
    void manyBatchesAreFoldedIntoOneWithoutMovesToTheDead() {
        for (int plan = 1; plan <= PlanLedger.BATCHES_MAX + 1; plan++) {
            ledger.append(1, plan, List.of(new Move(1, 0, plan % 3), new Move(100 + plan, 0, plan % 2)));
        }
        Map<Long, Integer> before = ledger.read().targets();
        ledger.prune(1, PlanLedger.BATCHES_MAX + 1, Set.of(0, 2));
        assertEquals(1, tree.children("/moves").size());
        PlanLedger.Contents after = ledger.read();
        before.values().removeIf(node -> node == 1);
        assertEquals(new PlanLedger.Contents(before, true), after);
        ledger.append(1, PlanLedger.BATCHES_MAX + 2, List.of(new Move(1, 0, 0)));
        assertEquals(0, ledger.read().targets().get(1L), "what comes after the fold counts more");
    }

    @Test
    void foldThatIsInterruptedLosesNothing() {
        for (int writes = 0; writes < 70; writes++) {
            InMemoryTree failing = new InMemoryTree();
            PlanLedger interrupted = new PlanLedger(failing, "/moves");
            for (int plan = 1; plan <= PlanLedger.BATCHES_MAX + 1; plan++) {
                interrupted.append(1, plan, List.of(new Move(plan, 0, 0), new Move(1_000, 0, plan)));
            }
            Map<Long, Integer> before = interrupted.read().targets();
            failing.failAfterWrites = failing.writes + writes;
            try {
                interrupted.prune(1, PlanLedger.BATCHES_MAX + 1, Set.copyOf(before.values()));
            } catch (PraghException away) {
                assertTrue(away.retryable());
            }
            assertEquals(before, interrupted.read().targets(), "writes=" + writes);
        }
    }

    @Test
    void ledgerBeyondItsBoundSaysThatItIsIncomplete() {
        for (int batch = 1; batch <= PlanLedger.BATCHES_MAX + 1; batch++) {
            List<Move> moves = new ArrayList<>();
            for (int i = 0; i < 17_000; i++) {
                moves.add(new Move(batch * 1_000_000L + i, 0, 1));
            }
            ledger.append(1, batch, moves);
        }
        ledger.prune(1, PlanLedger.BATCHES_MAX + 1, Set.of(1));
        PlanLedger.Contents contents = ledger.read();
        assertEquals(PlanLedger.MOVES_MAX, contents.targets().size());
        assertFalse(contents.complete());
        assertFalse(contents.targets().containsKey(1_000_000L), "the oldest were given up");
    }

    private PlanCodec.Sent sentTo(int node, long serial) {
        return PlanCodec.decode(tree.get("/plans/" + node + "/" + serial % PlanPublisher.SLOTS));
    }

    private static MigrationPlan plan(long number, int node) {
        return new MigrationPlan(number, List.of(new Move(number, 0, node)), List.of());
    }

    private static List<Move> moves(int count) {
        List<Move> moves = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            moves.add(new Move((1L << 60) + i * 7L, i % 16, i % 8));
        }
        return moves;
    }
}
