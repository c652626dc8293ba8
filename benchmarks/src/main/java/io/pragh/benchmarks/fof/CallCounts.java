package io.pragh.benchmarks.fof;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the calls of one process's clients have ended so far. Immutable.
 *
 * @param reaching queries that were answered and read something of the share that may be away
 * @param others queries that were answered, and read nothing of it
 * @param inserts that were answered
 * @param again queries that reach the share, and inserts beside them, that failed so that they can be tried again
 * @param againOthers all others that failed so
 * @param failed calls that failed in another way
 * @param failure what the first of them was told
 * @param waiting calls that have been under way for longer than {@link CallTally#WAITING_NANOS}
 * @param longestNanos the longest call that ended since the sample before, or has been under way
 * @param members how many members the node sees
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
