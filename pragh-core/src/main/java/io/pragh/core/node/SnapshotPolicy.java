package io.pragh.core.node;

import io.pragh.core.base.PraghException;

/**
 * What the versions of a graph are; the same on all of its nodes. Immutable.
 *
 * @param timestamps whether every update takes a commit timestamp; without, versions count updates, an update saves a FETCH_ADD, and
 *     there are no transactions: for loading and for measurements
 * @param retentionNanos how long a snapshot may stay open
 * @param always whether that limit holds always; otherwise it does while a node is short of memory, which old versions take
 */
public record SnapshotPolicy(boolean timestamps, long retentionNanos, boolean always) {
    /** Timestamps; snapshots of more than a minute as long as there is memory. */
    public static final SnapshotPolicy DEFAULT = new SnapshotPolicy(true, 60_000_000_000L, false);
    /** No snapshots at all. */
    public static final SnapshotPolicy NONE = new SnapshotPolicy(false, 1, true);

    /** A limit that holds always. */
    public SnapshotPolicy(boolean timestamps, long retentionNanos) {
        this(timestamps, retentionNanos, true);
    }

    /** Checks the range. */
    public SnapshotPolicy {
        if (retentionNanos <= 0) {
            throw new PraghException("snapshots must be kept for a while: retentionNanos=" + retentionNanos);
        }
    }
}
