package io.pragh.core.node;

import io.pragh.core.api.NodeClosedException;
import io.pragh.core.base.Joined;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.standing.FullHeap;
import io.pragh.core.standing.NodeBasis;
import io.pragh.core.standing.Restoration;
import io.pragh.core.store.Partition;
import io.pragh.core.upkeep.Compaction;
import io.pragh.core.upkeep.MemoryShortage;
import io.pragh.core.upkeep.PageReturn;
import io.pragh.core.upkeep.PartitionRooms;
import io.pragh.core.upkeep.TailTrim;
import io.pragh.core.upkeep.TombstoneSweep;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The thread of a node that does what nobody waits for: reclaiming, reporting, migrating, and message delivery when no worker is
 * there to do it. When it fails the node stops serving; without memory, a node that is alone waits until there is some.
 */
final class Upkeep implements Runnable {
    private static final long PAUSE_NANOS = 2_000_000;
    /** While nothing is committed anywhere and nothing is left to do: the pauses lengthen by a sixteenth each. */
    private static final long PAUSE_NANOS_MAX = 10_000_000;

    private static final long PAUSE_SHARE = 16;
    private static final long PAUSE_AFTER_FAILURE_NANOS = 100_000_000;
    private static final long SAY_NANOS = 10_000_000_000L;
    private static final System.Logger LOG = System.getLogger(Upkeep.class.getName());

    private final NodeParts node;
    private final NodeBasis basis;
    private final Thread thread;
    private final Compaction compaction;
    private final TailTrim tails;
    private final TombstoneSweep tombstones;
    private final Restoration restoration;
    private final MemoryShortage memory;
    private final PageReturn pages;
    private final PartitionRooms rooms;
    private final Endpoint endpoint;
    private final CountDownLatch triedOnce = new CountDownLatch(1);
    private final FullHeap heap = new FullHeap();
    private volatile boolean running = true;
    private long saidNanos;
    private long pauseNanos = PAUSE_NANOS;

    Upkeep(NodeParts node, NodeSession session) {
        this.node = node;
        this.basis = node.basis;
        this.restoration = new Restoration(node.recovery, node.share, basis.words());
        this.endpoint = basis.fabric().open();
        Supplier<List<Partition>> served = node::partitions;
        long now = basis.clock().nanos();
        this.memory = new MemoryShortage(
                basis.fabric()::room,
                endpoint,
                served,
                basis.memory().bytesMax(),
                basis.homes().partitions(),
                now);
        this.pages = new PageReturn(served, now);
        this.rooms = new PartitionRooms(endpoint, basis::view, now);
        this.compaction = new Compaction(served, session, now);
        this.tails = new TailTrim(served, session::update, node.readers.appends(), now);
        this.tombstones = new TombstoneSweep(served, session, node.timestamps::horizon);
        this.thread = new Thread(this, "pragh-upkeep-" + basis.self());
        thread.setDaemon(true);
        // a full heap may end it where the errors of its work are caught: what is caught there may have to be loaded
        // first
        thread.setUncaughtExceptionHandler((ended, broken) -> node.failure.happened("upkeep", broken));
    }

    /** How much room new values find in each partition. */
    PartitionRooms rooms() {
        return rooms;
    }

    /** Values that were written again to keep memory dense. */
    long compacted() {
        return compaction.rewritten();
    }

    /** Lists whose room for appends was taken back. */
    long trimmed() {
        return tails.trimmed();
    }

    /** Keys that had been deleted and were forgotten. */
    long forgotten() {
        return tombstones.forgotten();
    }

    /**
     * Starts the thread. Where a node is alone, it has done each of its steps once when this returns: what is linked by then cannot
     * meet a full heap.
     */
    void start() {
        thread.start();
        if (basis.isAlone()) {
            try {
                triedOnce.await();
            } catch (InterruptedException asked) { // it goes on by itself
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void run() {
        try {
            while (running) {
                tryOnce();
                triedOnce.countDown();
            }
        } catch (NodeClosedException asItWasTold) {
            // close() came while this thread waited for an answer
        } catch (Throwable broken) { // an Error too: close() tells whoever ends the node
            node.failure.happened("upkeep", broken);
        } finally {
            triedOnce.countDown();
        }
    }

    private void tryOnce() {
        boolean aloneBefore = basis.isAlone();
        try {
            boolean quiet = once();
            heap.passed();
            pauseNanos = quiet ? Math.min(pauseNanos + pauseNanos / PAUSE_SHARE, PAUSE_NANOS_MAX) : PAUSE_NANOS;
            if (node.placement.idle() || !node.mayMigrate()) {
                LockSupport.parkNanos(pauseNanos);
            }
        } catch (NodeClosedException closed) {
            throw closed;
        } catch (PraghException later) {
            if (!later.retryable()) {
                throw later;
            }
            // another node does not answer, or this one was cut off or expelled in the middle of it: both may pass
            LOG.log(System.Logger.Level.INFO, "the upkeep tries again: node={0} why={1}", basis.self(), later);
            LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
        } catch (OutOfMemoryError | LinkageError none) {
            // who was there when the step began may still have been sent something, of which the answer was not taken
            if (!aloneBefore || !basis.isAlone() || !heap.mayPass(none)) {
                throw none;
            }
            LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
            saySometimes();
        }
    }

    /** That there was no memory, as soon as there is some to say so; not at all where the log itself has broken by it. */
    private void saySometimes() {
        try {
            long now = basis.clock().nanos();
            if (saidNanos == 0 || now - saidNanos >= SAY_NANOS) {
                saidNanos = now;
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the heap is full, so the upkeep of a node was put off; give the process more (-Xmx), or ask for"
                                + " less at a time: node={0}",
                        basis.self());
            }
        } catch (OutOfMemoryError | LinkageError still) {
            saidNanos = 0;
        }
    }

    /** Whether there was nothing to do, nor will be soon as far as this node knows. */
    private boolean once() {
        long now = basis.clock().nanos();
        boolean committed = node.timestamps.step(now, memory);
        if (!node.share.isWithdrawn()) {
            memory.tell(now);
            rooms.look(now);
            node.store.reclaim(now);
            node.store.settleRolls();
            pages.step(now);
            node.agreement.step(now);
            node.recovery.step(now);
            restoration.step();
        }
        node.followHandovers();
        node.serve();
        node.placement.upkeep();
        if (node.mayMigrate()) {
            // these wait for owners of values: one that has died answers when recovery, which is this thread's, has got
            // to its keys
            if (!node.handovers.isGiving() && node.recovery.idle()) {
                compaction.step(now);
                tails.step(now);
                tombstones.step(now);
            }
            node.placement.migrateSome(now);
        }
        node.placement.report(now);
        return !committed
                && node.recovery.idle()
                && !node.handovers.isGiving()
                && node.placement.idle()
                && node.store.restingBytes() == 0;
    }

    void close() {
        running = false;
        LockSupport.unpark(thread);
        Joined.join(thread);
        endpoint.close();
    }
}
