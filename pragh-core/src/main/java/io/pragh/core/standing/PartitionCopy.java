package io.pragh.core.standing;

import io.pragh.core.base.WordList;
import io.pragh.core.store.Partition;

/**
 * A partition as its former node had it.
 *
 * @param partition its memory, and what was known of that
 * @param life which life it lives, or {@link #NEXT_LIFE}
 * @param answers what its homes and owners have answered, to be read once
 */
public record PartitionCopy(Partition partition, int life, WordList answers) {
    /** Of one that was restored: it lives whichever life comes next. */
    public static final int NEXT_LIFE = -1;

    /** Whether it is what serves a partition in a life. */
    boolean lives(int now) {
        return life == NEXT_LIFE || life == now;
    }
}
