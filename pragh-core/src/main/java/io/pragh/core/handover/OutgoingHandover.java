package io.pragh.core.handover;

import io.pragh.core.address.PartitionHeader;
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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One partition on its way to another node, at the giver. It has a thread of its own, because updates wait for it.
 * Requests of the taker are answered by any thread.
 */
/*
 * docs/protocols/handover.md. The state on entry of each step, and the effect of a crash of this node there:
 *
 *   AHEAD     all work goes on, the taker copies data that may still change; the partition is lost with this
 *             node, like any of its partitions.
 *   PREPARE   all work goes on; the same.
 *   DRAIN     no update begins at this home any more; the same.
 *   SEAL      no work is in progress at this home, no migration goes into it, no snapshot depends on its
 *             registration; the same.
 *   SEALED    no thread of this node changes the partition; the same.
 *   SERVING   the fabric does not expose it, so its content is final; the same.
 *   DECIDING  the taker has a complete copy; the view says which node serves the partition: this node until the
 *             view is changed, the taker from then on.
 *   OVER      a view has given the partition to the taker, or it is served here again.
 *
 * It is served here again only when the view cannot be changed for this attempt any more.
 */
final class OutgoingHandover implements Runnable {
    /** The steps, described above. */
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
    /**
     * The longest drain. Updates wait meanwhile, and transactions of two homes that are both drained may wait for
     * each other until one handover gives up.
     */
    private static final long DRAIN_NANOS_MAX = 500_000_000L;
    /** The time without a request of the taker after which the partition is served here again. */
    private static final long SILENCE_NANOS = 2_000_000_000L;
    /**
     * The same before the drain, when no update waits, and a taker that allocates gigabytes of memory sends nothing
     * meanwhile.
     */
    private static final long SILENCE_AHEAD_NANOS = 20_000_000_000L;
    /** The same for a taker with a data folder, which also makes gigabytes durable and verifies them. */
    private static final long SILENCE_KEPT_NANOS = 120_000_000_000L;

    private static final System.Logger LOG = System.getLogger(OutgoingHandover.class.getName());
    private static final long LOOK_NANOS = 500_000;
    private static final long COMMITS_NANOS = 100_000_000;
    private static final long AGAIN_NANOS = 50_000_000;
    private static final int BUCKETS_PER_STEP = 4096;

    private final HandoverContext node;
    private final @Nullable Keeping keeping;
    private final long attempt;
    private final int taker;
    private final Partition partition;

    private volatile Step step = Step.AHEAD;
    private volatile long heardNanos;
    private volatile boolean wanted;
    private volatile boolean ready;
    private volatile boolean cancelled;
    private long prepareNanos;
    private long drainNanos;
    private long sealNanos;
    private volatile byte[] state = {};
    private volatile Keeping.@Nullable Giving giving;
    private long lookedSequence;

    /** A handover to {@code taker}, which {@link #run} carries out. */
    OutgoingHandover(HandoverContext node, @Nullable Keeping keeping, long attempt, int taker, Partition partition) {
        this.node = node;
        this.keeping = keeping;
        this.attempt = attempt;
        this.taker = taker;
        this.partition = partition;
        this.heardNanos = node.clock().nanos();
    }

    long attempt() {
        return attempt;
    }

    int taker() {
        return taker;
    }

    /** Records a sign of life of the taker. */
    void heard() {
        heardNanos = node.clock().nanos();
    }

    /** Gives up, unless the taker has said that its copy is complete. */
    void cancel() {
        cancelled = true;
    }

    /** Runs all steps. Throws the error that made it impossible to go on or back. */
    @Override
    public void run() {
        try {
            Keeping folder = keeping;
            if (folder == null) {
                steps();
            } else {
                folder.undisturbed(() -> giveFrom(folder));
            }
        } finally {
            node.placement().keepAll();
            step = Step.OVER;
        }
    }

    private void steps() {
        if (isLookedAt() && isPrepared() && isDrained()) {
            give();
        }
    }

    /** The steps, while what the data folder has goes to the taker's. */
    private void giveFrom(Keeping folder) {
        int id = partition.id();
        long to = node.membership().view().folderOfMember(taker);
        if (to == 0) {
            return; // the taker is gone
        }
        try (Keeping.Giving opened = folder.give(id, to)) {
            giving = opened;
            steps();
            if (node.share().isOver()) {
                return; // what the view says counts
            }
            if (node.share().store().partition(id) == null) {
                folder.left(id);
            } else {
                opened.stay();
            }
        } catch (PraghException failed) {
            if (node.share().isSealed(partition)) {
                throw failed;
            }
            LOG.log(System.Logger.Level.WARNING, "a partition could not be handed over: partition=" + id, failed);
        } finally {
            step = Step.OVER;
            giving = null;
        }
    }

    /** Adds commits to what the taker gets; ends the attempt when that is not possible. */
    private void addCommits(Consumer<Keeping.Giving> add) {
        Keeping.Giving now = giving;
        if (now != null) {
            try {
                add.accept(now);
            } catch (PraghException failed) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "a partition is not handed over now: partition=" + partition.id(),
                        failed);
                cancelled = true;
            }
        }
    }

    private void addDecided(Keeping.Giving to) {
        to.add(partition.region().getLongAcquire(PartitionHeader.DECIDED_OFFSET));
    }

    private boolean isHopeless(long silenceNanos) {
        return cancelled
                || node.clock().nanos() - heardNanos > silenceNanos
                || !node.membership().view().has(taker)
                || node.share().isOver()
                || node.share().store().partition(partition.id()) == null;
    }

    /** Lets the taker copy; true when it asks to take the partition. */
    private boolean isLookedAt() {
        addCommits(this::addDecided);
        long added = node.clock().nanos();
        while (!wanted && !isHopeless(giving == null ? SILENCE_AHEAD_NANOS : SILENCE_KEPT_NANOS)) {
            LockSupport.parkNanos(LOOK_NANOS);
            if (node.clock().nanos() - added > COMMITS_NANOS) {
                addCommits(this::addDecided);
                added = node.clock().nanos();
            }
        }
        return wanted;
    }

    /** Prepares the drain, while no update waits yet. */
    private boolean isPrepared() {
        prepareNanos = node.clock().nanos();
        step = Step.PREPARE;
        BooleanSupplier released = node.placement().release(partition.id());
        while (partition.table().growStep(BUCKETS_PER_STEP) || !released.getAsBoolean()) {
            if (isHopeless(SILENCE_NANOS) || node.clock().nanos() - prepareNanos > PREPARE_NANOS_MAX) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    /** Begins no more updates at this home; true when none is in progress any more, and the partition is sealed. */
    private boolean isDrained() {
        drainNanos = node.clock().nanos();
        step = Step.DRAIN;
        node.share().leaving(partition.id());
        Passage.Wait wait = node.store().passage().await();
        String obstacle = obstacle(wait);
        while (obstacle != null) {
            long now = node.clock().nanos();
            if (isHopeless(SILENCE_NANOS) || now - drainNanos > DRAIN_NANOS_MAX) {
                node.share().leaving(StoreShare.NONE);
                reportPutOff(obstacle, now);
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
            obstacle = obstacle(wait);
        }
        return true;
    }

    /** The reason why the partition cannot be sealed; null when there was none, and it is sealed. */
    private @Nullable String obstacle(Passage.Wait wait) {
        int id = partition.id();
        if (!wait.isOver()) {
            return "calls that may not have seen it yet";
        } else if (node.transactions().hasClaims(id)) {
            return "updates";
        } else if (node.transactions().isBusy(id)) {
            return "transactions";
        } else if (partition.table().growStep(BUCKETS_PER_STEP)) {
            return "a growing key table";
        }
        return node.share().seal(partition, node.recovered()) ? null : "a recovery, or open snapshots";
    }

    private void reportPutOff(String obstacle, long nowNanos) {
        LOG.log(
                System.Logger.Level.INFO,
                "a handover is put off, its partition could not be drained: partition={0} to={1} drainMillis={2}"
                        + " waitedFor={3}",
                partition.id(),
                taker,
                millis(drainNanos, nowNanos),
                obstacle);
    }

    private void give() {
        sealNanos = node.clock().nanos();
        step = Step.SEAL;
        Passage.Wait wait = node.store().passage().await();
        while (!wait.isOver()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        step = Step.SEALED;
        node.fabric().withdraw(partition.id());
        WordList description = new WordList();
        partition.describe(description);
        node.store().describe(description);
        node.transactions().describe(partition.id(), description);
        state = description.bytes();
        addCommits(Keeping.Giving::complete);
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

    /** Has the view changed, or finds out that it cannot be changed for this attempt any more. */
    private void decide() {
        long epoch = node.share().epoch();
        ClusterView view = node.membership().view();
        if (view.epoch() == epoch && (!view.has(taker) || node.share().hasLost())) {
            node.share().unseal(partition, node.follower());
        } else if (handOver(epoch)) {
            awaitView();
        } else {
            LockSupport.parkNanos(LOOK_NANOS); // a later view is there, or about to arrive
        }
    }

    /** False when it is certain that the view was not changed and will not be. */
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

    /** Answers the taker; {@code sequence} numbers its requests. */
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
            case KEPT, PART, TAIL -> kept(request, now);
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

    private HandoverReply kept(HandoverRequest request, Step now) {
        Keeping.Giving open = giving;
        if (open == null) {
            return HandoverReply.of(keeping == null || now == Step.OVER ? HandoverReply.REFUSED : HandoverReply.WAIT);
        }
        try {
            return HandoverReply.bytes(
                    switch (request.kind()) {
                        case PART -> open.part(request.offset(), request.bytes());
                        case TAIL -> open.tail(request.offset(), request.bytes());
                        default -> open.shape();
                    });
        } catch (PraghException over) { // the files are closed, or cannot be read
            LOG.log(System.Logger.Level.DEBUG, "a request for what a folder has came to nothing", over);
            return HandoverReply.of(HandoverReply.REFUSED);
        }
    }

    /**
     * Writes down which pages are in use now. A repeated request gets the same answer, because the taker may be
     * reading it already.
     */
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

    /** The shape at the time when {@link #state} was written down, whose first word is the number of pages. */
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
