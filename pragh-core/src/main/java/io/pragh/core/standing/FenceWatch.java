package io.pragh.core.standing;

import io.pragh.core.base.Joined;
import io.pragh.core.base.RunningClock;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.Endpoint;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The thread that runs a node's {@link SelfFence}, and does nothing else: a READ of a node that does not answer may
 * hold up any other thread for as long as the fabric waits. So this thread also shows that the process runs. When it
 * fails, the node stops serving.
 */
public final class FenceWatch implements Runnable, AutoCloseable {
    private static final int LOOKS_PER_MARGIN = 16;
    private static final long PAUSE_NANOS_MIN = 1_000_000;
    private static final long PAUSE_NANOS_MAX = 10_000_000;

    private final Endpoint endpoint;
    private final RunningClock clock;
    private final SelfFence fence;
    private final NodeFailure failure;
    private final BooleanSupplier alone;
    private final FullHeap heap = new FullHeap();
    private final long pauseNanos;
    private final Thread thread;
    private volatile boolean running = true;

    /**
     * Watches once started; {@code whenChanged} puts each new standing into force, {@code failure} receives the error
     * that ends the thread.
     */
    public FenceWatch(NodeBasis basis, Consumer<Standing> whenChanged, NodeFailure failure) {
        this.endpoint = basis.fabric().open();
        this.clock = basis.running();
        LeasePolicy lease = basis.lease();
        this.fence = new SelfFence(basis.self(), basis.membership(), endpoint, lease, clock.beat(), whenChanged);
        this.failure = failure;
        this.alone = basis::isAlone;
        this.pauseNanos = Math.max(PAUSE_NANOS_MIN, Math.min(PAUSE_NANOS_MAX, lease.marginNanos() / LOOKS_PER_MARGIN));
        this.thread = new Thread(this, "pragh-fence-" + basis.self());
        thread.setDaemon(true);
        // A full heap may end the thread even where errors of its work are caught, because the handler may need a
        // class that is not loaded yet.
        thread.setUncaughtExceptionHandler((ended, broken) -> failure.happened("fence", broken));
    }

    /** Begins to watch. */
    public void start() {
        thread.start();
    }

    /** The node's present standing. Any thread. */
    public Standing standing() {
        return fence.standing();
    }

    @Override
    public void run() {
        try {
            while (running) {
                once();
                LockSupport.parkNanos(pauseNanos);
            }
        } catch (Throwable broken) { // catches Errors as well: the node must learn of its failure
            failure.happened("fence", broken);
        }
    }

    private void once() {
        boolean aloneBefore = alone.getAsBoolean();
        try {
            fence.step(clock.beat());
            heap.passed();
        } catch (OutOfMemoryError | LinkageError none) {
            // A member that was present when the step began may have been sent a request whose answer was not taken.
            if (!aloneBefore || !alone.getAsBoolean() || !heap.mayPass(none)) {
                throw none;
            }
        }
    }

    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
        Joined.join(thread);
        endpoint.close();
    }
}
