package io.pragh.core.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class TaskEngineTest {
    private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS), "in time");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Thread threadOf(TaskEngine engine, int worker) {
        AtomicReference<Thread> thread = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        assertTrue(engine.submit(worker, () -> {
            thread.set(Thread.currentThread());
            done.countDown();
        }));
        await(done);
        return thread.get();
    }

    @Test
    void aTaskThatThrowsIsReportedAndItsWorkerGoesOn() {
        RuntimeException expected = new PraghException("a task failed");
        AssertionError broken = new AssertionError("a task broke");
        try (TaskEngine engine = new TaskEngine("test", 1, failures::add)) {
            Thread before = threadOf(engine, 0);
            engine.submit(0, () -> {
                throw expected;
            });
            engine.submit(0, () -> {
                throw broken;
            });
            assertSame(before, threadOf(engine, 0));
        }
        assertEquals(List.of(expected, broken), failures);
    }

    @Test
    void anErrorOfATaskOrServiceIsReportedAndTheWorkerGoesOn() {
        List<Error> errors =
                List.of(new OutOfMemoryError("a task wanted too much"), new StackOverflowError(), new Error());
        try (TaskEngine engine = new TaskEngine("test", 1, failures::add)) {
            Thread before = threadOf(engine, 0);
            for (Error error : errors) {
                engine.submit(0, () -> {
                    throw error;
                });
            }
            assertSame(before, threadOf(engine, 0));
            assertEquals(errors, failures);
            failures.clear();
            CountDownLatch calls = new CountDownLatch(2);
            engine.addService(0, () -> {
                long left = calls.getCount();
                calls.countDown();
                if (left == 2) {
                    throw errors.get(0);
                }
                return false;
            });
            await(calls);
            assertSame(before, threadOf(engine, 0));
        }
        assertEquals(List.of(errors.get(0)), failures);
    }

    @Test
    void aReportThatFailsIsLeftToTheThreadsHandlerAndTheWorkerGoesOn() {
        Error failure = new OutOfMemoryError("a task wanted too much");
        RuntimeException unreported = new PraghException("nobody listens");
        List<Throwable> handled = Collections.synchronizedList(new ArrayList<>());
        try (TaskEngine engine = new TaskEngine("test", 1, f -> {
            throw unreported;
        })) {
            Thread before = threadOf(engine, 0);
            before.setUncaughtExceptionHandler((thread, thrown) -> handled.add(thrown));
            engine.submit(0, () -> {
                throw failure;
            });
            assertSame(before, threadOf(engine, 0));
            assertEquals(List.of(unreported), handled);
            assertEquals(List.of(failure), List.of(unreported.getSuppressed()));
            before.setUncaughtExceptionHandler((thread, thrown) -> {
                throw unreported;
            });
            engine.submit(0, () -> {
                throw failure;
            });
            assertSame(before, threadOf(engine, 0));
            assertEquals(1, engine.failuresUnreported());
        }
    }

    @Test
    void eachWorkerIsOneThreadWithItsName() {
        try (TaskEngine engine = new TaskEngine("test", 2, failures::add)) {
            assertEquals(2, engine.workers());
            assertEquals("test-0", threadOf(engine, 0).getName());
            assertEquals("test-1", threadOf(engine, 1).getName());
            assertNotSame(threadOf(engine, 0), threadOf(engine, 1));
            assertSame(threadOf(engine, 1), threadOf(engine, 1));
        }
        assertEquals(List.of(), failures);
    }

    @Test
    void servicesRunWhileTheWorkerIsIdleAndWhileATaskWaits() {
        AtomicInteger served = new AtomicInteger();
        CountDownLatch idle = new CountDownLatch(3);
        CountDownLatch waited = new CountDownLatch(1);
        try (TaskEngine engine = new TaskEngine("test", 1, failures::add)) {
            engine.addService(0, () -> {
                served.incrementAndGet();
                idle.countDown();
                return false;
            });
            await(idle);
            Runnable whileWaiting = engine.whileWaiting(0);
            engine.submit(0, () -> {
                int before = served.get();
                whileWaiting.run();
                whileWaiting.run();
                assertEquals(before + 2, served.get(), "nobody else serves meanwhile");
                waited.countDown();
            });
            await(waited);
        }
        assertEquals(List.of(), failures);
    }

    @Test
    void aWorkerWithoutWorkLooksForSomeMoreAndMoreSeldomUntilThereIsSome() {
        AtomicInteger calls = new AtomicInteger();
        AtomicBoolean busy = new AtomicBoolean();
        try (TaskEngine engine = new TaskEngine("test", 1, failures::add)) {
            engine.addService(0, () -> {
                calls.incrementAndGet();
                return busy.get();
            });
            awaitCalls(calls, 256 + 200); // the worker spins, and its pauses have become long
            assertTrue(callsPerMilli(calls) < 2.5, "and will be a millisecond");
            busy.set(true);
            awaitCalls(calls, calls.get() + 10_000); // a service that has work is polled without pauses
        }
    }

    private static void awaitCalls(AtomicInteger calls, int wanted) {
        long began = System.nanoTime();
        while (calls.get() < wanted) {
            assertTrue(
                    System.nanoTime() - began < TimeUnit.SECONDS.toNanos(4), "10,000 pauses would take five seconds");
            LockSupport.parkNanos(100_000);
        }
    }

    private static double callsPerMilli(AtomicInteger calls) {
        int before = calls.get();
        long began = System.nanoTime();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        int made = calls.get() - before; // read before the clock: a pause between the two only lowers the count
        return made / ((System.nanoTime() - began) / 1e6);
    }

    @Test
    void aServiceThatThrowsIsReportedAndTheOthersRun() {
        CountDownLatch other = new CountDownLatch(2);
        AtomicInteger calls = new AtomicInteger();
        RuntimeException expected = new PraghException("a service failed");
        try (TaskEngine engine = new TaskEngine("test", 1, failures::add)) {
            engine.addService(0, () -> {
                if (calls.getAndIncrement() == 0) {
                    throw expected;
                }
                return false;
            });
            engine.addService(0, () -> {
                other.countDown();
                return false;
            });
            await(other);
        }
        assertEquals(List.of(expected), failures);
    }

    @Test
    void aFullQueueRefusesTasks() {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(TaskEngine.QUEUE_MAX);
        try (TaskEngine engine = new TaskEngine("test", 1, failures::add)) {
            engine.submit(0, () -> {
                began.countDown();
                await(release);
            });
            await(began);
            for (int i = 0; i < TaskEngine.QUEUE_MAX; i++) {
                assertTrue(engine.submit(0, () -> {
                    done.incrementAndGet();
                    all.countDown();
                }));
            }
            assertFalse(engine.submit(0, done::incrementAndGet));
            release.countDown();
            await(all);
        }
        assertEquals(TaskEngine.QUEUE_MAX, done.get());
        assertEquals(List.of(), failures);
    }

    @Test
    void closingEndsTheTaskUnderWayAndDropsTheRest() {
        CountDownLatch began = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        AtomicReference<TaskEngine> self = new AtomicReference<>();
        TaskEngine engine = new TaskEngine("test", 1, failures::add);
        self.set(engine);
        Thread worker = threadOf(engine, 0);
        engine.submit(0, () -> {
            began.countDown();
            self.get().close(); // a worker may close the engine: close does not wait for the calling worker
            ended.incrementAndGet();
        });
        await(began);
        engine.close();
        assertFalse(worker.isAlive());
        assertEquals(1, ended.get());
        assertEquals(List.of(), failures);
    }

    @Test
    void anEngineNeedsAWorker() {
        assertThrows(PraghException.class, () -> new TaskEngine("test", 0, failures::add));
    }
}
