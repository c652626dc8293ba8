package io.pragh.core.store;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compare-and-swap on words of this node's own partitions that other nodes change as well: directly in memory where
 * the fabric's atomics are atomic with the processor, otherwise through the fabric's loopback. Any thread.
 */
public final class OwnWords {
    private final @Nullable Endpoint loopback;
    private final Batch batch = new Batch(1);

    /** The implementation that this fabric needs. */
    public static OwnWords of(Fabric fabric) {
        return new OwnWords(fabric.atomicWithCpu() ? () -> null : fabric::open);
    }

    private OwnWords(Supplier<@Nullable Endpoint> loopback) {
        this.loopback = loopback.get();
    }

    /** Whether swaps are made directly in memory, where they never fail. */
    public boolean isDirect() {
        return loopback == null;
    }

    /**
     * Swaps and returns the word found, which equals {@code expected} when it swapped. Throws a
     * {@link PraghException}: a retryable one when this node has withdrawn the partition, and nothing happened;
     * another one when the loopback itself failed, and the outcome is unknown.
     */
    public long compareAndExchange(Partition partition, long offset, long expected, long update) {
        return compareAndExchange(partition.id(), partition.region(), offset, expected, update);
    }

    /** The same for a partition that is still under construction. */
    long compareAndExchange(int partition, Region region, long offset, long expected, long update) {
        Endpoint through = loopback;
        if (through == null) {
            return region.compareAndExchange(offset, expected, update);
        }
        synchronized (batch) {
            batch.clear();
            int op = batch.cas(partition, offset, expected, update);
            through.execute(batch);
            OpStatus status = batch.status(op);
            if (status == OpStatus.OK) {
                return batch.result(op);
            }
            throw new PraghException(
                    "a node could not swap a word of its own: partition=" + partition + " offset=" + offset + " status="
                            + status,
                    null,
                    status == OpStatus.FENCED);
        }
    }
}
