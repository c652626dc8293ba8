package io.pragh.core.node;

import io.pragh.core.base.PraghException;
import io.pragh.core.base.WordList;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.HandoverReply;
import io.pragh.core.protocol.HandoverRequest;
import io.pragh.core.store.Partition;
import io.pragh.core.store.Passage;
import io.pragh.core.store.StoreShare;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One partition on its way to another node, at the node that gives it. The upkeep's thread takes it to SEALED, a thread of its own
 * does what may take long; requests are answered by any.
 */
// docs/protocols/handover.md. What holds on entry of each step, and what a crash of this node there leaves behind:
//   PREPARE   all goes on as ever; the partition is lost with this node, as any of its partitions.
//   DRAIN     nothing is begun at this home any more; the same.
//   SEAL      nothing is under way at this home, nothing is pulled into it, no snapshot depends on its registration;
// the same.
//   SEALED    no thread of this node changes it; the same.
//   SERVING   nobody reaches it by the fabric, it is as it will be until the end; the same.
//   DECIDING  the taker has all of it; the view says who serves it: this node until the view was changed, the taker
// from then on.
//   OVER      a view gave it to the taker, or it is served here again.
// It is served here again only when the view cannot be changed for this attempt any more.
final class OutgoingHandover implements Runnable {
    /** Where it stands. */
    enum Step {
        PREPARE,
        DRAIN,
        SEAL,
        SEALED,
        SERVING,
        DECIDING,
        OVER
    }

    private static final long PREPARE_NANOS_MAX = 10_000_000_000L;
    /** Updates wait meanwhile; transactions of two homes that are both drained may wait for each other, until one gives up. */
    private static final long DRAIN_NANOS_MAX = 500_000_000L;
    /** After so long without a request of the taker the partition is served here again. */
    private static final long SILENCE_NANOS = 2_000_000_000L;

    private static final long LOOK_NANOS = 500_000;
    private static final long AGAIN_NANOS = 50_000_000;
    private static final int BUCKETS_PER_STEP = 4096;

    private final HandoverContext node;
    private final long attempt;
    private final int taker;
    private final Partition partition;
    private final Runnable whenSealed;
    private final long beganNanos;

    private volatile Step step = Step.PREPARE;
    private volatile long heardNanos;
    private volatile boolean ready;
    private volatile boolean cancelled;
    private Passage.@Nullable Wait wait;
    private long drainNanos;
    private byte[] state = {};

    /** A handover to {@code taker}; {@code whenSealed} starts {@link #run} on a thread of its own. */
    OutgoingHandover(HandoverContext node, long attempt, int taker, Partition partition, Runnable whenSealed) {
        this.node = node;
        this.attempt = attempt;
        this.taker = taker;
        this.partition = partition;
        this.whenSealed = whenSealed;
        this.beganNanos = node.clock().nanos();
        this.heardNanos = beganNanos;
    }

    long attempt() {
        return attempt;
    }

    int taker() {
        return taker;
    }

    int partition() {
        return partition.id();
    }

    Step step() {
        return step;
    }

    /** The taker is there. */
    void heard() {
        heardNanos = node.clock().nanos();
    }

    /** Gives up, unless the taker has said that it has everything. */
    void cancel() {
        cancelled = true;
    }

    /** Goes on as far as it can now, until it is sealed. The upkeep's thread. */
    void step(long nowNanos) {
        switch (step) {
            case PREPARE -> prepare(nowNanos);
            case DRAIN -> drain(nowNanos);
            case SEAL -> {
                if (wait == null || wait.isOver()) {
                    step = Step.SEALED;
                    whenSealed.run();
                }
            }
            case SEALED, SERVING, DECIDING, OVER -> {}
        }
    }

    private boolean isHopeless(long nowNanos) {
        return cancelled
                || nowNanos - heardNanos > SILENCE_NANOS
                || !node.membership().view().has(taker)
                || node.share().store().partition(partition.id()) == null;
    }

    private void prepare(long nowNanos) {
        if (isHopeless(nowNanos) || nowNanos - beganNanos > PREPARE_NANOS_MAX) {
            step = Step.OVER;
        } else if (!partition.table().growStep(BUCKETS_PER_STEP)) {
            node.share().leaving(partition.id());
            wait = node.store().passage().await();
            drainNanos = nowNanos;
            step = Step.DRAIN;
        }
    }

    private void drain(long nowNanos) {
        if (isHopeless(nowNanos) || nowNanos - drainNanos > DRAIN_NANOS_MAX) {
            node.share().leaving(StoreShare.NONE);
            node.placement().retarget();
            step = Step.OVER;
        } else if (isDrained()) {
            node.share().seal(partition);
            wait = node.store().passage().await();
            step = Step.SEAL;
        }
    }

    private boolean isDrained() {
        int id = partition.id();
        return wait != null
                && wait.isOver()
                && !node.store().isBusy(id)
                && !node.transactions().isBusy(id)
                && !partition.table().growStep(BUCKETS_PER_STEP)
                && node.placement().release(id)
                && node.recovered().getAsBoolean()
                && !node.share().isWithdrawn()
                && node.transactions().timestamps().leave(partition);
    }

    /** From SEALED to the end. */
    @Override
    public void run() {
        node.fabric().withdraw(partition.id());
        WordList description = new WordList();
        partition.describe(description);
        node.store().describe(description);
        node.transactions().describe(partition.id(), description);
        state = description.bytes();
        step = Step.SERVING;
        while (node.share().isSealed(partition) && !node.share().isOver()) {
            if (ready) {
                step = Step.DECIDING;
                decide();
            } else if (mustGiveUp()) {
                node.share().unseal(partition, node.follower());
            } else {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        step = Step.OVER;
    }

    private boolean mustGiveUp() {
        return cancelled
                || node.clock().nanos() - heardNanos > SILENCE_NANOS
                || !node.membership().view().has(taker)
                || node.share().hasLost();
    }

    /** Has the view changed, or finds out that it cannot be for this attempt any more. */
    private void decide() {
        long epoch = node.share().epoch();
        ClusterView view = node.membership().view();
        if (view.epoch() == epoch && (!view.has(taker) || node.share().hasLost())) {
            node.share().unseal(partition, node.follower());
        } else if (handOver(epoch)) {
            awaitView();
        } else {
            LockSupport.parkNanos(LOOK_NANOS); // a later view is there, or about to come
        }
    }

    /** False when it is certain that it has not happened and will not. */
    private boolean handOver(long epoch) {
        while (!node.share().isOver() && node.share().isSealed(partition)) {
            try {
                return node.membership().handOver(partition.id(), node.fabric().self(), taker, epoch);
            } catch (PraghException unknown) {
                if (!unknown.retryable()) {
                    throw unknown;
                }
                LockSupport.parkNanos(AGAIN_NANOS);
            }
        }
        return true;
    }

    private void awaitView() {
        while (node.share().isSealed(partition) && !node.share().isOver()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Answers the taker. */
    HandoverReply answer(HandoverRequest request) {
        heard();
        Step now = step;
        switch (request.kind()) {
            case TAKE -> {
                return now == Step.SERVING
                        ? HandoverReply.shape(
                                partition.region().segmentBytes(),
                                (int) (partition.region().bytes()
                                        / partition.region().segmentBytes()),
                                state.length)
                        : HandoverReply.of(now == Step.OVER ? HandoverReply.REFUSED : HandoverReply.WAIT);
            }
            case STATE -> {
                long end = request.offset() + request.bytes();
                return now == Step.SERVING && end <= state.length
                        ? HandoverReply.bytes(Arrays.copyOfRange(state, (int) request.offset(), (int) end))
                        : HandoverReply.of(HandoverReply.REFUSED);
            }
            case MEMORY -> {
                Region region = partition.region();
                if (now != Step.SERVING || !region.contains(request.offset(), request.bytes())) {
                    return HandoverReply.of(HandoverReply.REFUSED);
                }
                byte[] bytes = new byte[request.bytes()];
                region.get(request.offset(), bytes, 0, bytes.length);
                return HandoverReply.bytes(bytes);
            }
            case READY -> {
                boolean taken = (now == Step.SERVING || now == Step.DECIDING) && !cancelled;
                ready |= taken;
                return HandoverReply.of(taken ? HandoverReply.DONE : HandoverReply.REFUSED);
            }
            case CANCEL -> cancelled = true;
            case OFFER -> {}
        }
        return HandoverReply.of(HandoverReply.DONE);
    }
}
