package io.pragh.core.placement.migrate;

import java.util.EnumMap;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** How a node's migrations ended. One thread counts, any thread reads. */
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

    /** Migrations that ended this way. */
    public long of(MigrationOutcome outcome) {
        return counter(outcome).get();
    }

    /** Bytes of the blocks moved here. */
    public long bytesMoved() {
        return bytes.get();
    }

    /** Values that were not tried because every place of the window was stuck. */
    public long skipped() {
        return skipped.get();
    }
}
