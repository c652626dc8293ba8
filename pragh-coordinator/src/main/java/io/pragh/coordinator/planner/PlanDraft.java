package io.pragh.coordinator.planner;

import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.Move;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds a plan: collects wishes, then grants those with the most gain while the budget lasts. One thread, one round.
 */
final class PlanDraft {
    /** A value that ought to move. */
    record Wish(TrackedKey key, int target, double gain, boolean watch) {}

    private static final Comparator<Wish> MOST_GAIN_FIRST =
            Comparator.comparingDouble(Wish::gain).reversed().thenComparingLong(w -> w.key().key);

    private final PlannerConfig.Budget budget;
    private final List<Wish> wishes = new ArrayList<>();
    private final List<Move> moves = new ArrayList<>();
    private final List<MigrationPlan.Watch> watches = new ArrayList<>();
    private final Map<Integer, int[]> movesTo = new HashMap<>();
    private final Map<Integer, long[]> bytesTo = new HashMap<>();

    PlanDraft(PlannerConfig.Budget budget) {
        this.budget = budget;
    }

    void wish(Wish wish) {
        wishes.add(wish);
    }

    /**
     * Adds a move to the plan for every wish that the budget allows; returns those granted. The others must be wished
     * again.
     */
    List<Wish> grant() {
        wishes.sort(MOST_GAIN_FIRST);
        List<Wish> granted = new ArrayList<>();
        for (Wish wish : wishes) {
            if (moves.size() == budget.movesMax()) {
                break;
            }
            int[] count = movesTo.computeIfAbsent(wish.target(), n -> new int[1]);
            long[] bytes = bytesTo.computeIfAbsent(wish.target(), n -> new long[1]);
            boolean fits = count[0] == 0 || bytes[0] + wish.key().bytes() <= budget.bytesPerNodeMax();
            if (count[0] < budget.movesPerNodeMax() && fits) {
                count[0]++;
                bytes[0] += wish.key().bytes();
                moves.add(new Move(wish.key().key, wish.key().ownerPartition(), wish.target()));
                granted.add(wish);
            }
        }
        return granted;
    }

    void watch(long key, int node, boolean on) {
        watches.add(new MigrationPlan.Watch(key, node, on));
    }

    MigrationPlan finish(long number) {
        return new MigrationPlan(number, moves, watches);
    }
}
