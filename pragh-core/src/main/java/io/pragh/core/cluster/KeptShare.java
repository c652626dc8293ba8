package io.pragh.core.cluster;

import java.util.List;

/**
 * What a member's data folder holds. Immutable.
 *
 * @param partitions the partitions that are kept there, ascending; none as long as the folder is new
 * @param latest the latest moment that it knows
 * @param ready whether the member has restored them, and can serve them
 */
public record KeptShare(List<Integer> partitions, long latest, boolean ready) {
    /** Of a member without a data folder, or with one that is new. */
    public static final KeptShare NONE = new KeptShare(List.of(), 0, false);

    /** Keeps a copy of the list. */
    public KeptShare {
        partitions = List.copyOf(partitions);
    }

    /** The same, restored. */
    public KeptShare restored() {
        return new KeptShare(partitions, latest, true);
    }
}
