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
 * Ends waits for a connection to a server of which the driver knows that nobody is there. The driver itself has each query wait for as long
 * as it would for a connection that others use (16 s, if nobody says otherwise). Any thread.
 */
final class VainWaits {
    private static final Logger LOG = LoggerFactory.getLogger(VainWaits.class);
    private static final long LOOK_MILLIS = 50;

    private final BooleanSupplier inVain;
    private final ScheduledExecutorService looks;
    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean looking = new AtomicBoolean();

    /** Waits that are in vain as soon as something is so; it is looked at while anybody waits. */
    VainWaits(BooleanSupplier inVain, ScheduledExecutorService looks) {
        this.inVain = inVain;
        this.looks = looks;
    }

    /** What a thread that may have to wait begins before, and ends. It is interrupted if that is in vain, and is not any more afterwards. */
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
            lookSoon(); // somebody began in between, who saw that there would be a look
        }
    }

    /** Of the thread that began it. */
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

        /** An interrupt by somebody else at the same time cannot be told from ours, and is lost with it. */
        synchronized void end() {
            over = true;
            waits.remove(this);
            if (givenUp) {
                var unused = Thread.interrupted();
            }
        }
    }
}
