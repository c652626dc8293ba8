package io.pragh.core.engine;

import io.pragh.core.base.Joined;
import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Runs tasks on workers, usually one per core, each with a bounded queue; a task runs to completion on the worker it
 * was given to. Between tasks, and whenever a task waits, a worker runs its services (message delivery of the nodes
 * it serves). Any thread.
 *
 * <p>An idle worker polls every 50 us, and less often the longer it is idle, down to every millisecond. So new work
 * waits for no more than a sixty-fourth of the idle time before it, and an unused node costs little.
 */
public final class TaskEngine implements AutoCloseable {
    /** Capacity of a worker's queue. */
    public static final int QUEUE_MAX = 4096;

    private static final int TASKS_BETWEEN_SERVICES = 8;
    private static final int IDLE_SPINS = 256;
    private static final long IDLE_PARK_NANOS = 50_000;
    private static final long IDLE_PARK_NANOS_MAX = 1_000_000;
    private static final long IDLE_SHARE = 64;

    private final List<Worker> workers = new ArrayList<>();
    private final Consumer<Throwable> whenTaskFails;
    private final AtomicLong failuresUnreported = new AtomicLong();

    /**
     * Starts {@code workers} threads named {@code name-0} and so on. Exceptions of tasks are reported to
     * {@code whenTaskFails}, and the worker continues.
     */
    public TaskEngine(String name, int workers, Consumer<Throwable> whenTaskFails) {
        if (workers < 1) {
            throw new PraghException("a task engine needs a worker: workers=" + workers);
        }
        this.whenTaskFails = whenTaskFails;
        for (int i = 0; i < workers; i++) {
            this.workers.add(new Worker(name + "-" + i));
        }
        this.workers.forEach(w -> w.thread.start());
    }

    /** Number of workers. */
    public int workers() {
        return workers.size();
    }

    /**
     * Number of task failures that could not be reported, because the report and the thread's handler failed as well.
     */
    public long failuresUnreported() {
        return failuresUnreported.get();
    }

    /**
     * Adds a service that a worker runs between tasks. It returns whether there was work; it must be short and must
     * not block.
     */
    public void addService(int worker, BooleanSupplier service) {
        workers.get(worker).services.add(service);
    }

    /** Hands a task to a worker; false when its queue is full. */
    public boolean submit(int worker, Runnable task) {
        return workers.get(worker).queue.offer(task);
    }

    /** Runs the services of a worker; a task that waits on the worker calls this repeatedly. */
    public Runnable whileWaiting(int worker) {
        return workers.get(worker)::serve;
    }

    /** Ends all workers after their current tasks; queued tasks are dropped. */
    @Override
    public void close() {
        workers.forEach(w -> w.running = false);
        for (Worker worker : workers) {
            LockSupport.unpark(worker.thread);
            Joined.join(worker.thread);
        }
    }

    private final class Worker implements Runnable {
        private final TaskQueue queue = new TaskQueue(QUEUE_MAX);
        private final List<BooleanSupplier> services = new CopyOnWriteArrayList<>();
        private final Thread thread;
        private volatile boolean running = true;

        Worker(String name) {
            thread = new Thread(this, name);
            thread.setDaemon(true);
        }

        @Override
        public void run() {
            int idle = 0;
            long pause = IDLE_PARK_NANOS;
            while (running) {
                boolean served = serve();
                if (runSome() > 0 || served) {
                    idle = 0;
                    pause = IDLE_PARK_NANOS;
                } else if (++idle < IDLE_SPINS) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.parkNanos(pause);
                    pause = Math.min(pause + pause / IDLE_SHARE, IDLE_PARK_NANOS_MAX);
                }
            }
        }

        private int runSome() {
            int done = 0;
            while (done < TASKS_BETWEEN_SERVICES) {
                Runnable task = queue.poll();
                if (task == null) {
                    break;
                }
                guarded(task);
                done++;
            }
            return done;
        }

        private boolean serve() {
            boolean served = false;
            for (BooleanSupplier service : services) {
                try {
                    served |= service.getAsBoolean();
                } catch (Throwable failure) { // as in guarded
                    report(failure);
                }
            }
            return served;
        }

        /**
         * Runs a task and reports any failure, which concerns its submitter: a failure must not end the worker that
         * other tasks and nodes rely on. An OutOfMemoryError is mostly that of one task that wanted too much; if it
         * ended the worker, no thread would deliver the messages of its nodes.
         */
        private void guarded(Runnable task) {
            try {
                task.run();
            } catch (Throwable failure) {
                report(failure);
            }
        }

        /**
         * Reports a failure. The report may fail as well, for want of the same memory; then the thread's own handler
         * is called.
         */
        private void report(Throwable failure) {
            try {
                whenTaskFails.accept(failure);
            } catch (Throwable unreported) {
                if (unreported != failure) {
                    unreported.addSuppressed(failure);
                }
                unreported(unreported);
            }
        }

        private void unreported(Throwable failure) {
            try {
                thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
            } catch (Throwable silenced) {
                failuresUnreported.incrementAndGet();
            }
        }
    }
}
