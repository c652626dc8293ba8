package io.pragh.core.upkeep;

import io.pragh.core.api.StoreSession;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.PraghException;
import io.pragh.core.store.Partition;
import io.pragh.core.store.Tombstones.Tombstone;
import io.pragh.core.store.ValueOperations;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Forgets deleted keys whose tombstones are no longer needed, by an ordinary update at the key's home, which frees
 * the block and makes the slot vacant. One thread.
 */
public final class TombstoneSweep {
    /** The number of keys forgotten in one step at most. */
    private static final int KEYS_MAX = 64;

    private final Supplier<List<Partition>> served;
    private final StoreSession session;
    private final LongSupplier horizon;
    private final AtomicLong forgotten = new AtomicLong();

    /**
     * A sweep of the tombstones in the partitions that a node serves; {@code horizon}: the oldest version that an
     * open snapshot may ask for.
     */
    public TombstoneSweep(Supplier<List<Partition>> served, StoreSession session, LongSupplier horizon) {
        this.served = served;
        this.session = session;
        this.horizon = horizon;
    }

    /** The number of keys forgotten so far. Any thread. */
    public long forgotten() {
        return forgotten.get();
    }

    /** Forgets some keys. */
    public void step(long nowNanos) {
        for (Partition partition : served.get()) {
            for (int i = 0; i < KEYS_MAX; i++) {
                Tombstone due = partition.tombstones().take(nowNanos, horizon.getAsLong());
                if (due == null) {
                    break;
                }
                if (!forget(partition, due, nowNanos)) {
                    return; // the last update may have waited for long, and other work waits for this thread
                }
            }
        }
    }

    private boolean forget(Partition partition, Tombstone due, long nowNanos) {
        UpdateResult result = UpdateResult.LOST;
        try {
            result = session.update(new Update(ValueOperations.FORGET, due.key(), due.address(), 0));
        } catch (PraghException failure) {
            if (!failure.retryable()) {
                throw failure;
            }
        }
        if (result == UpdateResult.APPLIED) {
            forgotten.incrementAndGet();
        } else if (result == UpdateResult.LOST) { // the home is incomplete, or out of reach
            partition.tombstones().add(due.key(), due.address(), nowNanos);
            return false;
        }
        return true;
    }
}
