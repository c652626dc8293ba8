package io.pragh.core.memory;

import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a partition: up to {@code segmentCountMax} segments of equal size, added one by one and never
 * removed, and addressed by one byte offset. Words are 8-byte aligned and copies never straddle a segment. Any
 * thread.
 */
public final class Region {
    /** The largest segment: a registration with a network card has an {@code int} length. */
    public static final int SEGMENT_BYTES_MAX = 1 << 30;
    /** The smallest segment. */
    public static final int SEGMENT_BYTES_MIN = 1 << 12;

    private static final int ALIGN_BYTES = 128;
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 10).asReadOnlyBuffer();

    private final @Nullable ByteBuffer[] segments;
    private final IntFunction<ByteBuffer> first;
    private final IntFunction<ByteBuffer> further;
    private final boolean isPrivate;
    private final int segmentBytes;
    private final int shift;
    private final int mask;
    private volatile int segmentCount;

    /**
     * A region without segments.
     *
     * @param segmentBytes size of a segment in bytes, a power of two from 4 KiB to 1 GiB
     * @param segmentCountMax how many segments it may grow to
     * @param source makes a zeroed segment of the given number of bytes (direct memory, or a mapped file)
     */
    public Region(int segmentBytes, int segmentCountMax, IntFunction<ByteBuffer> source) {
        this(segmentBytes, segmentCountMax, source, source, false);
    }

    private Region(
            int segmentBytes,
            int segmentCountMax,
            IntFunction<ByteBuffer> first,
            IntFunction<ByteBuffer> further,
            boolean isPrivate) {
        if (Integer.bitCount(segmentBytes) != 1
                || segmentBytes < SEGMENT_BYTES_MIN
                || segmentBytes > SEGMENT_BYTES_MAX) {
            throw new PraghException(
                    "segment size must be a power of two from 4 KiB to 1 GiB: segmentBytes=" + segmentBytes);
        }
        this.segments = new ByteBuffer[segmentCountMax];
        this.first = first;
        this.further = further;
        this.isPrivate = isPrivate;
        this.segmentBytes = segmentBytes;
        this.shift = Integer.numberOfTrailingZeros(segmentBytes);
        this.mask = segmentBytes - 1;
    }

    /**
     * A region of direct memory outside the heap, without segments. Segments are aligned to pairs of cache lines, so
     * that the parts of a bucket that share such a pair stay in it. All segments but the first are refused before the
     * process has no memory left.
     */
    public static Region direct(int segmentBytes, int segmentCountMax) {
        return new Region(
                segmentBytes,
                segmentCountMax,
                aligned(DirectSegments::first),
                aligned(DirectSegments.SHARED::further),
                true);
    }

    /**
     * A region without segments of memory that the JVM does not count, such as a file that other processes map as
     * well. Its segments count as direct memory of this process, so that the same limit holds for them: all but the
     * first are refused before the process has no memory left. The first one is not, because opening a graph, and
     * serving a partition of a node that has died, cannot go on without it.
     *
     * @param source makes a zeroed segment of the given number of bytes
     */
    public static Region counted(int segmentBytes, int segmentCountMax, IntFunction<ByteBuffer> source) {
        return new Region(
                segmentBytes,
                segmentCountMax,
                bytes -> DirectMemory.counted(source.apply(bytes)),
                bytes -> DirectSegments.SHARED.further(bytes, source),
                false);
    }

    /**
     * Direct memory that is allocated as a whole and does not grow, for example as the target of READs.
     *
     * @param segmentBytes size of a segment in bytes, as for the constructor
     * @param segments how many of them
     * @throws PraghException when the process has no memory for it
     */
    public static Region whole(int segmentBytes, int segments) {
        IntFunction<ByteBuffer> source = aligned(DirectSegments::first);
        Region region = new Region(segmentBytes, segments, source, source, true);
        for (int i = 0; i < segments; i++) {
            if (region.grow() < 0) {
                throw new PraghException("there is no memory to work with outside the heap; give the process more"
                        + " (-XX:MaxDirectMemorySize, or -Xmx where that is not said): bytes="
                        + (long) segmentBytes * segments);
            }
        }
        return region;
    }

    private static IntFunction<ByteBuffer> aligned(IntFunction<ByteBuffer> source) {
        return bytes -> source.apply(bytes + ALIGN_BYTES)
                .alignedSlice(ALIGN_BYTES)
                .limit(bytes)
                .slice();
    }

    /**
     * Adds a zeroed segment and returns the offset of its first byte, or -1 when the region has its largest size or
     * the process has no memory for another segment. The failure is a return value, not an error, because callers
     * hold locks while they allocate.
     */
    public synchronized long grow() {
        int next = segmentCount;
        if (next == segments.length) {
            return -1;
        }
        try {
            segments[next] = (next == 0 ? first : further).apply(segmentBytes).order(ByteOrder.LITTLE_ENDIAN);
        } catch (OutOfMemoryError none) {
            return -1;
        }
        segmentCount = next + 1;
        return (long) next << shift;
    }

    /** Whether {@link #giveBack} can return pages to the system. */
    public boolean givesBack() {
        return isPrivate && SystemMemory.isAsked();
    }

    /**
     * Returns the pages that lie within a part of a segment to the operating system, if the region is direct memory
     * of this process alone. They read as zeros from then on. The result is their size in bytes. Memory that a
     * network card or another process maps as well stays: a card's memory is pinned, and a write by another process
     * could find no room later. Costs a system call.
     */
    public int giveBack(long offset, int bytes) {
        return givesBack() ? SystemMemory.discard(segment(offset), index(offset), bytes) : 0;
    }

    /**
     * Takes the files from behind the segments of a region of mapped files which nobody uses any more: the memory of a
     * file that was removed is free then, and not at the next garbage collection. Costs a system call for each.
     */
    public synchronized void detach() {
        for (int i = 0; i < segmentCount; i++) {
            SystemMemory.detach(segment((long) i << shift));
        }
    }

    /** Bytes of one segment. */
    public int segmentBytes() {
        return segmentBytes;
    }

    /** Bytes that exist now: all offsets below this number are valid. */
    public long bytes() {
        return (long) segmentCount << shift;
    }

    /** The number of segments that the region may grow to. */
    public int segmentCountMax() {
        return segments.length;
    }

    /** Whether {@code bytes} bytes from {@code offset} lie in one existing segment; false if the sum overflows. */
    public boolean contains(long offset, int bytes) {
        return offset >= 0 && bytes >= 0 && offset <= bytes() - bytes && (offset & mask) + bytes <= segmentBytes;
    }

    /** The segment that holds an offset; with {@link #index} and {@link Words} for loops over one block. */
    public ByteBuffer segment(long offset) {
        ByteBuffer segment = segments[(int) (offset >>> shift)];
        assert segment != null;
        return segment;
    }

    /** The byte index of an offset in its segment. */
    public int index(long offset) {
        return (int) offset & mask;
    }

    /** Reads an int, plain. */
    public int getInt(long offset) {
        return (int) Words.INT.get(segment(offset), index(offset));
    }

    /** Writes an int, plain. */
    public void setInt(long offset, int value) {
        Words.INT.set(segment(offset), index(offset), value);
    }

    /** Reads a long, plain. */
    public long getLong(long offset) {
        return (long) Words.LONG.get(segment(offset), index(offset));
    }

    /** Writes a long, plain. */
    public void setLong(long offset, long value) {
        Words.LONG.set(segment(offset), index(offset), value);
    }

    /** Reads a long; writes before the matching {@link #setLongRelease} or CAS are visible afterwards. */
    public long getLongAcquire(long offset) {
        return (long) Words.LONG.getAcquire(segment(offset), index(offset));
    }

    /** Reads a long in the total order of all volatile accesses and CAS operations. */
    public long getLongVolatile(long offset) {
        return (long) Words.LONG.getVolatile(segment(offset), index(offset));
    }

    /** Writes a long; pairs with {@link #getLongAcquire}. */
    public void setLongRelease(long offset, long value) {
        Words.LONG.setRelease(segment(offset), index(offset), value);
    }

    /** Compare-and-swap with full ordering; returns the word found, which equals {@code expected} when it swapped. */
    public long compareAndExchange(long offset, long expected, long update) {
        return (long) Words.LONG.compareAndExchange(segment(offset), index(offset), expected, update);
    }

    /** Adds to a long with full ordering and returns the word found before. */
    public long getAndAdd(long offset, long delta) {
        return (long) Words.LONG.getAndAdd(segment(offset), index(offset), delta);
    }

    /** Copies bytes from this region into another; the words of a copy that races with a writer may be torn. */
    public void copyTo(long offset, Region target, long targetOffset, int bytes) {
        target.segment(targetOffset).put(target.index(targetOffset), segment(offset), index(offset), bytes);
    }

    /** Copies bytes out to an array. */
    public void get(long offset, byte[] target, int from, int bytes) {
        segment(offset).get(index(offset), target, from, bytes);
    }

    /** Copies bytes in from an array. */
    public void put(long offset, byte[] source, int from, int bytes) {
        segment(offset).put(index(offset), source, from, bytes);
    }

    /** Writes zeroes. */
    public void clear(long offset, int bytes) {
        ByteBuffer segment = segment(offset);
        int index = index(offset);
        int end = index + bytes;
        for (; index + ZEROS.capacity() <= end; index += ZEROS.capacity()) {
            segment.put(index, ZEROS, 0, ZEROS.capacity());
        }
        for (; index + Long.BYTES <= end; index += Long.BYTES) {
            segment.putLong(index, 0L);
        }
        for (; index < end; index++) {
            segment.put(index, (byte) 0);
        }
    }
}
