package io.pragh.core.node;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.placement.PlacementMode;
import io.pragh.core.placement.monitor.MonitorConfig;
import io.pragh.core.store.MemoryLimits;

/**
 * Everything a node is configured by, read once. Immutable.
 *
 * @param memory limits of each partition
 * @param cacheBytes size of the location cache, default 128 MB
 * @param lease how long cached addresses may be used
 * @param read how reads are made
 * @param monitor when accesses are reported
 * @param placement who decides on migrations
 * @param migrationValuesPerSecond at most so many values are pulled
 * @param migrationBytesPerSecond at most so many bytes are pulled
 * @param snapshots whether there are transactions, and for how long a snapshot stays open
 */
public record NodeConfig(
        MemoryLimits memory,
        long cacheBytes,
        LeasePolicy lease,
        ReadOptions read,
        MonitorConfig monitor,
        PlacementMode placement,
        long migrationValuesPerSecond,
        long migrationBytesPerSecond,
        SnapshotPolicy snapshots) {

    /** What fits most. */
    public static final NodeConfig DEFAULT = new NodeConfig(
            MemoryLimits.DEFAULT,
            LocationCache.BYTES_DEFAULT,
            LeasePolicy.DEFAULT,
            ReadOptions.DEFAULT,
            MonitorConfig.DEFAULT,
            PlacementMode.EAGER,
            200_000,
            512L << 20,
            SnapshotPolicy.DEFAULT);

    /** The same with other snapshots. */
    public NodeConfig withSnapshots(SnapshotPolicy policy) {
        return new NodeConfig(
                memory,
                cacheBytes,
                lease,
                read,
                monitor,
                placement,
                migrationValuesPerSecond,
                migrationBytesPerSecond,
                policy);
    }

    /** The same with other memory limits. */
    public NodeConfig withMemory(MemoryLimits limits) {
        return new NodeConfig(
                limits,
                cacheBytes,
                lease,
                read,
                monitor,
                placement,
                migrationValuesPerSecond,
                migrationBytesPerSecond,
                snapshots);
    }

    /** The same with partitions that grow by {@code segmentBytes} up to {@code partitionBytesMax}. */
    public NodeConfig withMemory(int segmentBytes, long partitionBytesMax) {
        return withMemory(new MemoryLimits(segmentBytes, partitionBytesMax, memory.expectedKeys()));
    }

    /** The same with another size of the location cache. */
    public NodeConfig withCacheBytes(long bytes) {
        return new NodeConfig(
                memory,
                bytes,
                lease,
                read,
                monitor,
                placement,
                migrationValuesPerSecond,
                migrationBytesPerSecond,
                snapshots);
    }

    /** The same with another lease. */
    public NodeConfig withLease(LeasePolicy policy) {
        return new NodeConfig(
                memory,
                cacheBytes,
                policy,
                read,
                monitor,
                placement,
                migrationValuesPerSecond,
                migrationBytesPerSecond,
                snapshots);
    }

    /** The same with other reads. */
    public NodeConfig withRead(ReadOptions options) {
        return new NodeConfig(
                memory,
                cacheBytes,
                lease,
                options,
                monitor,
                placement,
                migrationValuesPerSecond,
                migrationBytesPerSecond,
                snapshots);
    }

    /** The same with another monitor. */
    public NodeConfig withMonitor(MonitorConfig config) {
        return new NodeConfig(
                memory,
                cacheBytes,
                lease,
                read,
                config,
                placement,
                migrationValuesPerSecond,
                migrationBytesPerSecond,
                snapshots);
    }

    /** The same with another way to decide on migrations. */
    public NodeConfig withPlacement(PlacementMode mode) {
        return new NodeConfig(
                memory,
                cacheBytes,
                lease,
                read,
                monitor,
                mode,
                migrationValuesPerSecond,
                migrationBytesPerSecond,
                snapshots);
    }
}
