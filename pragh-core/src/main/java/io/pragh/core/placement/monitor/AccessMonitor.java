package io.pragh.core.placement.monitor;

import io.pragh.core.access.AccessRecorder;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.Clock;
import io.pragh.core.placement.AccessReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Counts a node's reads and makes reports of them. Remote reads are counted in the entries of the location cache,
 * whose replacement policy has already selected the keys that are worth counting; local reads are counted only for
 * watched keys. Any thread.
 */
public final class AccessMonitor implements AccessRecorder {
    private final int node;
    private final LocationCache cache;
    private final MonitorConfig config;
    private final Clock clock;
    private final LongUnaryOperator localAddress;
    private final HotValueListener listener;

    private final WatchedKeys watched = new WatchedKeys(WatchedKeys.KEYS_MAX);
    private final BurstDetector bursts;
    private final int stepMask;
    private final HottestReads remote;
    private final HottestReads local;
    private long sequence;
    private volatile long reportedNanos;
    private volatile boolean bursting;

    /**
     * A monitor whose first interval begins now.
     *
     * @param node the reporting node
     * @param cache the node's location cache; only this monitor drains it
     * @param config limits
     * @param clock the node's clock
     * @param localAddress the address of a key whose value lies in this node's own memory, 0 for any other; called
     *     for watched keys when a report is made
     * @param listener is told of hot values at once
     */
    public AccessMonitor(
            int node,
            LocationCache cache,
            MonitorConfig config,
            Clock clock,
            LongUnaryOperator localAddress,
            HotValueListener listener) {
        this.node = node;
        this.cache = cache;
        this.config = config;
        this.clock = clock;
        this.localAddress = localAddress;
        this.listener = listener;
        this.reportedNanos = clock.nanos();
        this.bursts = new BurstDetector(config.burstReadsPerSecond(), reportedNanos);
        this.stepMask = bursts.step() - 1;
        this.remote = new HottestReads(config.reportEntriesMax());
        this.local = new HottestReads(config.reportEntriesMax());
    }

    @Override
    public void remoteRead(long key, long address, int cacheEntry) {
        int reads = cache.count(cacheEntry, key);
        if ((reads & stepMask) == 0 && reads != 0) {
            step(key, address);
        }
    }

    private void step(long key, long address) {
        if (bursts.passes(key, clock.nanos())) {
            bursting = true;
            listener.hot(key, address);
        }
    }

    @Override
    public void localRead(long key) {
        watched.count(key);
    }

    /** Starts or stops counting the local reads of a key; beyond 65,536 keys the oldest is dropped. */
    public void watch(long key, boolean on) {
        if (on) {
            watched.add(key);
        } else {
            watched.remove(key);
        }
    }

    /** Whether a value has passed the burst rate since the last report, and that report is old enough for another. */
    public boolean urgent() {
        return bursting && clock.nanos() - reportedNanos >= config.urgentIntervalNanos();
    }

    /**
     * Ends the interval and reports it: the keys read most, and every watched key whose value is here, read or not.
     * If they are too many, watched keys and others get half of the report each, and the part that the other half
     * leaves free.
     *
     * @param nowNanos the node's clock
     */
    public synchronized AccessReport collect(long nowNanos) {
        long sinceNanos = reportedNanos;
        bursting = false;
        reportedNanos = nowNanos;
        remote.clear();
        local.clear();
        cache.drainCounts(config.reportMinimum(), this::offerRemote);
        bursts.nextInterval(nowNanos);
        watched.drain(this::offerLocal);

        int entriesMax = config.reportEntriesMax();
        local.keep(Math.max(entriesMax / 2, entriesMax - remote.size()));
        remote.keep(entriesMax - local.size());
        List<AccessReport.Entry> entries = new ArrayList<>(local.size() + remote.size());
        local.addTo(entries, true);
        remote.addTo(entries, false);
        return new AccessReport(node, ++sequence, Math.max(1, nowNanos - sinceNanos), entries);
    }

    private void offerLocal(long key, int reads) {
        long address = localAddress.applyAsLong(key);
        if (ValueAddress.isBlock(address)) {
            local.offer(key, address, reads);
        }
    }

    /**
     * Leaves out a watched key whose value has come to this node within the interval: its local reads are reported
     * instead.
     */
    private void offerRemote(long key, long address, int reads) {
        boolean answered = watched.contains(key) && ValueAddress.isBlock(localAddress.applyAsLong(key));
        if (!answered) {
            remote.offer(key, address, reads);
        }
    }
}
