package io.pragh.core.cluster;

import java.util.List;

/**
 * The contents of a member's data folder. Immutable.
 *
 * @param partitions the partitions in the folder, in ascending order; empty as long as the folder is new
 * @param latest the latest timestamp in the folder
 * @param ready whether the member has restored the partitions and can serve them
 */
public record KeptShare(List<Integer> partitions, long latest, boolean ready) {
    /** The share of a member whose data folder is new, or that has none. */
    public static final KeptShare NONE = new KeptShare(List.of(), 0, false);

    /** Keeps a copy of the list. */
    public KeptShare {
        partitions = List.copyOf(partitions);
    }

    /** The same share, marked as restored. */
    public KeptShare restored() {
        return new KeptShare(partitions, latest, true);
    }
}
