package io.pragh.core.node;

import io.pragh.core.api.NodeClosedException;
import io.pragh.core.base.Joined;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.store.StoreNode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread of a node that does what nobody waits for: reclaiming, reporting, migrating, and message delivery when no worker is
 * there to do it. When it fails the node stops serving; without memory, a node that is alone waits until there is some.
 */
final class Upkeep implements Runnable {
    private static final long PAUSE_NANOS = 2_000_000;
    private static final long PAUSE_AFTER_FAILURE_NANOS = 100_000_000;
    private static final long SAY_NANOS = 10_000_000_000L;
    private static final System.Logger LOG = System.getLogger(Upkeep.class.getName());

    private final PraghNode node;
    private final StoreNode store;
    private final Thread thread;
    private final NodeSession session;
    private final Compaction compaction;
    private final TombstoneSweep tombstones;
    private final Restoration restoration;
    private final MemoryShortage memory;
    private final PartitionRooms rooms;
    private final Endpoint endpoint;
    private final NodeFailure failure;
    private final CountDownLatch triedOnce = new CountDownLatch(1);
    private final FullHeap heap = new FullHeap();
    private volatile boolean running = true;
    private long saidNanos;

    Upkeep(PraghNode node, StoreNode store, Restoration restoration, NodeFailure failure) {
        this.failure = failure;
        this.node = node;
        this.restoration = restoration;
        this.endpoint = node.fabric().open();
        this.memory = new MemoryShortage(
                node.fabric(),
                endpoint,
                node::partitions,
                node.config().memory().bytesMax(),
                node.homes().partitions(),
                node.clock().nanos());
        this.rooms = new PartitionRooms(endpoint, node::view, node.clock().nanos());
        this.store = store;
        this.session = node.openSession(node::poll);
        this.compaction = new Compaction(node, session, node.clock().nanos());
        this.tombstones = new TombstoneSweep(node, session, node.transactions().timestamps()::horizon);
        this.thread = new Thread(this, "pragh-upkeep-" + node.self());
        thread.setDaemon(true);
        // a full heap may end it where the errors of its work are caught: what is caught there may have to be loaded
        // first
        thread.setUncaughtExceptionHandler((ended, broken) -> failure.happened("upkeep", broken));
    }

    /** How much room new values find in each partition. */
    PartitionRooms rooms() {
        return rooms;
    }

    /** Values that were written again to keep memory dense. */
    long compacted() {
        return compaction.rewritten();
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
        if (node.isAlone()) {
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
            failure.happened("upkeep", broken);
        } finally {
            triedOnce.countDown();
        }
    }

    private void tryOnce() {
        boolean aloneBefore = node.isAlone();
        try {
            once();
            heap.passed();
            if (node.placement().idle() || !node.mayMigrate()) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (NodeClosedException closed) {
            throw closed;
        } catch (PraghException later) {
            if (!later.retryable()) {
                throw later;
            }
            // another node does not answer, or this one was cut off or expelled in the middle of it: both may pass
            LOG.log(System.Logger.Level.INFO, "the upkeep tries again: node={0} why={1}", node.self(), later);
            LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
        } catch (OutOfMemoryError | LinkageError none) {
            // who was there when the step began may still have been sent something, of which the answer was not taken
            if (!aloneBefore || !node.isAlone() || !heap.mayPass(none)) {
                throw none;
            }
            LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
            saySometimes();
        }
    }

    /** That there was no memory, as soon as there is some to say so; not at all where the log itself has broken by it. */
    private void saySometimes() {
        try {
            long now = node.clock().nanos();
            if (saidNanos == 0 || now - saidNanos >= SAY_NANOS) {
                saidNanos = now;
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the heap is full, so the upkeep of a node was put off; give the process more (-Xmx), or ask for"
                                + " less at a time: node={0}",
                        node.self());
            }
        } catch (OutOfMemoryError | LinkageError still) {
            saidNanos = 0;
        }
    }

    private void once() {
        long now = node.clock().nanos();
        node.transactions().timestamps().step(now, memory);
        if (!node.isWithdrawn()) {
            memory.tell(now);
            rooms.look(now);
            store.reclaim(now);
            node.recovery().step(now);
            restoration.step();
        }
        node.followHandovers();
        node.serve();
        node.placement().upkeep();
        if (node.mayMigrate()) {
            if (!node.isHandingOver()) {
                compaction.step(now);
                tombstones.step(now);
            }
            node.placement().migrateSome(now);
        }
        node.placement().report(now);
    }

    void close() {
        running = false;
        LockSupport.unpark(thread);
        Joined.join(thread);
        endpoint.close();
    }
}
