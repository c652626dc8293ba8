package io.pragh.core.node;

import io.pragh.core.cluster.ClusterView;
import java.util.Comparator;

/** Which partitions a node takes over when it joins a graph that others serve. Stateless. */
final class FairShare {
    /** Nothing is to be taken. */
    static final int NONE = -1;

    private FairShare() {}

    /**
     * The partition to be taken next, from the member that serves most, or {@link #NONE}: when this node serves as many as each would if
     * all served the same number, or nobody has two more than this node.
     */
    static int next(ClusterView view, int self) {
        int own = view.partitionsOf(self).length;
        int share = Math.max(1, view.partitions() / view.members().size());
        int giver = view.members().stream()
                .map(ClusterView.Member::node)
                .max(Comparator.comparingInt(node -> view.partitionsOf(node).length))
                .orElse(self);
        int[] most = view.partitionsOf(giver);
        // the last one: the leading partition stays where it is as long as there are others
        return own >= share || most.length < own + 2 ? NONE : most[most.length - 1];
    }
}
