package io.pragh.tinkerpop.client;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends waits for a connection to a server that the driver knows to be gone. The driver itself lets each query wait
 * for as long as for a busy connection (16 s by default). Any thread.
 */
final class VainWaits {
    private static final Logger LOG = LoggerFactory.getLogger(VainWaits.class);
    private static final long LOOK_MILLIS = 50;

    private final BooleanSupplier inVain;
    private final ScheduledExecutorService looks;
    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean looking = new AtomicBoolean();

    /** Waits that are in vain once a condition holds; it is checked while any thread waits. */
    VainWaits(BooleanSupplier inVain, ScheduledExecutorService looks) {
        this.inVain = inVain;
        this.looks = looks;
    }

    /**
     * Begins a wait of the calling thread, which has to end it. The thread is interrupted if the wait is in vain, and
     * not after the end.
     */
    Wait begin() {
        Wait wait = new Wait();
        waits.add(wait);
        if (!looking.get() && !looking.getAndSet(true)) { // with each query
            lookSoon();
        }
        return wait;
    }

    private void lookSoon() {
        try {
            var unused = looks.schedule(this::look, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.debug("a query was sent while this client was being closed", closed);
        }
    }

    private void look() {
        if (!waits.isEmpty()) {
            if (inVain.getAsBoolean()) {
                waits.forEach(Wait::giveUp);
            }
            lookSoon();
            return;
        }
        looking.set(false);
        if (!waits.isEmpty() && !looking.getAndSet(true)) {
            lookSoon(); // another wait began in between, and relied on this check
        }
    }

    /** A wait of the thread that began it. */
    final class Wait {
        private final Thread thread = Thread.currentThread();
        private boolean over;
        private boolean givenUp;

        private synchronized void giveUp() {
            if (!over && !givenUp) {
                givenUp = true;
                thread.interrupt();
            }
        }

        /**
         * An interrupt from elsewhere at the same time cannot be distinguished from this object's, and is lost with
         * it.
         */
        synchronized void end() {
            over = true;
            waits.remove(this);
            if (givenUp) {
                var unused = Thread.interrupted();
            }
        }
    }
}
