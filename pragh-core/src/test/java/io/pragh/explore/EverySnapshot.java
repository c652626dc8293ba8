package io.pragh.explore;

import io.pragh.core.access.SteppedVersionRead;
import io.pragh.core.txn.SteppedCommit;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every snapshot that could have been taken since a {@link CommitStage} began; each reads both keys after each step.
 * No snapshot may see a value change, or see a part of a commit; in the end each must have seen the commits at or
 * below its timestamp. One thread.
 */
// To the nodes that serve it, a snapshot is only a timestamp: so there are as many as T has had values, and taking
// one is no choice of its own. Reading changes nothing that others see.
final class EverySnapshot {
    private static final int KEYS = 2;
    /** Each of two commits takes a timestamp. */
    private static final int SNAPSHOTS_MAX = 3;
    /** A key that a snapshot has not read yet. */
    private static final long UNKNOWN = 0;

    /** Reads a key at a timestamp. */
    interface Read {
        long at(int key, long timestamp);
    }

    private final long[] seen = new long[SNAPSHOTS_MAX * KEYS];
    private long first;

    void reset(long timestamp) {
        first = timestamp;
        Arrays.fill(seen, UNKNOWN);
    }

    /** Lets all snapshots up to the one that would be taken now read what they can; returns a violation, or null. */
    @Nullable
    String look(long now, Read read) {
        for (long timestamp = first; timestamp <= now; timestamp++) {
            String wrong = look((int) (timestamp - first), timestamp, read);
            if (wrong != null) {
                return wrong;
            }
        }
        return null;
    }

    private @Nullable String look(int snapshot, long timestamp, Read read) {
        for (int key = 0; key < KEYS; key++) {
            int at = snapshot * KEYS + key;
            long number = read.at(key, timestamp);
            if (number == SteppedVersionRead.WAITS) {
                continue;
            }
            if (seen[at] != UNKNOWN && seen[at] != number) {
                return "a snapshot sees " + seen[at] + " and later " + number;
            }
            seen[at] = number;
        }
        long a = seen[snapshot * KEYS];
        long b = seen[snapshot * KEYS + 1];
        return a != UNKNOWN && b != UNKNOWN && a != b ? "one snapshot sees a=" + a + " and b=" + b : null;
    }

    /** What all of them have seen so far. */
    long[] seen() {
        return seen.clone();
    }

    /** Restores what they had seen after each of the repeated steps. */
    void recall(long[] before) {
        System.arraycopy(before, 0, seen, 0, seen.length);
    }

    /** Judges the final state, when no step is left; {@code committed} has a bit for each commit. */
    @Nullable
    String judge(long now, List<SteppedCommit> commits, int committed) {
        for (long timestamp = first; timestamp <= now; timestamp++) {
            long expected = expected(timestamp, commits, committed);
            for (int key = 0; key < KEYS; key++) {
                long number = seen[(int) (timestamp - first) * KEYS + key];
                if (number != expected) {
                    return "a snapshot sees " + number + " and not " + expected + ": key=" + key + " timestamp="
                            + timestamp + " committed=" + committed;
                }
            }
        }
        return null;
    }

    private static long expected(long timestamp, List<SteppedCommit> commits, int committed) {
        long number = CommitOracle.FIRST;
        long latest = Long.MIN_VALUE;
        for (int c = 0; c < commits.size(); c++) {
            long commit = commits.get(c).timestamp();
            if ((committed & 1 << c) != 0 && commit <= timestamp && commit > latest) {
                number = CommitOracle.number(c);
                latest = commit;
            }
        }
        return number;
    }

    void addTo(Fingerprint into) {
        for (long number : seen) {
            into.add(number);
        }
    }
}
