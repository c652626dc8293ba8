package io.pragh.core.txn.home;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** Counts the claims under way at each home of a node. Any thread. */
final class HomeCounts {
    private final LongAdder[] begun;
    private final LongAdder[] ended;

    HomeCounts(int partitions) {
        begun = new LongAdder[partitions];
        ended = new LongAdder[partitions];
        Arrays.setAll(begun, p -> new LongAdder());
        Arrays.setAll(ended, p -> new LongAdder());
    }

    /** Counts a new claim, and returns it. */
    ClaimOperation begun(ClaimOperation operation) {
        begun[operation.homePartition()].increment();
        return operation;
    }

    /** Counts a claim out if it has ended. The caller holds the monitor of the claim's holder. */
    void ended(ClaimOperation operation) {
        if (operation.leaves()) {
            ended[operation.homePartition()].increment();
        }
    }

    /** Whether a claim is under way at a home; reliable when no new ones can begin. */
    boolean underWay(int partition) {
        long out = ended[partition].sum();
        return begun[partition].sum() != out;
    }
}
