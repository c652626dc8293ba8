package io.pragh.core.node;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import java.util.Comparator;
import java.util.function.Supplier;

/** Decides which partitions a node takes over when it joins a graph that other nodes serve. Stateless. */
final class FairShare {
    private static final System.Logger LOG = System.getLogger(FairShare.class.getName());
    /** In place of a partition: none is to be taken. */
    static final int NONE = -1;

    /** Takes partitions over. */
    interface Taker {
        /** Takes a partition over, if it can; false when the time is up. */
        boolean take(int partition);
    }

    private FairShare() {}

    /**
     * Takes one partition after the other, until this node has its share, or the time is up. A node that has some goes
     * on with those when it has no room for more: if it ended, they would be lost, or wait for it.
     *
     * @throws PraghException when it cannot take the first one
     */
    static void take(Supplier<ClusterView> view, int self, Taker taker) {
        try {
            int next = next(view.get(), self);
            while (next != NONE && taker.take(next)) {
                next = next(view.get(), self);
            }
        } catch (PraghException failed) {
            int own = view.get().partitionsOf(self).length;
            if (own == 0) {
                throw failed;
            }
            LOG.log(
                    System.Logger.Level.WARNING,
                    "this node cannot take over its whole share of the graph, and goes on with what it has: node="
                            + self + " partitions=" + own,
                    failed);
        }
    }

    /**
     * The partition to take next, from the member that serves most. {@link #NONE} when this node serves an equal
     * share, or no member has two more than this node.
     */
    static int next(ClusterView view, int self) {
        int own = view.partitionsOf(self).length;
        int share = Math.max(1, view.partitions() / view.members().size());
        int giver = view.members().stream()
                .map(ClusterView.Member::node)
                .max(Comparator.comparingInt(node -> view.partitionsOf(node).length))
                .orElse(self);
        int[] most = view.partitionsOf(giver);
        // The highest number first: the leading partition, 0, stays where it is as long as there are others.
        return own >= share || most.length < own + 2 ? NONE : most[most.length - 1];
    }
}
