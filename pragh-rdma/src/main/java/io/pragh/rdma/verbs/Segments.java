package io.pragh.rdma.verbs;

import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The segments of a region that can be exposed, and its exposures: each exposure has keys of its own, so that the
 * keys of one give no access to the next. Segments that are added while it is exposed are registered before the
 * region has them. Any thread.
 */
final class Segments {
    private static final int ALIGN_BYTES = 128;

    private final Device device;
    private final int segmentBytes;
    private final int segmentCountMax;
    private final List<ByteBuffer> segments = new ArrayList<>();
    private final List<Exposure> exposures = new ArrayList<>();

    Segments(Device device, int segmentBytes, int segmentCountMax) {
        if (segmentCountMax > SegmentTable.segmentsMax()) {
            throw new PraghException("a region on RDMA has fewer segments: segments=" + segmentCountMax);
        }
        this.device = device;
        this.segmentBytes = segmentBytes;
        this.segmentCountMax = segmentCountMax;
    }

    /** Adds a segment to the growing region. */
    synchronized ByteBuffer add(int bytes) {
        ByteBuffer segment = ByteBuffer.allocateDirect(bytes + ALIGN_BYTES)
                .alignedSlice(ALIGN_BYTES)
                .limit(bytes)
                .slice();
        for (Exposure exposure : exposures) {
            exposure.add(segment);
        }
        segments.add(segment);
        return segment;
    }

    /** Registers all segments, for one exposure. Cost: the pages of the region are pinned. */
    synchronized Exposure expose() {
        Exposure exposure = new Exposure();
        try {
            segments.forEach(exposure::add);
        } catch (PraghException full) {
            exposure.close();
            throw full;
        }
        exposures.add(exposure);
        return exposure;
    }

    private PinnedMemory pin(ByteBuffer memory, int access) {
        try {
            return device.pin(memory, access);
        } catch (IOException full) {
            throw new PraghException(
                    "memory cannot be given to the RDMA device, raise the limit of locked memory (ulimit -l): bytes="
                            + memory.capacity() + " reason=" + full.getMessage(),
                    full);
        }
    }

    /** The memory that other nodes may reach by one set of keys, until it is closed. */
    final class Exposure implements AutoCloseable {
        private final Region published = Region.whole(tableBytes(), 1);
        private final PinnedMemory place;
        private final SegmentTable table;
        private final List<PinnedMemory> pinned = new ArrayList<>();

        Exposure() {
            place = pin(published.segment(0), Device.READABLE);
            table = new SegmentTable(
                    place.address(), SegmentTable.shape(place.remoteKey(), segmentCountMax, segmentBytes), true);
        }

        private int tableBytes() {
            int bytes = SegmentTable.bytes(segmentCountMax) - 1;
            return Math.max(Region.SEGMENT_BYTES_MIN, 2 * Integer.highestOneBit(bytes));
        }

        /** The addresses and keys of the segments; it grows with the region. */
        SegmentTable table() {
            return table;
        }

        private void add(ByteBuffer segment) {
            PinnedMemory memory = pin(segment, Device.EXPOSED);
            int number = pinned.size();
            long entry = SegmentTable.ENTRIES_OFFSET + (long) number * SegmentTable.ENTRY_BYTES;
            pinned.add(memory);
            published.setLong(entry, memory.address());
            published.setLong(entry + Long.BYTES, memory.remoteKey());
            published.setLongRelease(SegmentTable.COUNT_OFFSET, number + 1L); // a READ that sees it sees the entry too
            table.add(number, memory.address(), memory.remoteKey());
        }

        /** Ends all access by these keys: no operation under way takes effect once this has returned. */
        @Override
        public void close() {
            synchronized (Segments.this) {
                exposures.remove(this);
                pinned.forEach(PinnedMemory::close);
                place.close();
            }
        }
    }
}
