package io.pragh.core.upkeep;

import io.pragh.core.api.StoreSession;
import io.pragh.core.api.Update;
import io.pragh.core.base.PraghException;
import io.pragh.core.store.Partition;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.store.value.AllocatorStats;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Keeps the memory of a node's partitions dense when values change their sizes. Values in nearly empty slabs are
 * written again as they are, by an ordinary update, and find room in fuller slabs. One thread.
 */
public final class Compaction {
    private static final long INTERVAL_NANOS = 1_000_000_000L;
    /** The number of values written again in one interval at most. */
    private static final int VALUES_MAX = 512;
    /** The minimum of slab bytes per allocated byte at which compaction begins, and the gain that it must bring. */
    private static final double FRAGMENTATION_MIN = 1.1;

    private static final long FREE_BYTES_MIN = 1 << 20;
    private static final double SLAB_UTILISATION_MAX = 0.6;

    private final Supplier<List<Partition>> served;
    private final StoreSession session;
    private final long[] keys = new long[VALUES_MAX];
    private long lastNanos;
    private int nextPartition;
    private final AtomicLong rewritten = new AtomicLong();

    /** Compacts the partitions that a node serves, by updates of this session. */
    public Compaction(Supplier<List<Partition>> served, StoreSession session, long nowNanos) {
        this.served = served;
        this.session = session;
        this.lastNanos = nowNanos;
    }

    /** The number of values written again so far. */
    public long rewritten() {
        return rewritten.get();
    }

    /** Works on one partition when the interval has passed. */
    public void step(long nowNanos) {
        List<Partition> partitions = served.get();
        if (partitions.isEmpty() || nowNanos - lastNanos < INTERVAL_NANOS / partitions.size()) {
            return;
        }
        lastNanos = nowNanos;
        Partition partition = partitions.get(nextPartition++ % partitions.size());
        AllocatorStats stats = partition.blocks().stats();
        if (stats.fragmentation() >= FRAGMENTATION_MIN && stats.freeBytes() >= FREE_BYTES_MIN) {
            rewrite(partition);
        }
    }

    private void rewrite(Partition partition) {
        int[] count = {0};
        partition.blocks().sparseSlabs(SLAB_UTILISATION_MAX, VALUES_MAX / 2, (offset, sizeClass) -> {
            long state = partition.region().getLongAcquire(offset + ValueHeader.STATE_OFFSET);
            if (StateWord.state(state) == StateWord.LIVE && count[0] < VALUES_MAX) {
                keys[count[0]++] = partition.region().getLong(offset + ValueHeader.KEY_OFFSET);
            }
        });
        for (int i = 0; i < count[0]; i++) {
            try {
                session.update(new Update(ValueOperations.REWRITE, keys[i], 0, 0));
                rewritten.incrementAndGet();
            } catch (PraghException failure) {
                if (!failure.retryable()) {
                    throw failure;
                }
                return; // a home is out of reach: the values stay where they are until a later interval
            }
        }
    }
}
