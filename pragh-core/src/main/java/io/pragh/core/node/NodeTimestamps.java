package io.pragh.core.node;

import io.pragh.core.fabric.Endpoint;
import io.pragh.core.standing.NodeBasis;
import io.pragh.core.store.StoreShare;
import io.pragh.core.timestamp.Horizon;
import io.pragh.core.timestamp.OpenSnapshots;
import io.pragh.core.timestamp.PendingCommits;
import io.pragh.core.timestamp.TimestampWord;
import io.pragh.core.timestamp.Timestamps;
import io.pragh.core.upkeep.MemoryShortage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A node's access to the order of commits: timestamps for its homes, its open snapshots, and the horizon. Any thread.
 */
final class NodeTimestamps implements AutoCloseable {
    private static final long HORIZON_NANOS = 10_000_000;

    private final BooleanSupplier member;
    private final Endpoint homesEndpoint;
    private final Endpoint upkeepEndpoint;
    private final TimestampWord commits;
    private final TimestampWord now;
    private final Horizon horizon;
    private final OpenSnapshots snapshots;
    private final PendingCommits pending;
    private final boolean expireAlways;
    private long horizonNanos;

    NodeTimestamps(NodeBasis basis, SnapshotPolicy policy, BooleanSupplier member, Supplier<StoreShare> share) {
        this.member = member;
        this.homesEndpoint = basis.fabric().open();
        this.upkeepEndpoint = basis.fabric().open();
        this.commits = word(homesEndpoint);
        this.now = word(upkeepEndpoint);
        this.horizon = new Horizon(now, upkeepEndpoint, basis.homes().partitions(), basis.clock());
        this.snapshots = new OpenSnapshots(policy.retentionNanos());
        this.expireAlways = policy.always();
        this.pending = new PendingCommits(
                this::now,
                this::increment,
                share,
                basis.clock()::nanos,
                basis.membership().isAloneForGood(),
                member,
                () -> basis.membership().view().members().size() > 1);
    }

    /** The timestamp word through an endpoint; a value is trusted only while this node may act as a member. */
    TimestampWord word(Endpoint endpoint) {
        return new TimestampWord(endpoint, member);
    }

    OpenSnapshots snapshots() {
        return snapshots;
    }

    /** The horizon: no snapshot needs a version whose successor is at or below it. */
    long horizon() {
        return horizon.getAsLong();
    }

    /** Commits that wait for their records to be durable. */
    PendingCommits pending() {
        return pending;
    }

    /**
     * Takes W for a commit whose locks are all confirmed; {@link Timestamps#NONE} when the leading node cannot be
     * reached.
     */
    long next() {
        long timestamp = increment();
        pending.seen(timestamp);
        return timestamp;
    }

    private long increment() {
        synchronized (commits) { // shared by all threads that decide commits
            return commits.next();
        }
    }

    private long now() {
        synchronized (commits) {
            return commits.read();
        }
    }

    /** The timestamp of a snapshot that is opened now. */
    private long moment() {
        long timestamp = now.read();
        return timestamp == Timestamps.NONE ? timestamp : pending.begin(timestamp, true);
    }

    /**
     * Reads T for cached snapshots and raises the registration and the horizon, for callers that cannot wait for the
     * upkeep.
     */
    synchronized void raise(long nowNanos) {
        long era = snapshots.era();
        long timestamp = moment();
        if (timestamp != Timestamps.NONE) {
            snapshots.advance(timestamp, era, nowNanos, false);
        }
        horizon.refresh();
    }

    /**
     * Reads T for cached snapshots and raises the registration; at intervals also the horizon, unless it is at T.
     * Returns whether there was a commit since the last call. The upkeep's thread.
     */
    synchronized boolean step(long nowNanos, MemoryShortage memory) {
        long before = snapshots.cached();
        long era = snapshots.era();
        long timestamp = moment();
        if (timestamp != Timestamps.NONE) {
            boolean expire = expireAlways || snapshots.isOverdue(nowNanos) && memory.anywhere(nowNanos);
            snapshots.advance(timestamp, era, nowNanos, expire);
        }
        if (nowNanos - horizonNanos >= HORIZON_NANOS && horizon() != timestamp) {
            horizonNanos = nowNanos;
            horizon.refresh();
        }
        return timestamp != before;
    }

    @Override
    public void close() {
        upkeepEndpoint.close();
        homesEndpoint.close();
    }
}
