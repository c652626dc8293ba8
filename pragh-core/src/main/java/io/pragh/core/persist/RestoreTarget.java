package io.pragh.core.persist;

import io.pragh.core.api.NewValues;
import io.pragh.core.txn.home.CommitRecord;
import java.util.Map;
import java.util.function.IntPredicate;

/** The empty partitions that {@link Restoring} fills before they are served. One thread. */
public interface RestoreTarget {
    /** Sets T to this timestamp. */
    void moment(long timestamp);

    /** Announces the approximate number of keys of a partition. */
    void expect(int partition, long keys);

    /**
     * Gives keys of a partition their first values, as of a timestamp, and adds members to its rolls; false when
     * memory is short.
     */
    boolean restore(int partition, NewValues values, Map<Long, Long> rolls, long timestamp);

    /** Records that the number of members in a partition's rolls is unknown. */
    void uncounted(int partition);

    /** Redoes a commit at these partitions; false when that is impossible. */
    boolean redo(CommitRecord record, IntPredicate at);
}
