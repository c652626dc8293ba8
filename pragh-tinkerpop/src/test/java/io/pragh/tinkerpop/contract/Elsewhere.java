package io.pragh.tinkerpop.contract;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Work on another thread, which is in a transaction of its own. Stateless. */
final class Elsewhere {
    private Elsewhere() {}

    /** Runs it and waits; throws what it throws. */
    static <T> T call(Callable<T> work) throws Exception {
        try {
            return start(work).get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw new AssertionError(failed.getCause());
        }
    }

    /** Starts to run it. */
    static <T> FutureTask<T> start(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "elsewhere");
        thread.setDaemon(true);
        thread.start();
        return task;
    }
}
