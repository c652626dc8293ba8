package io.pragh.core.cluster;

import io.pragh.core.base.PraghException;

/**
 * The lease: how long a cached address of another node's memory may be used, and how long retired memory rests before
 * it is used again. A reader counts on its own clock, from before its READ of the slot; a reclaimer counts on its own
 * clock, from the moment it sees the retired address. So only a difference in clock rates matters, and the margin
 * covers it (5% is a thousand times the drift of quartz clocks). Immutable.
 *
 * @param cacheNanos how long a cached address may be used
 * @param marginNanos added to it before memory is used again
 */
public record LeasePolicy(long cacheNanos, long marginNanos) {
    /** A lease of ten seconds, and half a second of margin. */
    public static final LeasePolicy DEFAULT = new LeasePolicy(10_000_000_000L, 500_000_000L);

    /** Checks the range. */
    public LeasePolicy {
        if (cacheNanos <= 0 || marginNanos < 0) {
            throw new PraghException(
                    "a lease must be positive: cacheNanos=" + cacheNanos + " marginNanos=" + marginNanos);
        }
    }

    /**
     * How long a member without contact to the keeper may act after its last confirmation by all other members: a
     * quarter of the lease. A member that has fenced it, and is among the members that it asks, knows that it is
     * silent once this time and the margin have passed.
     */
    public long silenceNanos() {
        return cacheNanos / 4;
    }

    /** How long retired memory rests. */
    public long reclaimNanos() {
        return cacheNanos + marginNanos;
    }
}
