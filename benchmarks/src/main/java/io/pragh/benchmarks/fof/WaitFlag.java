package io.pragh.benchmarks.fof;

/** A session's action while it waits, which records that it had to wait. One thread. */
final class WaitFlag implements Runnable {
    private final Runnable whileWaiting;
    private boolean raised;

    WaitFlag(Runnable whileWaiting) {
        this.whileWaiting = whileWaiting;
    }

    @Override
    public void run() {
        raised = true;
        whileWaiting.run();
    }

    /** Whether the session has waited since the last call. */
    boolean lower() {
        boolean was = raised;
        raised = false;
        return was;
    }
}
