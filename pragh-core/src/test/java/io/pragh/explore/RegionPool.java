package io.pragh.explore;

import io.pragh.core.memory.Region;
import io.pragh.core.store.Partition;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Memory for one world after the other: memory that one world has left is cleared and given to the next. One thread.
 */
final class RegionPool implements Partition.Memory {
    private final Deque<ByteBuffer> free = new ArrayDeque<>();
    private final List<ByteBuffer> lent = new ArrayList<>();
    private ByteBuffer zeros = ByteBuffer.allocateDirect(0);

    @Override
    public Region region(int segmentBytes, int segmentCountMax) {
        return new Region(segmentBytes, segmentCountMax, this::segment);
    }

    private ByteBuffer zeros(int bytes) {
        if (zeros.capacity() < bytes) {
            zeros = ByteBuffer.allocateDirect(bytes);
        }
        return zeros.duplicate().clear().limit(bytes);
    }

    private ByteBuffer segment(int bytes) {
        ByteBuffer segment = free.peek() != null && free.peek().capacity() == bytes ? free.pop() : null;
        if (segment == null) {
            segment = ByteBuffer.allocateDirect(bytes);
        } else {
            segment.clear().put(zeros(bytes)).clear();
        }
        lent.add(segment);
        return segment;
    }

    /** Takes back all memory: the world that had it is over. */
    void reset() {
        free.addAll(lent);
        lent.clear();
    }
}
