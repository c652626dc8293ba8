package io.pragh.core.node;

import io.pragh.core.base.Safeguards;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.memory.Region;
import io.pragh.core.store.CommitClock;
import io.pragh.core.store.Partition;
import io.pragh.core.timestamp.Horizon;
import io.pragh.core.timestamp.OpenSnapshots;
import io.pragh.core.timestamp.TimestampWord;
import io.pragh.core.timestamp.Timestamps;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A node's view of the order of commits: timestamps for its homes, its open snapshots, the horizon. Any thread, but for {@link #step}. */
final class NodeTimestamps implements CommitClock, AutoCloseable {
    private static final long HORIZON_NANOS = 10_000_000;

    private final BooleanSupplier member;
    private final Safeguards safeguards;
    private final long retentionNanos;
    private final boolean on;
    private final Endpoint homesEndpoint;
    private final Endpoint upkeepEndpoint;
    private final TimestampWord commits;
    private final TimestampWord now;
    private final Horizon horizon;
    private boolean registered;
    private volatile OpenSnapshots snapshots;
    private long horizonNanos;

    NodeTimestamps(
            Fabric fabric, ClusterView view, SnapshotPolicy policy, BooleanSupplier member, Safeguards safeguards) {
        this.member = member;
        this.safeguards = safeguards;
        this.on = policy.timestamps();
        this.retentionNanos = policy.retentionNanos();
        this.homesEndpoint = fabric.open();
        this.upkeepEndpoint = fabric.open();
        this.commits = word(homesEndpoint);
        this.now = word(upkeepEndpoint);
        this.horizon = new Horizon(now, upkeepEndpoint, view.partitions(), safeguards);
        Region nowhere = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
        nowhere.grow();
        this.snapshots = new OpenSnapshots(nowhere, retentionNanos);
    }

    /** The timestamp word through an endpoint; believed for as long as this node may act as a member. */
    TimestampWord word(Endpoint endpoint) {
        return new TimestampWord(endpoint, member, safeguards);
    }

    /** Offers a place where this node tells others which snapshots are open here, before any is; the first is taken. */
    void registerIn(@Nullable Partition partition) {
        if (partition != null && !registered) {
            registered = true;
            snapshots = new OpenSnapshots(partition.region(), retentionNanos);
        }
    }

    /** Whether versions are timestamps. */
    boolean on() {
        return on;
    }

    OpenSnapshots snapshots() {
        return snapshots;
    }

    /** Versions whose successors are at or below this are out of every snapshot's reach. */
    long horizon() {
        return on ? horizon.getAsLong() : Timestamps.NEVER;
    }

    @Override
    public long next() {
        return commits.next();
    }

    @Override
    public long recent() {
        return snapshots.cached();
    }

    /** Reads T for cached snapshots and raises the registration; now and then the horizon. The upkeep's thread. */
    void step(long nowNanos) {
        if (!on) {
            return;
        }
        long timestamp = now.read();
        if (timestamp != Timestamps.NONE) {
            snapshots.advance(timestamp, nowNanos);
        }
        if (nowNanos - horizonNanos >= HORIZON_NANOS) {
            horizonNanos = nowNanos;
            horizon.refresh();
        }
    }

    @Override
    public void close() {
        upkeepEndpoint.close();
        homesEndpoint.close();
    }
}
