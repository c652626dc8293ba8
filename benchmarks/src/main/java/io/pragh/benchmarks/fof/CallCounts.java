package io.pragh.benchmarks.fof;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the ended calls of one process's clients, by outcome. Immutable.
 *
 * @param reaching answered queries that read keys or values of the share that may be away
 * @param others answered queries that read nothing of it
 * @param inserts answered inserts
 * @param again queries that reach the share, and inserts beside them, with a retryable failure
 * @param againOthers all others with a retryable failure
 * @param failed calls with another failure
 * @param failure message of the first of these
 * @param waiting calls that have been under way for longer than {@link CallTally#WAITING_NANOS}
 * @param longestNanos the longest call that ended since the sample before, or has been under way
 * @param members number of members that the node sees
 * @param partitions that the node serves
 */
record CallCounts(
        long reaching,
        long others,
        long inserts,
        long again,
        long againOthers,
        long failed,
        @Nullable String failure,
        int waiting,
        long longestNanos,
        int members,
        List<Integer> partitions) {}
