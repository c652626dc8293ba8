package io.pragh.core.node;

import io.pragh.core.base.PraghException;

/**
 * How long the old versions of a graph are kept; the same on all of its nodes. Immutable.
 *
 * @param retentionNanos how long a snapshot may stay open
 * @param always whether that limit always applies; otherwise only while a node is short of memory, which old versions
 *     take
 */
public record SnapshotPolicy(long retentionNanos, boolean always) {
    /** Snapshots may stay open for more than a minute as long as no node is short of memory. */
    public static final SnapshotPolicy DEFAULT = new SnapshotPolicy(60_000_000_000L, false);

    /** Checks the range. */
    public SnapshotPolicy {
        if (retentionNanos <= 0) {
            throw new PraghException("snapshots must be kept for a while: retentionNanos=" + retentionNanos);
        }
    }
}
