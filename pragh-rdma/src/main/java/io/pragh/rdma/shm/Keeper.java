package io.pragh.rdma.shm;

import java.util.concurrent.locks.LockSupport;

/** A thread that retries the messages for which a ring had no room, and notices dead peers. */
final class Keeper implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Keeper.class.getName());
    private static final long BUSY_NANOS = 2_000_000;
    private static final long IDLE_NANOS = 20_000_000;
    private static final long LOOK_NANOS = 200_000_000;

    private final ShmPeers peers;
    private final Runnable look;
    private final Thread thread;
    private volatile boolean closed;

    /** Starts the thread, which calls {@code look} now and then. */
    Keeper(int self, ShmPeers peers, Runnable look) {
        this.peers = peers;
        this.look = look;
        this.thread = new Thread(this::run, "pragh-shm-" + self);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long looked = System.nanoTime();
        while (!closed) {
            try {
                boolean idle = peers.flush();
                if (System.nanoTime() - looked > LOOK_NANOS) {
                    look.run();
                    looked = System.nanoTime();
                }
                LockSupport.parkNanos(idle ? IDLE_NANOS : BUSY_NANOS);
            } catch (Throwable failed) { // an Error too: nobody else notices dead peers
                LOG.log(System.Logger.Level.ERROR, "the keeper of a fabric failed; it goes on", failed);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException meanwhile) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
