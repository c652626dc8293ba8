package io.pragh.rdma.tcp;

import io.pragh.core.fabric.OpStatus;
import io.pragh.rdma.wire.Part;
import io.pragh.rdma.wire.ReplyFrame;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A batch under way: counts the parts that have not ended yet. Parts are ended by the threads of their links. */
final class Flight {
    private final AtomicInteger parts = new AtomicInteger(1);
    private volatile @Nullable Thread waiting;

    /** One more part will be sent. */
    void add() {
        parts.incrementAndGet();
    }

    /**
     * Takes a reply; throws {@link io.pragh.rdma.wire.MalformedFrameException}, and then {@link #fail} must follow.
     */
    synchronized void take(Part part, ByteBuffer reply) {
        ReplyFrame.apply(reply, part);
    }

    /** Ends a part that gets no answer or is refused before it is sent. */
    synchronized void fail(Part part, OpStatus status) {
        part.endAll(status);
    }

    /** Marks a part, or the posting itself, as ended. */
    void end() {
        if (parts.decrementAndGet() == 0) {
            Thread waiter = waiting;
            if (waiter != null) {
                LockSupport.unpark(waiter);
            }
        }
    }

    boolean done() {
        return parts.get() == 0;
    }

    /** Waits a moment; the caller looks at {@link #done} in a loop. */
    void rest(long nanos) {
        waiting = Thread.currentThread();
        if (!done()) {
            LockSupport.parkNanos(this, nanos);
        }
        waiting = null;
    }
}
