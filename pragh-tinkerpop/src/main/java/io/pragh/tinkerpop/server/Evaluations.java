package io.pragh.tinkerpop.server;

import com.sun.management.ThreadMXBean;
import io.pragh.tinkerpop.server.Caller.Asked;
import io.pragh.tinkerpop.server.HeapAlarm.Fill;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests that are being evaluated. When a garbage collection has left the heap too full, the request that has
 * allocated most is ended. Any thread.
 */
/*
 * How much a request holds is unknown, but each thread's allocations are counted, and a request that holds much has
 * allocated it. A request that streams allocates much too, and holds nothing; unless it runs beside one that fills
 * the heap, the heap is not full, and no request is ended, whatever it has allocated. Allocations before the heap was
 * last below the limit do not count: they are not held any more, or are not what fills the heap.
 */
final class Evaluations {
    /** A limit that is never reached: no request is ended. */
    static final int HEAP_PERCENT_NEVER = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Evaluations.class);
    /**
     * A request that has allocated less than this part of the heap is not the cause: there are so many sessions at
     * most.
     */
    private static final int SHARE_MIN = SessionKeeper.SESSIONS_MAX;
    /**
     * A request that is ended notices it between two steps, and collections may come between; after this time it
     * counts as stuck.
     */
    private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int MEGABYTE_BITS = 20;
    /** Looking the bean up takes longer than the call. */
    private static final RuntimeMXBean JVM = ManagementFactory.getRuntimeMXBean();

    private final int percentMax;
    private final @Nullable ThreadMXBean threads;
    private final Map<Thread, Evaluation> running = new ConcurrentHashMap<>();
    /** The request that was ended last, until the heap is less full. */
    private @Nullable Evaluation last;

    private long lastNanos;

    /** Ends requests when the heap is filled to this percentage. */
    Evaluations(int percentMax) {
        this.percentMax = percentMax;
        threads = ManagementFactory.getThreadMXBean() instanceof ThreadMXBean counting
                        && counting.isThreadAllocatedMemorySupported()
                        && counting.isThreadAllocatedMemoryEnabled()
                ? counting
                : null;
        if (threads == null) {
            LOG.warn("this JVM does not count what threads allocate: no request is ended because the heap is full");
        }
    }

    /** A request, from its begin on a thread to its end. */
    private static final class Evaluation {
        private static final long RUNNING = Long.MAX_VALUE;

        private final Thread thread;
        private final Asked asked;
        private volatile long bytesBefore;
        private long overMillis = RUNNING;

        private Evaluation(Thread thread, Asked asked, long bytesBefore) {
            this.thread = thread;
            this.asked = asked;
            this.bytesBefore = bytesBefore;
        }

        /** Excluded with {@link #over}: the thread's next task must not be interrupted. */
        private synchronized boolean interrupt(String why) {
            boolean runs = overMillis == RUNNING;
            if (runs) {
                LOG.warn("{}", why);
                asked.ended(why); // first: the thread answers as soon as it notices
                thread.interrupt();
            }
            return runs;
        }

        private synchronized void over() {
            overMillis = JVM.getUptime();
        }

        private synchronized long overMillis() {
            return overMillis;
        }
    }

    /** The calling thread begins a request. */
    void begin(Asked asked) {
        running.keySet().removeIf(thread -> !thread.isAlive()); // a session may be killed within a request
        Thread thread = Thread.currentThread();
        running.put(thread, new Evaluation(thread, asked, allocated(thread)));
    }

    /** The calling thread ends its request. */
    void end() {
        Evaluation ended = running.remove(Thread.currentThread());
        if (ended != null) {
            ended.over();
        }
    }

    private long allocated(Thread thread) {
        return threads == null ? 0 : Math.max(0, threads.getThreadAllocatedBytes(thread.getId()));
    }

    private long allocated(Evaluation evaluation) {
        return allocated(evaluation.thread) - evaluation.bytesBefore;
    }

    /** Called after each garbage collection with the remaining fill of the heap. */
    synchronized void collected(Fill left) {
        if (left.percent() < percentMax) {
            last = null;
            if (left.percent() < percentMax / 2) {
                running.values().forEach(each -> each.bytesBefore = allocated(each.thread));
            }
        } else if (percentMax < HEAP_PERCENT_NEVER && isSure(left)) {
            endBiggest(left);
        }
    }

    /**
     * Whether the heap is certainly full of data of requests, and not of garbage of the request that was ended last.
     */
    private boolean isSure(Fill left) {
        Evaluation ended = last;
        if (ended == null) {
            return left.isWhole() || left.percent() >= (percentMax + HEAP_PERCENT_NEVER) / 2;
        }
        if (running.get(ended.thread) == ended) {
            return System.nanoTime() - lastNanos > LEAVE_NANOS;
        }
        return left.isWhole() && left.beganMillis() > ended.overMillis();
    }

    private void endBiggest(Fill left) {
        Evaluation biggest = running.values().stream()
                .filter(each -> each != last) // that one is stuck, if it still runs
                .max(Comparator.comparingLong(this::allocated))
                .orElse(null);
        if (biggest == null || allocated(biggest) < left.maxBytes() / SHARE_MIN) {
            return;
        }
        String why =
                "the request was ended: the heap is full, and it has allocated the most; ask for less at a time, or give the node"
                        + " more heap (-Xmx): full=" + left.percent() + "% server.heapPercentMax=" + percentMax
                        + " allocated=" + (allocated(biggest) >> MEGABYTE_BITS) + "m";
        if (biggest.interrupt(why)) {
            last = biggest;
            lastNanos = System.nanoTime();
        }
    }
}
