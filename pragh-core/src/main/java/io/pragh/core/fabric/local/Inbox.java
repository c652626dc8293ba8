package io.pragh.core.fabric.local;

import io.pragh.core.fabric.Message;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The messages that wait for one node, in the order of their sending; bounded. Any thread. */
final class Inbox {
    private final ConcurrentLinkedQueue<Parcel> parcels = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final int limit;

    Inbox(int limit) {
        this.limit = limit;
    }

    /**
     * A message that arrives when it is due. Two parcels are never equal: {@link #take} removes the very one that it
     * saw.
     */
    private static final class Parcel {
        private final Message message;
        private final long dueNanos;

        Parcel(Message message, long dueNanos) {
            this.message = message;
            this.dueNanos = dueNanos;
        }
    }

    /** Adds a message that arrives at {@code dueNanos}; false when the inbox is full. */
    boolean add(Message message, long dueNanos) {
        if (size.incrementAndGet() > limit) {
            size.decrementAndGet();
            return false;
        }
        parcels.add(new Parcel(message, dueNanos));
        return true;
    }

    /** Takes the first message if it has arrived. */
    @Nullable
    Message take(long nowNanos) {
        while (true) {
            Parcel first = parcels.peek();
            if (first == null || nowNanos - first.dueNanos < 0) {
                return null;
            }
            if (parcels.remove(first)) {
                size.decrementAndGet();
                return first.message;
            }
        }
    }
}
