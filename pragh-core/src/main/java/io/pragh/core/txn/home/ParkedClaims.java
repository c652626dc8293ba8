package io.pragh.core.txn.home;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Claims that wait for an event without a notification, and are retried at every poll. Any thread. */
// Only one thread polls at a time. With several, each would meet the claims that the others have just put back, and
// neither the length of the queue nor a pass over it would have an end while one claim stays blocked; and the event
// that unblocks the claim may be a message that none of these threads delivers.
final class ParkedClaims {
    private final ConcurrentLinkedQueue<ClaimOperation> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicBoolean looking = new AtomicBoolean();

    void add(ClaimOperation operation) {
        size.incrementAndGet();
        queue.add(operation);
    }

    /**
     * Drives each of the claims that are parked now once; a claim may be parked again. Does nothing while another
     * thread polls.
     */
    void poll(Consumer<ClaimOperation> drive) {
        if (queue.isEmpty() || !looking.compareAndSet(false, true)) {
            return;
        }
        try {
            for (int i = size.get(); i > 0; i--) {
                ClaimOperation operation = queue.poll();
                if (operation == null) {
                    break;
                }
                size.decrementAndGet();
                drive.accept(operation);
            }
        } finally {
            looking.set(false);
        }
    }
}
