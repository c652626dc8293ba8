package io.pragh.core.node;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.PlacementExchange;
import io.pragh.core.placement.migrate.MigrationThrottle;
import io.pragh.core.store.Partition;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a node that does what nobody waits for: reclaiming, reporting, migrating, and message delivery when no worker is
 * there to do it.
 */
final class Upkeep implements Runnable {
    private static final long PAUSE_NANOS = 2_000_000;
    /** Values that wait to be pulled; more are dropped, and reported again while they are hot. */
    private static final int WANTED_MAX = 1 << 20;

    private final PraghNode node;
    private final MigrationThrottle throttle;
    private final ConcurrentLinkedQueue<Long> wanted = new ConcurrentLinkedQueue<>();
    private final java.util.concurrent.atomic.AtomicInteger wantedCount =
            new java.util.concurrent.atomic.AtomicInteger();
    private final long[] keys = new long[4096];
    private final Thread thread;
    private final NodeSession session;
    private final Compaction compaction;
    private long lastReportNanos;
    private volatile boolean running = true;
    private volatile @Nullable Throwable failure;

    Upkeep(PraghNode node, MigrationThrottle throttle) {
        this.node = node;
        this.throttle = throttle;
        this.lastReportNanos = node.clock().nanos();
        this.session = node.openSession();
        this.compaction = new Compaction(node, session, lastReportNanos);
        this.thread = new Thread(this, "pragh-upkeep-" + node.self());
        thread.setDaemon(true);
    }

    /** Values that were written again to keep memory dense. */
    long compacted() {
        return compaction.rewritten();
    }

    void start() {
        thread.start();
    }

    /** Pulls a value when the throttle allows it. Any thread. */
    void wanted(long key) {
        if (wantedCount.incrementAndGet() > WANTED_MAX) {
            wantedCount.decrementAndGet();
        } else {
            wanted.add(key);
        }
    }

    @Override
    public void run() {
        try {
            while (running) {
                once();
                if (wanted.isEmpty()) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        } catch (RuntimeException | AssertionError broken) {
            failure = broken;
            throw broken;
        }
    }

    private void once() {
        long now = node.clock().nanos();
        for (Partition partition : node.partitions()) {
            partition.upkeep(now);
        }
        node.serve();
        node.recovery().step(now);
        node.migrator().upkeep();
        compaction.step(now);
        migrateSome(now);
        report(now);
    }

    private void migrateSome(long nowNanos) {
        int count = Math.min(throttle.allowance(nowNanos), keys.length);
        int taken = 0;
        while (taken < count) {
            Long key = wanted.poll();
            if (key == null) {
                break;
            }
            wantedCount.decrementAndGet();
            keys[taken++] = key;
        }
        if (taken > 0) {
            long before = node.migrator().counters().bytesMoved();
            node.migrator().migrate(keys, taken);
            throttle.spend(taken, node.migrator().counters().bytesMoved() - before);
        } else if (count == 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void report(long nowNanos) {
        boolean due = nowNanos - lastReportNanos >= node.config().monitor().reportIntervalNanos();
        if (due || node.monitor().urgent()) {
            AccessReport report = node.monitor().collect(nowNanos); // ends the interval, whether anybody listens or not
            lastReportNanos = nowNanos;
            PlacementExchange exchange = node.exchange();
            if (exchange != null) {
                exchange.report(report);
            }
        }
    }

    void close() {
        running = false;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Throwable broken = failure;
        if (broken != null) {
            throw new PraghException("the node's upkeep had ended with a failure: node=" + node.self(), broken);
        }
    }
}
