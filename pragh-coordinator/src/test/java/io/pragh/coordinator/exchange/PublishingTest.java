package io.pragh.coordinator.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks a publisher of plans on a tree in memory. */
class PublishingTest {
    private final InMemoryTree tree = new InMemoryTree();
    private final PlanPublisher publisher = new PlanPublisher(tree, "/plans", 3);

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
    void paperSizedPlanTakesARecordPerNode() {
        List<Move> moves = new ArrayList<>();
        for (int i = 0; i < 78_242; i++) {
            moves.add(new Move((1L << 60) + i * 7L, i % 16, i % 8));
        }
        int records = publisher.publish(new MigrationPlan(1, moves, List.of()));
        assertEquals(8, records, "one for every node");
    }

    private PlanCodec.Sent sentTo(int node, long serial) {
        return PlanCodec.decode(tree.records.get("/plans/" + node + "/" + serial % PlanPublisher.SLOTS));
    }

    private static MigrationPlan plan(long number, int node) {
        return new MigrationPlan(number, List.of(new Move(number, 0, node)), List.of());
    }
}
