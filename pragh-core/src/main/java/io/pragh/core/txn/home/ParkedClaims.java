package io.pragh.core.txn.home;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Updates that wait for something that nobody will tell them about: they are tried again and again. Any thread. */
// One thread at a time looks. Of several, each would meet what the others have just put back, and neither the length
// of the queue nor a pass over it would come to an end while one update stays blocked: and what unblocks it may be a
// message that none of them delivers.
final class ParkedClaims {
    private final ConcurrentLinkedQueue<ClaimOperation> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicBoolean looking = new AtomicBoolean();

    void add(ClaimOperation operation) {
        size.incrementAndGet();
        queue.add(operation);
    }

    /** Drives each of those that are parked now, once; it may be parked again. Does nothing while another thread does it. */
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
