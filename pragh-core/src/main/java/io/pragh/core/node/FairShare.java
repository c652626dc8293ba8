package io.pragh.core.node;

import io.pragh.core.cluster.ClusterView;
import java.util.Comparator;

/** Decides which partitions a node takes over when it joins a graph that other nodes serve. Stateless. */
final class FairShare {
    /** In place of a partition: none is to be taken. */
    static final int NONE = -1;

    private FairShare() {}

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
