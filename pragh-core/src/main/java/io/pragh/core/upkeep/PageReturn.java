package io.pragh.core.upkeep;

import io.pragh.core.store.Partition;
import java.util.List;
import java.util.function.Supplier;

/**
 * Gives free pages of partitions that nobody has used for some seconds back to the system, a little at a time. On the upkeep's thread.
 */
public final class PageReturn {
    /** A page goes back when it was free for one to two of them. */
    static final long ROUND_NANOS = 5_000_000_000L;

    /** At most so much in each step of so long: 400 MiB a second. */
    static final int STEP_BYTES = 4 << 20;

    static final long STEP_NANOS = 10_000_000;
    /** In one call: the partition's pages cannot be taken or freed meanwhile. */
    private static final int CALL_BYTES = 1 << 20;

    private final Supplier<List<Partition>> served;
    private long roundNanos;
    private long steppedNanos;

    /** What the partitions that are served have. */
    public PageReturn(Supplier<List<Partition>> served, long nowNanos) {
        this.served = served;
        this.roundNanos = nowNanos;
        this.steppedNanos = nowNanos;
    }

    /** Goes on. Cost: at most {@link #STEP_BYTES} of calls of the system, and a look at all free runs once a round. */
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
