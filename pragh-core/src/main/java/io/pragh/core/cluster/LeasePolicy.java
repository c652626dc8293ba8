package io.pragh.core.cluster;

import io.pragh.core.base.PraghException;

/**
 * How long a cached address of another node's memory may be used, and how long retired memory rests before it is used again. The
 * reader counts from before its READ of the slot on its own clock, the reclaimer from the moment it sees the retired address on its
 * own: only a difference in clock rates matters, and the margin covers it (5% here is a thousand times what crystals drift).
 * Immutable.
 *
 * @param cacheNanos how long a cached address may be used
 * @param marginNanos added to it before memory is used again
 */
public record LeasePolicy(long cacheNanos, long marginNanos) {
    /** Ten seconds, and half a second of margin. */
    public static final LeasePolicy DEFAULT = new LeasePolicy(10_000_000_000L, 500_000_000L);

    /** Checks the range. */
    public LeasePolicy {
        if (cacheNanos <= 0 || marginNanos < 0) {
            throw new PraghException(
                    "a lease must be positive: cacheNanos=" + cacheNanos + " marginNanos=" + marginNanos);
        }
    }

    /**
     * How long a member that cannot reach the keeper of the membership acts without a word from all others: a quarter of the lease. Whoever
     * has fenced it, and is one of those it asks, knows after this and the margin that it is silent.
     */
    public long silenceNanos() {
        return cacheNanos / 4;
    }

    /** How long retired memory rests. */
    public long reclaimNanos() {
        return cacheNanos + marginNanos;
    }
}
