package io.pragh.core.node;

import io.pragh.core.base.Clock;
import io.pragh.core.base.Safeguards;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.store.CommitClock;
import io.pragh.core.store.Partition;
import io.pragh.core.timestamp.Horizon;
import io.pragh.core.timestamp.OpenSnapshots;
import io.pragh.core.timestamp.TimestampWord;
import io.pragh.core.timestamp.Timestamps;
import java.util.function.BooleanSupplier;

/** A node's view of the order of commits: timestamps for its homes, its open snapshots, the horizon. Any thread, but for {@link #step}. */
final class NodeTimestamps implements CommitClock, AutoCloseable {
    private static final long HORIZON_NANOS = 10_000_000;

    private final Clock clock;
    private final BooleanSupplier member;
    private final Safeguards safeguards;
    private final Endpoint homesEndpoint;
    private final Endpoint upkeepEndpoint;
    private final TimestampWord commits;
    private final TimestampWord now;
    private final Horizon horizon;
    private final OpenSnapshots snapshots;
    private final boolean expireAlways;
    private long horizonNanos;

    NodeTimestamps(
            Fabric fabric,
            ClusterView view,
            SnapshotPolicy policy,
            Clock clock,
            BooleanSupplier member,
            Safeguards safeguards) {
        this.clock = clock;
        this.member = member;
        this.safeguards = safeguards;
        this.homesEndpoint = fabric.open();
        this.upkeepEndpoint = fabric.open();
        this.commits = word(homesEndpoint);
        this.now = word(upkeepEndpoint);
        this.horizon = new Horizon(now, upkeepEndpoint, view.partitions(), clock, safeguards);
        this.snapshots = new OpenSnapshots(policy.retentionNanos());
        this.expireAlways = policy.always();
    }

    /** The timestamp word through an endpoint; believed for as long as this node may act as a member. */
    TimestampWord word(Endpoint endpoint) {
        return new TimestampWord(endpoint, member, safeguards);
    }

    /** A partition of this node, not exposed yet: here, too, it tells others which snapshots are open on it. */
    void registerIn(Partition partition) {
        snapshots.registerIn(partition.region(), clock.nanos());
    }

    /** The same for one that another node has served until now. */
    void registerInCopy(Partition partition) {
        snapshots.registerIn(partition.region(), clock.nanos() + OpenSnapshots.SETTLE_NANOS);
    }

    /** The partition goes to another node; false while that would hide open snapshots. */
    boolean leave(Partition partition) {
        return snapshots.leave(partition.region(), clock.nanos());
    }

    OpenSnapshots snapshots() {
        return snapshots;
    }

    /** Versions whose successors are at or below this are out of every snapshot's reach. */
    long horizon() {
        return horizon.getAsLong();
    }

    @Override
    public long next() {
        synchronized (commits) { // of all threads that decide commits
            return commits.next();
        }
    }

    @Override
    public long recent() {
        return snapshots.cached();
    }

    /** Reads T for cached snapshots and raises the registration; now and then the horizon. The upkeep's thread. */
    void step(long nowNanos, MemoryShortage memory) {
        long timestamp = now.read();
        if (timestamp != Timestamps.NONE) {
            boolean expire = expireAlways || snapshots.isOverdue(nowNanos) && memory.anywhere(nowNanos);
            snapshots.advance(timestamp, nowNanos, expire);
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
