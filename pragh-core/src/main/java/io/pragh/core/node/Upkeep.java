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
 * The thread of a node for work that no caller waits for: reclaiming, reporting, migrating, and the delivery of
 * messages when no worker is there to do it. When it fails the node stops serving; without memory, a node that is
 * alone waits until there is some.
 */
final class Upkeep implements Runnable {
    private static final long PAUSE_NANOS = 2_000_000;
    /**
     * The longest pause. While there are no commits anywhere and no work is left, each pause is longer than the last
     * by a sixteenth.
     */
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
        // A full heap may end the thread even where errors of its work are caught, because the handler may need a
        // class that is not loaded yet.
        thread.setUncaughtExceptionHandler((ended, broken) -> node.failure.happened("upkeep", broken));
    }

    /** The bytes available for new values in each partition. */
    PartitionRooms rooms() {
        return rooms;
    }

    /** The number of values that were written again to keep memory dense. */
    long compacted() {
        return compaction.rewritten();
    }

    /** The number of lists whose slack for appends was taken back. */
    long trimmed() {
        return tails.trimmed();
    }

    /** The number of deleted keys that were forgotten. */
    long forgotten() {
        return tombstones.forgotten();
    }

    /**
     * Starts the thread. If the node is alone, each step has been done once when this returns, so that its code is
     * linked before the heap can be full.
     */
    void start() {
        thread.start();
        if (basis.isAlone()) {
            try {
                triedOnce.await();
            } catch (InterruptedException asked) { // the thread goes on by itself
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
            // close() was called while this thread waited for an answer.
        } catch (Throwable broken) { // an Error too: close() throws it
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
            // Another node does not answer, or this one was cut off or expelled during the step: both may pass.
            LOG.log(System.Logger.Level.INFO, "the upkeep tries again: node={0} why={1}", basis.self(), later);
            LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
        } catch (OutOfMemoryError | LinkageError none) {
            // A member that was present when the step began may have been sent a request whose answer was not taken.
            if (!aloneBefore || !basis.isAlone() || !heap.mayPass(none)) {
                throw none;
            }
            LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
            saySometimes();
        }
    }

    /**
     * Logs the lack of memory, as soon as there is enough memory to log; not at all if the logger itself has failed
     * by it.
     */
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

    /**
     * Does each step once; returns whether there was no work, and none is expected soon as far as this node knows.
     */
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
        node.followViewChanges();
        node.serve();
        node.placement.upkeep();
        if (node.mayMigrate()) {
            // These steps wait for owners of values. If an owner has died, its keys are answered only after recovery,
            // which runs on this thread.
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
