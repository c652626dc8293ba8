package io.pragh.core.persist;

import io.pragh.core.api.NewValues;
import io.pragh.core.txn.home.CommitRecord;
import java.util.Map;
import java.util.function.IntPredicate;

/** Partitions without values, which nobody uses yet. One thread. */
public interface RestoreTarget {
    /** T becomes this moment. */
    void moment(long timestamp);

    /** So many keys are to come to a partition, or so. */
    void expect(int partition, long keys);

    /** Gives keys of a partition their first values, as of a moment, and its rolls so many members more; false when memory is short. */
    boolean restore(int partition, NewValues values, Map<Long, Long> rolls, long timestamp);

    /** How many members the rolls of a partition have is not known. */
    void uncounted(int partition);

    /** Does again what was committed, at these partitions; false when that cannot be done. */
    boolean redo(CommitRecord record, IntPredicate at);
}
