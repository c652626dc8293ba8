package io.pragh.core.placement;

import java.util.List;

/**
 * The planner's decisions of one round. Immutable.
 *
 * @param number grows with every plan of one coordinator's term
 * @param moves migrations, each carried out by its target alone
 * @param watches local reads to count from now on, one per node and key
 */
public record MigrationPlan(long number, List<Move> moves, List<Watch> watches) {
    /** An empty plan. */
    public static final MigrationPlan NONE = new MigrationPlan(0, List.of(), List.of());

    /**
     * A request to a node to count its local reads of a key and report them.
     *
     * @param key the key to watch
     * @param node the node that watches it
     * @param on start or stop
     */
    public record Watch(long key, int node, boolean on) {}

    /** Copies the lists. */
    public MigrationPlan {
        moves = List.copyOf(moves);
        watches = List.copyOf(watches);
    }

    /** Whether the plan has neither moves nor watches. */
    public boolean isEmpty() {
        return moves.isEmpty() && watches.isEmpty();
    }
}
