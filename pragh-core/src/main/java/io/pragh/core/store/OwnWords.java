package io.pragh.core.store;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compare-and-swap on words of this node's own partitions that other nodes change too: straight in memory where the fabric's atomics
 * are atomic with the processor, through the fabric's loopback where they are not. Any thread.
 */
public final class OwnWords {
    private final @Nullable Endpoint loopback;
    private final Batch batch = new Batch(1);

    /** Chooses the way that this fabric needs. */
    public static OwnWords of(Fabric fabric) {
        return new OwnWords(fabric.capabilities().atomicWithCpu() ? () -> null : fabric::open);
    }

    private OwnWords(Supplier<@Nullable Endpoint> loopback) {
        this.loopback = loopback.get();
    }

    /** Swaps and returns the word found, which equals {@code expected} when it swapped. */
    public long compareAndExchange(Partition partition, long offset, long expected, long update) {
        Endpoint through = loopback;
        if (through == null) {
            return partition.region().compareAndExchange(offset, expected, update);
        }
        synchronized (batch) {
            batch.clear();
            int op = batch.cas(partition.id(), offset, expected, update);
            through.execute(batch);
            return batch.result(op);
        }
    }
}
