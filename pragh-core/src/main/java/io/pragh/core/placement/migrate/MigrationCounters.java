package io.pragh.core.placement.migrate;

import java.util.EnumMap;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the outcomes of a node's migrations. One thread counts, any thread reads. */
public final class MigrationCounters {
    private final EnumMap<MigrationOutcome, AtomicLong> outcomes = new EnumMap<>(MigrationOutcome.class);
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong skipped = new AtomicLong();

    MigrationCounters() {
        for (MigrationOutcome outcome : MigrationOutcome.values()) {
            outcomes.put(outcome, new AtomicLong());
        }
    }

    void count(MigrationOutcome outcome, int blockBytes) {
        raise(counter(outcome), 1);
        if (outcome == MigrationOutcome.MOVED) {
            raise(bytes, blockBytes);
        }
    }

    void skip(int values) {
        raise(skipped, values);
    }

    private static void raise(AtomicLong counter, long by) {
        counter.lazySet(counter.get() + by);
    }

    private AtomicLong counter(MigrationOutcome outcome) {
        return Objects.requireNonNull(outcomes.get(outcome));
    }

    /** The number of migrations with this outcome. */
    public long of(MigrationOutcome outcome) {
        return counter(outcome).get();
    }

    /** Bytes of the blocks moved into this node. */
    public long bytesMoved() {
        return bytes.get();
    }

    /** Values that were not tried because every place of the window was stuck. */
    public long skipped() {
        return skipped.get();
    }
}
