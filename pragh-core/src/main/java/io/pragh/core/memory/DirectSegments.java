package io.pragh.core.memory;

import io.pragh.core.base.Clock;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Direct memory for segments. Whoever asks holds locks, and a full process asks for each value: so where there is none it hears that at
 * once, and not after a collection each time, which the JVM would begin. Any thread.
 */
final class DirectSegments {
    /** For all regions of this process. */
    static final DirectSegments SHARED =
            new DirectSegments(DirectMemory::room, DirectMemory::roomAfterCollection, Clock.SYSTEM::nanos);

    private static final long COLLECT_NANOS = 10_000_000_000L;

    private final LongSupplier room;
    private final LongUnaryOperator roomAfterCollection;
    private final LongSupplier nanos;
    /** Before this moment nothing is collected. */
    private final AtomicLong collectNanos;

    DirectSegments(LongSupplier room, LongUnaryOperator roomAfterCollection, LongSupplier nanos) {
        this.room = room;
        this.roomAfterCollection = roomAfterCollection;
        this.nanos = nanos;
        this.collectNanos = new AtomicLong(nanos.getAsLong());
    }

    /**
     * A zeroed buffer. What closed graphs have left is collected first where it is needed, but not more often than every ten seconds.
     *
     * @throws OutOfMemoryError when there is no room
     */
    ByteBuffer allocate(int bytes) {
        if (room.getAsLong() < bytes && !collected(bytes)) {
            throw new OutOfMemoryError("there is no direct memory for a segment: bytes=" + bytes);
        }
        return ByteBuffer.allocateDirect(bytes);
    }

    private boolean collected(int bytes) {
        long now = nanos.getAsLong();
        long allowed = collectNanos.get();
        return now - allowed >= 0
                && collectNanos.compareAndSet(allowed, now + COLLECT_NANOS)
                && roomAfterCollection.applyAsLong(bytes) >= bytes;
    }
}
