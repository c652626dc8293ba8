package io.pragh.core.upkeep;

import io.pragh.core.store.Partition;
import java.util.List;
import java.util.function.Supplier;

/**
 * Returns pages of partitions that were free for some seconds to the operating system, a limited number at a time. On
 * the upkeep's thread.
 */
public final class PageReturn {
    /** The length of a round; a page is returned when it was free for one to two rounds. */
    static final long ROUND_NANOS = 5_000_000_000L;

    /** The bytes returned per step at most, which makes 400 MiB a second. */
    static final int STEP_BYTES = 4 << 20;

    static final long STEP_NANOS = 10_000_000;
    /** The bytes returned per system call at most: the partition's pages cannot be allocated or freed meanwhile. */
    private static final int CALL_BYTES = 1 << 20;

    private final Supplier<List<Partition>> served;
    private long roundNanos;
    private long steppedNanos;

    /** Returns pages of the partitions that are served. */
    public PageReturn(Supplier<List<Partition>> served, long nowNanos) {
        this.served = served;
        this.roundNanos = nowNanos;
        this.steppedNanos = nowNanos;
    }

    /** Makes a step. Costs system calls for {@link #STEP_BYTES} at most, and a look at all free runs once a round. */
    public void step(long nowNanos) {
        if (nowNanos - steppedNanos < STEP_NANOS) {
            return;
        }
        steppedNanos = nowNanos;
        List<Partition> partitions = served.get();
        if (nowNanos - roundNanos >= ROUND_NANOS) {
            roundNanos = nowNanos;
            partitions.forEach(partition -> partition.pages().beginIdleRound());
        }
        int left = STEP_BYTES;
        for (Partition partition : partitions) {
            int given = 1;
            while (left > 0 && given > 0) {
                given = partition.pages().giveBackIdle(Math.min(left, CALL_BYTES));
                left -= given;
            }
        }
    }
}
