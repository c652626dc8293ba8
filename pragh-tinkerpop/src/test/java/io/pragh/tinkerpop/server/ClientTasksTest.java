package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Checks how many threads evaluate the requests of clients. */
class ClientTasksTest {
    private static final int THREADS = 2;
    private static final int REQUESTS = 8;
    private static final int ROUNDS = 25;
    private static final long TAKES_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int WAITS = 200;
    private static final long WAITS_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Set<Thread> seen = ConcurrentHashMap.newKeySet();

    private static ClientTasks tasks() {
        Doorway.DoorSettings settings = new Doorway.DoorSettings(
                new Callers(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), null),
                false,
                new EvaluationLimit(TimeUnit.MINUTES.toMillis(1)),
                new Evaluations(Evaluations.HEAP_PERCENT_NEVER),
                new Connections(ConnectionLimits.USUAL, false),
                false);
        settings.gremlinPool = THREADS;
        return new ClientTasks(settings);
    }

    private void request() {
        seen.add(Thread.currentThread());
        long began = System.nanoTime();
        while (System.nanoTime() - began < TAKES_NANOS) {
            LockSupport.parkNanos(TAKES_NANOS);
        }
    }

    @Test
    void threadsForRequestsThatTakeLongAreKeptForTheNextOnes() throws Exception {
        ClientTasks tasks = tasks();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                List<Future<?>> asked = new ArrayList<>();
                for (int i = 0; i < REQUESTS; i++) {
                    asked.add(tasks.submit(this::request, null));
                }
                for (Future<?> each : asked) {
                    each.get();
                }
            }
            assertTrue(seen.size() <= THREADS + 2 * REQUESTS, () -> "threads that were made: " + seen.size());
        } finally {
            tasks.shutdownNow();
        }
    }

    /** The requests wait as for a disk's sync or a distant machine, which is too short to count as a long request. */
    @Test
    void whoWaitsBrieflyKeepsNobodyWaiting() throws Exception {
        ClientTasks tasks = tasks();
        Semaphore answered = new Semaphore(0);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<?>> asked = new ArrayList<>();
        try {
            for (int i = 0; i < WAITS + REQUESTS; i++) {
                if (i >= REQUESTS) {
                    answered.acquire(); // REQUESTS clients, each of which asks again when it is answered
                }
                asked.add(tasks.submit(
                        () -> {
                            most.accumulateAndGet(now.incrementAndGet(), Math::max);
                            LockSupport.parkNanos(WAITS_NANOS);
                            now.decrementAndGet();
                            answered.release();
                        },
                        null));
            }
            for (Future<?> each : asked) {
                each.get();
            }
            assertEquals(REQUESTS, most.get());
        } finally {
            tasks.shutdownNow();
        }
    }

    /** For each waiting request, another one runs, if there is one. Long requests get more threads as before. */
    @Test
    void whoWaitsIsReplaced() {
        assertEquals(0, ClientTasks.more(THREADS, 2, 0, 0, 100)); // all threads are busy
        assertEquals(2, ClientTasks.more(THREADS, 2, 0, 2, 100));
        assertEquals(7, ClientTasks.more(THREADS, 8, 0, 7, 100)); // six more run, and one of the eight does not wait
        assertEquals(1, ClientTasks.more(THREADS, 2, 0, 2, 1)); // no more than there are requests
        assertEquals(2, ClientTasks.more(THREADS, 4, 0, 4, 0));
        assertEquals(0, ClientTasks.more(THREADS, 1, 0, 1, 0));
        assertEquals(11, ClientTasks.more(THREADS, 2, 1, 1, 10));
        assertEquals(4, ClientTasks.more(THREADS, 6, 1, 6, 0));
        assertEquals(ClientTasks.MORE_MAX, ClientTasks.more(THREADS, 66, 0, 66, 500));
    }
}
