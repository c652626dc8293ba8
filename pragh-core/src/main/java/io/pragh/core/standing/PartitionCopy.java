package io.pragh.core.standing;

import io.pragh.core.base.WordList;
import io.pragh.core.store.Partition;

/**
 * A partition as copied from its former node.
 *
 * @param partition the partition
 * @param life its life, or {@link #NEXT_LIFE}
 * @param answers the answered requests of its homes and owners, to be read once
 */
public record PartitionCopy(Partition partition, int life, WordList answers) {
    /** The life of a restored partition: it serves as whichever life comes next. */
    public static final int NEXT_LIFE = -1;

    /** Whether the copy may serve the partition in a life. */
    boolean lives(int now) {
        return life == NEXT_LIFE || life == now;
    }
}
