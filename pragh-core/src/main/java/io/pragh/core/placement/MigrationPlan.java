package io.pragh.core.placement;

import java.util.List;

/**
 * What the planner decided in one round. Immutable.
 *
 * @param number grows with every plan of one coordinator's term
 * @param moves migrations, each carried out by its target alone
 * @param watches local reads to count from now on, one per node and key
 */
public record MigrationPlan(long number, List<Move> moves, List<Watch> watches) {
    /** Nothing to do. */
    public static final MigrationPlan NONE = new MigrationPlan(0, List.of(), List.of());

    /**
     * A request to a node to count its local reads of a key and report them.
     *
     * @param key what to watch
     * @param node who watches
     * @param on start or stop
     */
    public record Watch(long key, int node, boolean on) {}

    /** Copies the lists. */
    public MigrationPlan {
        moves = List.copyOf(moves);
        watches = List.copyOf(watches);
    }

    /** True when there is nothing to do. */
    public boolean isEmpty() {
        return moves.isEmpty() && watches.isEmpty();
    }
}
