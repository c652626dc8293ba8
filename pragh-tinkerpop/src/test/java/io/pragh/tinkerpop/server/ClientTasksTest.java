package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** How many threads evaluate what clients ask. */
class ClientTasksTest {
    private static final int THREADS = 2;
    private static final int REQUESTS = 8;
    private static final int ROUNDS = 25;
    private static final long TAKES_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

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
}
