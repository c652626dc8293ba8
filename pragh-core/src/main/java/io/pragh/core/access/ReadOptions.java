package io.pragh.core.access;

import io.pragh.core.base.PraghException;

/**
 * How a node reads. The switches exist for measurements of the benefit of each part. Immutable.
 *
 * @param batch whether all READs of a read are posted together, instead of one at a time
 * @param cacheLocations whether addresses are looked up in the location cache
 * @param timeoutNanos time for which a read waits for an unreachable node, or for a locked value; updates, commits
 *     and scans wait as long for an answer. Time in which the waiting process stood still does not count
 */
public record ReadOptions(boolean batch, boolean cacheLocations, long timeoutNanos) {
    /** Everything on, five seconds. */
    public static final ReadOptions DEFAULT = new ReadOptions(true, true, 5_000_000_000L);

    /** Checks the range. */
    public ReadOptions {
        if (timeoutNanos <= 0) {
            throw new PraghException("a read time-out must be positive: timeoutNanos=" + timeoutNanos);
        }
    }
}
