package io.pragh.core.store;

import io.pragh.core.address.SizeClass;
import io.pragh.core.base.PraghException;
import io.pragh.core.store.value.ValueHeader;

/**
 * Limits on the memory of one partition. Immutable.
 *
 * @param segmentBytes unit of growth, a power of two from 64 KiB to 1 GiB; a value takes half of it at most
 * @param bytesMax upper bound for tables and values together, at most 32 GiB
 * @param expectedKeys number of keys for which its key table is laid out at first; the table grows when more come
 */
public record MemoryLimits(int segmentBytes, long bytesMax, int expectedKeys) {
    /** Segments of 64 MiB, up to 32 GiB. */
    public static final MemoryLimits DEFAULT = new MemoryLimits(64 << 20, 32L << 30, 1024);

    /** Checks the ranges. */
    public MemoryLimits {
        if (Integer.bitCount(segmentBytes) != 1 || segmentBytes < 64 << 10 || segmentBytes > 1 << 30) {
            throw new PraghException(
                    "a segment must be a power of two from 64 KiB to 1 GiB: segmentBytes=" + segmentBytes);
        }
        if (bytesMax < segmentBytes || bytesMax > 32L << 30) {
            throw new PraghException("a partition's memory must be from one segment to 32 GiB: bytesMax=" + bytesMax);
        }
        if (expectedKeys < 0) {
            throw new PraghException("a table cannot expect fewer than no keys: expectedKeys=" + expectedKeys);
        }
    }

    /** The largest value, in bytes. */
    public int valueBytesMax() {
        return valueBytesMax(segmentBytes);
    }

    static int valueBytesMax(int segmentBytes) {
        return Math.min(SizeClass.BLOCK_BYTES_MAX, segmentBytes / 2) - ValueHeader.LENGTH;
    }

    public int segmentCountMax() {
        return (int) (bytesMax / segmentBytes);
    }
}
