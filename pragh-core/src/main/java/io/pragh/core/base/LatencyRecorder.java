package io.pragh.core.base;

import java.util.Arrays;

/**
 * A histogram of durations with a relative error of 1/32, from 1 ns to about 290 years, in 16 KiB. One thread;
 * recorders of several threads are merged when the threads are done.
 */
public final class LatencyRecorder {
    private static final int SUB_BITS = 5;
    private static final int SUB_COUNT = 1 << SUB_BITS;

    private final long[] counts = new long[(64 - SUB_BITS) * SUB_COUNT];
    private long total;

    /** Adds one duration; negative ones count as zero. */
    public void record(long nanos) {
        counts[slot(Math.max(0, nanos))]++;
        total++;
    }

    /**
     * Adds a number of equal durations; the buckets that {@link #forEach} of another recorder passes reproduce it
     * here.
     */
    public void record(long nanos, long count) {
        counts[slot(Math.max(0, nanos))] += count;
        total += count;
    }

    /** Adds the counts of another recorder. */
    public void merge(LatencyRecorder other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
    }

    /** Sets all counts to zero. */
    public void reset() {
        Arrays.fill(counts, 0);
        total = 0;
    }

    /** Number of recorded durations. */
    public long count() {
        return total;
    }

    /**
     * The duration in nanoseconds that a share (0..1) of all recorded ones do not exceed; 0 when nothing was
     * recorded.
     */
    public long percentileNanos(double share) {
        if (total == 0) {
            return 0;
        }
        long wanted = Math.max(1, (long) Math.ceil(share * total));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return upperBound(i);
            }
        }
        return upperBound(counts.length - 1);
    }

    /** Receives the buckets of a recorder. One thread. */
    @FunctionalInterface
    public interface Buckets {
        /**
         * Receives a number of durations that are no longer than {@code nanosMax}, and longer than those of the
         * bucket before.
         */
        void bucket(long nanosMax, long count);
    }

    /** Passes all non-empty buckets, the shortest durations first. */
    public void forEach(Buckets buckets) {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                buckets.bucket(upperBound(i), counts[i]);
            }
        }
    }

    private static int slot(long nanos) {
        if (nanos < SUB_COUNT) {
            return (int) nanos;
        }
        int shift = 63 - Long.numberOfLeadingZeros(nanos) - SUB_BITS;
        return (shift + 1) * SUB_COUNT + (int) ((nanos >>> shift) - SUB_COUNT);
    }

    private static long upperBound(int slot) {
        if (slot < 2 * SUB_COUNT) {
            return slot;
        }
        int shift = slot / SUB_COUNT - 1;
        return ((long) (slot % SUB_COUNT + SUB_COUNT + 1) << shift) - 1;
    }
}
