package io.pragh.benchmarks.fof;

/** What a session does while it waits, and whether it had to. One thread. */
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

    /** Whether anything was waited for since this was asked last. */
    boolean lower() {
        boolean was = raised;
        raised = false;
        return was;
    }
}
