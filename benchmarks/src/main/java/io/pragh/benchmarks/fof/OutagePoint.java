package io.pragh.benchmarks.fof;

import io.pragh.core.access.ReadCounters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A moment of a run in which a node is killed, over all nodes that could be asked. Immutable.
 *
 * @param seconds since the load began: the end of what is counted here
 * @param reachingPerSecond queries that were answered and read something of the share of the node that is killed
 * @param othersPerSecond queries that were answered, and read nothing of it
 * @param insertsPerSecond inserts that were answered
 * @param remoteShare share of the queries' accesses to keys and values that went to another node
 * @param again calls that reach that share, and failed so that they can be tried again
 * @param againOthers others that failed so
 * @param failed calls that failed in another way
 * @param waiting calls that had been under way for a quarter of a second
 * @param longestMillis the longest call that ended, or was under way
 * @param valuesMoved values that were pulled
 */
public record OutagePoint(
        double seconds,
        double reachingPerSecond,
        double othersPerSecond,
        double insertsPerSecond,
        double remoteShare,
        long again,
        long againOthers,
        long failed,
        int waiting,
        double longestMillis,
        long valuesMoved) {
    /** What one node has counted, and had counted at the moment before. */
    record Step(LoadSample before, LoadSample now) {}

    /** All queries that were answered. */
    public double queriesPerSecond() {
        return reachingPerSecond + othersPerSecond;
    }

    static OutagePoint of(double seconds, List<Step> nodes) {
        double reaching = 0;
        double others = 0;
        double inserts = 0;
        ReadCounters reads = new ReadCounters();
        long again = 0;
        long againOthers = 0;
        long failed = 0;
        int waiting = 0;
        long longestNanos = 0;
        long moved = 0;
        for (Step step : nodes) {
            LoadSample.Delta delta = step.now.since(step.before);
            CallCounts now = counts(step.now.calls());
            CallCounts before = counts(step.before.calls());
            reaching += (now.reaching() - before.reaching()) / delta.seconds();
            others += (now.others() - before.others()) / delta.seconds();
            inserts += (now.inserts() - before.inserts()) / delta.seconds();
            reads.add(delta.reads());
            again += now.again() - before.again();
            againOthers += now.againOthers() - before.againOthers();
            failed += now.failed() - before.failed();
            waiting += now.waiting();
            longestNanos = Math.max(longestNanos, now.longestNanos());
            moved += delta.valuesMoved();
        }
        return new OutagePoint(
                seconds,
                reaching,
                others,
                inserts,
                reads.remoteShare(),
                again,
                againOthers,
                failed,
                waiting,
                longestNanos / 1e6,
                moved);
    }

    static CallCounts counts(@Nullable CallCounts counted) {
        if (counted == null) {
            throw new IllegalStateException("a process does not say how its calls have ended");
        }
        return counted;
    }
}
