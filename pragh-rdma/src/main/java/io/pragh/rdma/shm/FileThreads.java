package io.pragh.rdma.shm;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Works on files in threads that nobody interrupts. The JDK closes a file when a thread that works on it is
 * interrupted, or was before; the file of a region, closed, would never grow again. Any thread.
 */
final class FileThreads {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "pragh-shm-files");
        thread.setDaemon(true);
        return thread;
    });

    private FileThreads() {}

    /** Work on files. */
    interface Work<T> {
        T run() throws IOException;
    }

    /** Runs the work, and returns its result; a caller that is interrupted waits all the same, and stays interrupted. */
    static <T> T run(Work<T> work) throws IOException {
        CompletableFuture<T> result = new CompletableFuture<>();
        THREADS.execute(() -> {
            try {
                result.complete(work.run());
            } catch (Throwable failed) { // an Error too: the caller gets it
                result.completeExceptionally(failed);
            }
        });
        try {
            return result.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof IOException reason) {
                throw reason;
            }
            if (failed.getCause() instanceof OutOfMemoryError full) {
                throw full;
            }
            throw failed;
        }
    }
}
