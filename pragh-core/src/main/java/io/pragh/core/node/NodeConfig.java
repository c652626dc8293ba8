package io.pragh.core.node;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.placement.PlacementMode;
import io.pragh.core.placement.monitor.MonitorConfig;
import io.pragh.core.store.MemoryLimits;

/**
 * The configuration of a node, read once. Immutable.
 *
 * @param memory limits of each partition
 * @param cacheBytes size of the location cache, default 128 MB
 * @param lease how long cached addresses may be used
 * @param read how reads are made
 * @param monitor when accesses are reported
 * @param placement which part decides on migrations
 * @param pulls limits of the rate of migrations
 * @param snapshots whether there are transactions, and for how long a snapshot stays open
 * @param log records commits
 */
public record NodeConfig(
        MemoryLimits memory,
        long cacheBytes,
        LeasePolicy lease,
        ReadOptions read,
        MonitorConfig monitor,
        PlacementMode placement,
        PullLimits pulls,
        SnapshotPolicy snapshots,
        CommitLog log) {

    /** The configuration for most uses. */
    public static final NodeConfig DEFAULT = new NodeConfig(
            MemoryLimits.DEFAULT,
            LocationCache.BYTES_DEFAULT,
            LeasePolicy.DEFAULT,
            ReadOptions.DEFAULT,
            MonitorConfig.DEFAULT,
            PlacementMode.EAGER,
            PullLimits.DEFAULT,
            SnapshotPolicy.DEFAULT,
            CommitLog.NONE);

    /**
     * Limits on the migration of values into a node.
     *
     * @param valuesPerSecond number of values per second at most
     * @param bytesPerSecond number of bytes per second at most
     */
    public record PullLimits(long valuesPerSecond, long bytesPerSecond) {
        /** Limits for most uses. */
        public static final PullLimits DEFAULT = new PullLimits(200_000, 512L << 20);
    }

    /** The same with other snapshots. */
    public NodeConfig withSnapshots(SnapshotPolicy policy) {
        return new NodeConfig(memory, cacheBytes, lease, read, monitor, placement, pulls, policy, log);
    }

    /** The same with other memory limits. */
    public NodeConfig withMemory(MemoryLimits limits) {
        return new NodeConfig(limits, cacheBytes, lease, read, monitor, placement, pulls, snapshots, log);
    }

    /** The same with partitions that grow by {@code segmentBytes} up to {@code partitionBytesMax}. */
    public NodeConfig withMemory(int segmentBytes, long partitionBytesMax) {
        return withMemory(new MemoryLimits(segmentBytes, partitionBytesMax, memory.expectedKeys()));
    }

    /** The same with another size of the location cache. */
    public NodeConfig withCacheBytes(long bytes) {
        return new NodeConfig(memory, bytes, lease, read, monitor, placement, pulls, snapshots, log);
    }

    /** The same with another lease. */
    public NodeConfig withLease(LeasePolicy policy) {
        return new NodeConfig(memory, cacheBytes, policy, read, monitor, placement, pulls, snapshots, log);
    }

    /** The same with other reads. */
    public NodeConfig withRead(ReadOptions options) {
        return new NodeConfig(memory, cacheBytes, lease, options, monitor, placement, pulls, snapshots, log);
    }

    /** The same with another monitor. */
    public NodeConfig withMonitor(MonitorConfig config) {
        return new NodeConfig(memory, cacheBytes, lease, read, config, placement, pulls, snapshots, log);
    }

    /** The same with another placement mode. */
    public NodeConfig withPlacement(PlacementMode mode) {
        return new NodeConfig(memory, cacheBytes, lease, read, monitor, mode, pulls, snapshots, log);
    }

    /** The same with another log. */
    public NodeConfig withLog(CommitLog other) {
        return new NodeConfig(memory, cacheBytes, lease, read, monitor, placement, pulls, snapshots, other);
    }
}
