package io.pragh.core.base;

/**
 * A small histogram of durations whose buckets are powers of two, from 256 ns to 17 s: for metrics that are always
 * on. One thread records; other threads may read slightly old counts.
 */
public final class LatencyHistogram {
    /** Number of buckets; the last one has no bound. */
    public static final int BUCKETS = 28;

    private static final int FIRST_SHIFT = 8;

    private final long[] counts = new long[BUCKETS];
    private long sumNanos;

    /** Adds one duration; negative ones count as zero. */
    public void record(long nanos) {
        long length = Math.max(0, nanos);
        counts[bucketOf(length)]++;
        sumNanos += length;
    }

    private static int bucketOf(long nanos) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, nanos - 1));
        return Math.max(0, Math.min(BUCKETS - 1, bits - FIRST_SHIFT));
    }

    /** The longest duration of a bucket, in nanoseconds; {@link Long#MAX_VALUE} for the last. */
    public static long boundNanos(int bucket) {
        return bucket == BUCKETS - 1 ? Long.MAX_VALUE : 1L << FIRST_SHIFT + bucket;
    }

    /** Number of durations in a bucket: longer than the bound of the bucket before, and no longer than its own. */
    public long count(int bucket) {
        return counts[bucket];
    }

    /** Sum of all durations. */
    public long sumNanos() {
        return sumNanos;
    }

    /** Adds the counts of another histogram. */
    public void add(LatencyHistogram other) {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            counts[bucket] += other.counts[bucket];
        }
        sumNanos += other.sumNanos;
    }

    /** Subtracts the counts of an earlier state. */
    public void subtract(LatencyHistogram earlier) {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            counts[bucket] -= earlier.counts[bucket];
        }
        sumNanos -= earlier.sumNanos;
    }
}
