package io.pragh.core.node;

import io.pragh.core.base.Joined;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.RunningClock;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.cluster.Membership;
import io.pragh.core.fabric.Endpoint;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread that looks after a node's {@link SelfFence}, and waits for nothing else: a READ of a node that does not answer may hold
 * up every other thread for as long as the fabric has patience. So it is the one that knows whether the process runs. When it fails the
 * node stops serving.
 */
final class FenceWatch implements Runnable, AutoCloseable {
    private static final int LOOKS_PER_MARGIN = 16;
    private static final long PAUSE_NANOS_MIN = 1_000_000;
    private static final long PAUSE_NANOS_MAX = 10_000_000;
    private static final System.Logger LOG = System.getLogger(FenceWatch.class.getName());

    private final Endpoint endpoint;
    private final RunningClock clock;
    private final SelfFence fence;
    private final Runnable whenBroken;
    private final long pauseNanos;
    private final Thread thread;
    private volatile boolean running = true;
    private volatile @Nullable Throwable failure;

    /** Watches once started; {@code whenChanged} puts each new standing into force, {@code whenBroken} ends all service. */
    FenceWatch(
            int self,
            Membership membership,
            Endpoint endpoint,
            LeasePolicy lease,
            RunningClock clock,
            Consumer<SelfFence.Standing> whenChanged,
            Runnable whenBroken) {
        this.endpoint = endpoint;
        this.clock = clock;
        this.fence = new SelfFence(self, membership, endpoint, lease.cacheNanos(), clock.beat(), whenChanged);
        this.whenBroken = whenBroken;
        this.pauseNanos = Math.max(PAUSE_NANOS_MIN, Math.min(PAUSE_NANOS_MAX, lease.marginNanos() / LOOKS_PER_MARGIN));
        this.thread = new Thread(this, "pragh-fence-" + self);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** What the node may do now. Any thread. */
    SelfFence.Standing standing() {
        return fence.standing();
    }

    @Override
    public void run() {
        try {
            while (running) {
                fence.step(clock.beat());
                LockSupport.parkNanos(pauseNanos);
            }
        } catch (Throwable broken) { // an Error too: check() tells whoever ends the node
            failure = broken;
            LOG.log(System.Logger.Level.ERROR, "the node stops serving because its fence has failed", broken);
            whenBroken.run();
        }
    }

    /** Throws what has ended it. Any thread. */
    void check() {
        Throwable broken = failure;
        if (broken != null) {
            throw new PraghException("the node's fence had ended with a failure: thread=" + thread.getName(), broken);
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
