package io.pragh.core.memory;

import io.pragh.core.base.Clock;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Allocates direct memory for segments, in large pages where the system has them: values are read at random, and each
 * page needs an entry of the processor's translation cache. A region that grows is refused a segment before the process has no memory
 * left, because reading and removing values need some, too. The growing thread holds locks, and in a full process
 * every value asks for growth. So the refusal comes at once, and not after a collection each time, which the JVM
 * would begin. Any thread.
 */
final class DirectSegments {
    /** The allocator for all regions of this process. */
    static final DirectSegments SHARED = new DirectSegments(
            DirectMemory::room, DirectMemory::roomAfterCollection, DirectMemory.RESERVE, Clock.SYSTEM::nanos);

    /** A smaller buffer may contain no whole large page, depending on its address. */
    private static final int LARGE_BYTES_MIN = 4 << 20;

    private static final long REST_NANOS = 10_000_000_000L;

    private final LongSupplier room;
    private final LongUnaryOperator roomAfterCollection;
    private final long reserve;
    private final LongSupplier nanos;
    /** The time until which no collection is tried, because the last one has not helped. */
    private final AtomicLong restNanos;

    /** An allocator that leaves {@code reserve} bytes to others. */
    DirectSegments(LongSupplier room, LongUnaryOperator roomAfterCollection, long reserve, LongSupplier nanos) {
        this.room = room;
        this.roomAfterCollection = roomAfterCollection;
        this.reserve = reserve;
        this.nanos = nanos;
        this.restNanos = new AtomicLong(nanos.getAsLong());
    }

    /**
     * A zeroed buffer for a region that has none yet: opening a graph, or reading, cannot go on without it. Where
     * there is no room, the JVM runs a collection, which costs up to half a second.
     *
     * @throws OutOfMemoryError when there is no room even so
     */
    static ByteBuffer first(int bytes) {
        return allocated(bytes);
    }

    /**
     * A zeroed buffer for a region that grows. Runs a collection if there is no room, which frees buffers of closed
     * graphs. If that has not helped, the next collection comes ten seconds later at the earliest.
     *
     * @throws OutOfMemoryError when there is no room
     */
    ByteBuffer further(int bytes) {
        checkRoom(bytes);
        return allocated(bytes);
    }

    /**
     * A buffer from elsewhere for a region that grows, such as a mapped file, which counts as direct memory: it is
     * refused as one of {@link #further(int)} is.
     */
    ByteBuffer further(int bytes, IntFunction<ByteBuffer> source) {
        checkRoom(bytes);
        return DirectMemory.counted(source.apply(bytes));
    }

    private void checkRoom(int bytes) {
        if (room.getAsLong() < bytes + reserve && !collected(bytes + reserve)) {
            throw new OutOfMemoryError("there is no direct memory for a segment: bytes=" + bytes);
        }
    }

    private static ByteBuffer allocated(int bytes) {
        ByteBuffer memory = ByteBuffer.allocateDirect(bytes);
        if (bytes >= LARGE_BYTES_MIN) {
            SystemMemory.askForLargePages(memory);
        }
        return memory;
    }

    private boolean collected(long bytes) {
        long now = nanos.getAsLong();
        long allowed = restNanos.get();
        if (now - allowed < 0 || !restNanos.compareAndSet(allowed, now + REST_NANOS)) {
            return false;
        }
        boolean helped = roomAfterCollection.applyAsLong(bytes) >= bytes;
        if (helped) {
            restNanos.set(now);
        }
        return helped;
    }
}
