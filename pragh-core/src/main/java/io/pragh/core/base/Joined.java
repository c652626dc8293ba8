package io.pragh.core.base;

/** Waits for threads that have been told to end. Stateless. */
public final class Joined {
    private Joined() {}

    /** Returns when the thread has ended; at once when it is the calling thread. Keeps an interrupt pending. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
