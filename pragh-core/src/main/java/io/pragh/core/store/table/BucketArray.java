package io.pragh.core.store.table;

import io.pragh.core.memory.PageRuns;

/**
 * The main buckets of one table: groups of sixteen buckets, one page each, ordered by the fractions of their keys, in
 * extents of equal size (the last may be shorter). Immutable.
 */
/*
 * A key's group is its fraction, read as a number below 1, times the number of groups. So the number of groups need
 * not be a power of two, and a table can grow by a third. The next four bits of the product, mixed with a hash of
 * kind, direction and label, choose the bucket: the keys of one vertex share a group, but lie in different buckets of
 * it.
 */
final class BucketArray {
    static final int GROUP_BYTES = PageRuns.PAGE_BYTES;
    static final int GROUP_BUCKETS = GROUP_BYTES / Bucket.BYTES;

    private static final int FRACTION_BITS = 43;
    private static final int FRACTION_SHIFT = 63 - FRACTION_BITS;
    private static final int BUCKET_SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(GROUP_BUCKETS);

    private final long groups;
    private final int extentShift;
    private final int extentMask;
    private final long[] extents;

    /** The array of {@code groups} groups in these extents, each of {@code 2^extentShift} groups. */
    BucketArray(long groups, int extentShift, long[] extents) {
        this.groups = groups;
        this.extentShift = extentShift;
        this.extentMask = (1 << extentShift) - 1;
        this.extents = extents;
    }

    long groups() {
        return groups;
    }

    long buckets() {
        return groups * GROUP_BUCKETS;
    }

    int extentShift() {
        return extentShift;
    }

    int extentCount() {
        return extents.length;
    }

    long extent(int index) {
        return extents[index];
    }

    /** Pages of an extent: a group is a page. */
    int extentPages(int index) {
        return (int) Math.min(1L << extentShift, groups - ((long) index << extentShift));
    }

    /** Offset of the bucket where the search for a key begins. */
    long bucketOffset(long key, long fraction) {
        long wide = fraction << FRACTION_SHIFT;
        long factor = groups << 1;
        long group = Math.multiplyHigh(wide, factor);
        int bucket = (int)
                (wide * factor >>> BUCKET_SHIFT ^ (key >>> FRACTION_BITS) * 0x9E37_79B9_7F4A_7C15L >>> BUCKET_SHIFT);
        return groupOffset(group) + (long) bucket * Bucket.BYTES;
    }

    long groupOf(long fraction) {
        return Math.multiplyHigh(fraction << FRACTION_SHIFT, groups << 1);
    }

    long groupOffset(long group) {
        return extents[(int) (group >>> extentShift)] + (group & extentMask) * GROUP_BYTES;
    }

    /** The smallest fraction of a group; of the group after the last one, 2^43. */
    long lowestFraction(long group) {
        if (group >= groups) {
            return 1L << FRACTION_BITS;
        }
        long fraction = (long) ((double) group / groups * (1L << FRACTION_BITS));
        while (fraction > 0 && groupOf(fraction - 1) >= group) {
            fraction--;
        }
        while (groupOf(fraction) < group) {
            fraction++;
        }
        return fraction;
    }
}
