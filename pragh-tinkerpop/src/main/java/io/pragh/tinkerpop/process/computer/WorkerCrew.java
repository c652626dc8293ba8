package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.jspecify.annotations.Nullable;

/**
 * Threads that run one task at the same time, each for its share, and meet at the end: the writes of each before a
 * meeting are visible to all after it. One thread leads.
 */
final class WorkerCrew implements AutoCloseable {
    private final List<ExecutorService> workers = new ArrayList<>();

    /** One thread for each worker; they live as long as the crew. */
    WorkerCrew(int count) {
        for (int worker = 0; worker < count; worker++) {
            String name = "pragh-computer-" + worker;
            workers.add(Executors.newSingleThreadExecutor(task -> {
                Thread thread = new Thread(task, name);
                thread.setDaemon(true);
                return thread;
            }));
        }
    }

    /** The task of every worker. */
    @FunctionalInterface
    interface Task {
        /** Runs it, as the worker with a number. */
        void run(int worker);
    }

    /** Number of workers. */
    int size() {
        return workers.size();
    }

    /**
     * Runs a task on all and waits for them. When one fails, or the leader is interrupted, the others are interrupted
     * and waited for; then the first failure is thrown.
     */
    void all(Task task) {
        List<Future<?>> running = new ArrayList<>(workers.size());
        for (int worker = 0; worker < workers.size(); worker++) {
            int number = worker;
            running.add(workers.get(worker).submit(() -> task.run(number)));
        }
        Throwable failure = null;
        for (Future<?> one : running) {
            Throwable its = await(one, failure != null);
            if (failure == null && its != null) {
                failure = its;
                running.forEach(other -> other.cancel(true));
            }
        }
        if (failure != null) {
            awaitIdle();
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }

    /** The failure of a task, or null. */
    private static @Nullable Throwable await(Future<?> task, boolean cancelled) {
        if (cancelled && task.isCancelled()) {
            return null;
        }
        try {
            task.get();
            return null;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            return cause == null ? e : cause;
        } catch (InterruptedException e) {
            return new TraversalInterruptedException();
        }
    }

    /** A cancelled task may still be running; the next one must not overlap it. */
    private void awaitIdle() {
        boolean interrupted = false;
        for (ExecutorService worker : workers) {
            Future<?> turn = worker.submit(() -> {});
            while (!turn.isDone()) {
                try {
                    turn.get();
                } catch (ExecutionException e) {
                    throw new IllegalStateException(e);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        workers.forEach(ExecutorService::shutdownNow);
    }
}
