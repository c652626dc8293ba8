package io.pragh.core.txn.home;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** How many updates are under way at each home of a node. Any thread. */
final class HomeCounts {
    private final LongAdder[] begun;
    private final LongAdder[] ended;

    HomeCounts(int partitions) {
        begun = new LongAdder[partitions];
        ended = new LongAdder[partitions];
        Arrays.setAll(begun, p -> new LongAdder());
        Arrays.setAll(ended, p -> new LongAdder());
    }

    /** Counts a new update, and hands it back. */
    ClaimOperation begun(ClaimOperation operation) {
        begun[operation.homePartition()].increment();
        return operation;
    }

    /** Counts an update out if it is over. Its monitor is held. */
    void ended(ClaimOperation operation) {
        if (operation.leaves()) {
            ended[operation.homePartition()].increment();
        }
    }

    /** Whether any is under way at a home; certain when none can begin. */
    boolean underWay(int partition) {
        long out = ended[partition].sum();
        return begun[partition].sum() != out;
    }
}
