package io.pragh.core.memory;

import io.pragh.core.base.Clock;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Direct memory for segments. A region that grows is refused before the process has none left, as who reads or removes values needs some,
 * too. Whoever makes it grow holds locks, and in a full process it is asked to for each value: so it hears that at once, and not after a
 * collection each time, which the JVM would begin. Any thread.
 */
final class DirectSegments {
    /** For all regions of this process. */
    static final DirectSegments SHARED = new DirectSegments(
            DirectMemory::room, DirectMemory::roomAfterCollection, DirectMemory.RESERVE, Clock.SYSTEM::nanos);

    private static final long REST_NANOS = 10_000_000_000L;

    private final LongSupplier room;
    private final LongUnaryOperator roomAfterCollection;
    private final long reserve;
    private final LongSupplier nanos;
    /** Before this moment nothing is collected: the last collection has not helped. */
    private final AtomicLong restNanos;

    /** So many bytes stay for others. */
    DirectSegments(LongSupplier room, LongUnaryOperator roomAfterCollection, long reserve, LongSupplier nanos) {
        this.room = room;
        this.roomAfterCollection = roomAfterCollection;
        this.reserve = reserve;
        this.nanos = nanos;
        this.restNanos = new AtomicLong(nanos.getAsLong());
    }

    /**
     * A zeroed buffer for a region that has none yet: who opens a graph, or reads, cannot go on without. Cost: where there is no room a
     * collection and up to half a second, by the JVM.
     *
     * @throws OutOfMemoryError when there is no room even so
     */
    static ByteBuffer first(int bytes) {
        return ByteBuffer.allocateDirect(bytes);
    }

    /**
     * A zeroed buffer for a region that grows. What closed graphs have left is collected first where it is needed; when that has not
     * helped, not again for ten seconds.
     *
     * @throws OutOfMemoryError when there is no room
     */
    ByteBuffer further(int bytes) {
        if (room.getAsLong() < bytes + reserve && !collected(bytes + reserve)) {
            throw new OutOfMemoryError("there is no direct memory for a segment: bytes=" + bytes);
        }
        return ByteBuffer.allocateDirect(bytes);
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
