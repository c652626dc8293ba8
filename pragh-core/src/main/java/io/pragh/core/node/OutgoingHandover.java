package io.pragh.core.node;

import io.pragh.core.base.PraghException;
import io.pragh.core.base.WordList;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.memory.PageDigest;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.HandoverReply;
import io.pragh.core.protocol.HandoverRequest;
import io.pragh.core.protocol.HandoverRequest.Kind;
import io.pragh.core.store.Partition;
import io.pragh.core.store.Passage;
import io.pragh.core.store.StoreShare;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One partition on its way to another node, at the node that gives it. The upkeep's thread takes it to SEALED, a thread of its own
 * does what may take long; requests are answered by any.
 */
// docs/protocols/handover.md. What holds on entry of each step, and what a crash of this node there leaves behind:
//   AHEAD     all goes on as ever, the taker copies what may change still; the partition is lost with this node, as
// any.
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
        AHEAD,
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
    /** Nobody waits before it is drained, and a taker that gets itself gigabytes of memory says nothing meanwhile. */
    private static final long SILENCE_AHEAD_NANOS = 20_000_000_000L;

    private static final System.Logger LOG = System.getLogger(OutgoingHandover.class.getName());
    private static final long LOOK_NANOS = 500_000;
    private static final long AGAIN_NANOS = 50_000_000;
    private static final int BUCKETS_PER_STEP = 4096;

    private final HandoverContext node;
    private final long attempt;
    private final int taker;
    private final Partition partition;
    private final Runnable whenSealed;

    private volatile Step step = Step.AHEAD;
    private volatile long heardNanos;
    private volatile boolean wanted;
    private volatile boolean ready;
    private volatile boolean cancelled;
    private Passage.@Nullable Wait wait;
    private long prepareNanos;
    private long drainNanos;
    private long sealNanos;
    private volatile byte[] state = {};
    private long lookedSequence;

    /** A handover to {@code taker}; {@code whenSealed} starts {@link #run} on a thread of its own. */
    OutgoingHandover(HandoverContext node, long attempt, int taker, Partition partition, Runnable whenSealed) {
        this.node = node;
        this.attempt = attempt;
        this.taker = taker;
        this.partition = partition;
        this.whenSealed = whenSealed;
        this.heardNanos = node.clock().nanos();
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
            case AHEAD -> ahead(nowNanos);
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
                || nowNanos - heardNanos > (step == Step.AHEAD ? SILENCE_AHEAD_NANOS : SILENCE_NANOS)
                || !node.membership().view().has(taker)
                || node.share().store().partition(partition.id()) == null;
    }

    private void ahead(long nowNanos) {
        if (isHopeless(nowNanos)) {
            step = Step.OVER;
        } else if (wanted) {
            prepareNanos = nowNanos;
            step = Step.PREPARE;
        }
    }

    private void prepare(long nowNanos) {
        if (isHopeless(nowNanos) || nowNanos - prepareNanos > PREPARE_NANOS_MAX) {
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
            LOG.log(
                    System.Logger.Level.INFO,
                    "a handover is put off, its partition could not be drained: partition={0} to={1} drainMillis={2}",
                    partition.id(),
                    taker,
                    millis(drainNanos, nowNanos));
            step = Step.OVER;
        } else if (isDrained()) {
            node.share().seal(partition);
            sealNanos = nowNanos;
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
        long servingNanos = node.clock().nanos();
        long decidingNanos = servingNanos;
        while (node.share().isSealed(partition) && !node.share().isOver()) {
            if (ready) {
                decidingNanos =
                        step == Step.DECIDING ? decidingNanos : node.clock().nanos();
                step = Step.DECIDING;
                decide();
            } else if (mustGiveUp()) {
                node.share().unseal(partition, node.follower());
            } else {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        report(servingNanos, decidingNanos);
        step = Step.OVER;
    }

    private void report(long servingNanos, long decidingNanos) {
        LOG.log(
                System.Logger.Level.INFO,
                "a handover is over: partition={0} from={1} to={2} served={3} prepareMillis={4} drainMillis={5}"
                        + " sealMillis={6} copyMillis={7} decideMillis={8}",
                partition.id(),
                node.fabric().self(),
                taker,
                node.share().store().partition(partition.id()) == null ? "there" : "here",
                millis(prepareNanos, drainNanos),
                millis(drainNanos, sealNanos),
                millis(sealNanos, servingNanos),
                millis(servingNanos, decidingNanos),
                millis(decidingNanos, node.clock().nanos()));
    }

    private static long millis(long fromNanos, long toNanos) {
        return (toNanos - fromNanos) / 1_000_000;
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

    /** Answers the taker; {@code sequence} counts its requests. */
    HandoverReply answer(HandoverRequest request, long sequence) {
        heard();
        Step now = step;
        boolean readable = now == Step.AHEAD || now == Step.SERVING;
        return switch (request.kind()) {
            case LOOK -> now == Step.AHEAD ? look(sequence) : HandoverReply.of(HandoverReply.REFUSED);
            case TAKE -> take(now);
            case STATE -> readable ? state(request) : HandoverReply.of(HandoverReply.REFUSED);
            case MEMORY, DIGESTS -> {
                Region region = partition.region();
                boolean there = readable && region.contains(request.offset(), request.bytes());
                yield !there
                        ? HandoverReply.of(HandoverReply.REFUSED)
                        : HandoverReply.bytes(request.kind() == Kind.MEMORY ? memory(request) : digests(request));
            }
            case READY -> {
                boolean taken = (now == Step.SERVING || now == Step.DECIDING) && !cancelled;
                ready |= taken;
                yield HandoverReply.of(taken ? HandoverReply.DONE : HandoverReply.REFUSED);
            }
            case CANCEL, OFFER -> {
                cancelled |= request.kind() == Kind.CANCEL;
                yield HandoverReply.of(HandoverReply.DONE);
            }
        };
    }

    /** Which pages are in use now. A request that was sent again gets the same answer: its asker may be reading that. */
    private synchronized HandoverReply look(long sequence) {
        if (sequence > lookedSequence) {
            lookedSequence = sequence;
            WordList pages = new WordList();
            partition.describePages(pages);
            state = pages.bytes();
        }
        return shape();
    }

    private HandoverReply take(Step now) {
        wanted = true;
        return switch (now) {
            case SERVING -> shape();
            case OVER -> HandoverReply.of(HandoverReply.REFUSED);
            case AHEAD, PREPARE, DRAIN, SEAL, SEALED, DECIDING -> HandoverReply.of(HandoverReply.WAIT);
        };
    }

    /** The shape at the time when {@link #state} was written down: its first word is how many pages there are. */
    private HandoverReply shape() {
        byte[] now = state;
        Region region = partition.region();
        int segments = (int) (WordList.of(now).next() * PageRuns.PAGE_BYTES / region.segmentBytes());
        return HandoverReply.shape(region.segmentBytes(), segments, region.segmentCountMax(), now.length);
    }

    private HandoverReply state(HandoverRequest request) {
        byte[] now = state;
        long end = request.offset() + request.bytes();
        return end <= now.length
                ? HandoverReply.bytes(Arrays.copyOfRange(now, (int) request.offset(), (int) end))
                : HandoverReply.of(HandoverReply.REFUSED);
    }

    private byte[] memory(HandoverRequest request) {
        byte[] bytes = new byte[request.bytes()];
        partition.region().get(request.offset(), bytes, 0, bytes.length);
        return bytes;
    }

    private byte[] digests(HandoverRequest request) {
        ByteBuffer digests = ByteBuffer.allocate(request.answerBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (long at = request.offset(); digests.hasRemaining(); at += PageRuns.PAGE_BYTES) {
            digests.putLong(PageDigest.of(partition.region(), at));
        }
        return digests.array();
    }
}
