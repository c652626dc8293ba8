package io.pragh.rdma.verbs;

import java.util.Arrays;

/**
 * The addresses and keys of the segments of an exposed region, as far as this node knows them; entries are added and
 * never change. Many readers; writers one at a time.
 *
 * <p>The exposing node publishes it as a table that other nodes READ:
 * <pre>
 *   0                 8         16
 *   | segments so far | address | key … | address | key …
 * </pre>
 */
final class SegmentTable {
    static final int COUNT_OFFSET = 0;
    static final int ENTRIES_OFFSET = COUNT_OFFSET + Long.BYTES;
    static final int ENTRY_BYTES = 2 * Long.BYTES;

    private static final int COUNT_BITS = 26;
    private static final int SHIFT_BITS = 6;
    private static final long[] NONE = {};

    private final long address;
    private final long shape;
    private final boolean isComplete;
    private volatile long[] entries = NONE;

    /**
     * A table without known segments.
     *
     * @param address of the table in the memory of the node that exposes the region
     * @param shape made by {@link #shape}
     * @param isComplete whether it always knows all segments that exist
     */
    SegmentTable(long address, long shape, boolean isComplete) {
        this.address = address;
        this.shape = shape;
        this.isComplete = isComplete;
    }

    /** Packs the table's key, the greatest number of segments and their size into one word. */
    static long shape(int key, int segmentCountMax, int segmentBytes) {
        return (long) key << COUNT_BITS + SHIFT_BITS
                | (long) segmentCountMax << SHIFT_BITS
                | Integer.numberOfTrailingZeros(segmentBytes);
    }

    /** Bytes of a table of so many segments. */
    static int bytes(int segmentCountMax) {
        return ENTRIES_OFFSET + segmentCountMax * ENTRY_BYTES;
    }

    /** The most segments that a shape can express. */
    static int segmentsMax() {
        return (1 << COUNT_BITS) - 1;
    }

    long address() {
        return address;
    }

    boolean isComplete() {
        return isComplete;
    }

    long shape() {
        return shape;
    }

    int key() {
        return (int) (shape >>> COUNT_BITS + SHIFT_BITS);
    }

    int segmentCountMax() {
        return (int) (shape >>> SHIFT_BITS) & (1 << COUNT_BITS) - 1;
    }

    private int shift() {
        return (int) shape & (1 << SHIFT_BITS) - 1;
    }

    /** Whether an operation fits into a segment that may exist. */
    boolean mayContain(long offset, int bytes) {
        long segmentBytes = 1L << shift();
        return offset >= 0
                && offset >>> shift() < segmentCountMax()
                && (offset & segmentBytes - 1) + bytes <= segmentBytes;
    }

    /** Number of segments that this node knows. */
    int known() {
        return entries.length / 2;
    }

    /** Whether this node knows the segment of an offset. */
    boolean knows(long offset) {
        return offset >>> shift() < known();
    }

    /** The address of an offset, in a known segment. */
    long addressOf(long offset) {
        return entries[2 * (int) (offset >>> shift())] + (offset & (1L << shift()) - 1);
    }

    /** The key of the known segment of an offset. */
    int keyOf(long offset) {
        return (int) entries[2 * (int) (offset >>> shift()) + 1];
    }

    /** Adds a segment, unless it is known. */
    synchronized void add(int segment, long segmentAddress, long key) {
        long[] known = entries;
        if (segment == known.length / 2) {
            long[] longer = Arrays.copyOf(known, known.length + 2);
            longer[known.length] = segmentAddress;
            longer[known.length + 1] = key;
            entries = longer;
        }
    }
}
