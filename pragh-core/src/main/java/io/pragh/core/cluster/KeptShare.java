package io.pragh.core.cluster;

import java.util.List;

/**
 * The contents of a member's data folder. Immutable.
 *
 * @param folder number of the folder, which a copy of it has, too; 0: the member has none
 * @param holdings the partitions in the folder, in ascending order; empty as long as the folder is new
 * @param latest the latest timestamp in the folder
 * @param ready whether the member has restored the partitions and can serve them
 */
public record KeptShare(long folder, List<Holding> holdings, long latest, boolean ready) {
    /** The share of a member that has no data folder. */
    public static final KeptShare NONE = new KeptShare(0, List.of(), 0, false);

    /** The state of a partition in a folder. */
    public enum State {
        /** The folder has everything. */
        SETTLED,
        /** The folder has everything, unless another folder has taken the partition over in the meantime. */
        LEAVING,
        /** The folder has everything if the view says that it keeps the partition. */
        ARRIVING
    }

    /**
     * A partition in a folder.
     *
     * @param to number of the folder that may have taken it over, for {@link State#LEAVING}
     */
    public record Holding(int partition, State state, long to) {
        /** A partition of which the folder has everything. */
        public static Holding settled(int partition) {
            return new Holding(partition, State.SETTLED, 0);
        }
    }

    /** Keeps a copy of the list. */
    public KeptShare {
        holdings = List.copyOf(holdings);
    }

    /** The share of a folder that has everything of some partitions. */
    public static KeptShare settled(long folder, List<Integer> partitions, long latest, boolean ready) {
        return new KeptShare(folder, partitions.stream().map(Holding::settled).toList(), latest, ready);
    }

    /** The same share, marked as restored. */
    public KeptShare restored() {
        return new KeptShare(folder, holdings, latest, true);
    }

    /** The partitions in the folder, in any state. */
    public List<Integer> partitions() {
        return holdings.stream().map(Holding::partition).toList();
    }

    /**
     * Whether this folder is the one that keeps a partition.
     *
     * @param keeper number of the folder that keeps it according to the view; 0: the view does not say. Then it is
     *     the folder that has everything; one that the partition may have left counts only if the other folder is
     *     among the {@code members}' and has not taken it over
     */
    public boolean keeps(int partition, long keeper, Iterable<ClusterView.Member> members) {
        for (Holding holding : holdings) {
            if (holding.partition == partition) {
                return keeper != 0 ? keeper == folder : holding.state != State.ARRIVING && isLatest(holding, members);
            }
        }
        return false;
    }

    private static boolean isLatest(Holding holding, Iterable<ClusterView.Member> members) {
        if (holding.state == State.SETTLED) {
            return true;
        }
        boolean there = false;
        for (ClusterView.Member member : members) {
            there |= member.keeps().folder == holding.to;
            if (member.keeps().holdings.contains(Holding.settled(holding.partition))) {
                return false;
            }
        }
        return there;
    }
}
