package io.pragh.benchmarks.fof;

import io.pragh.core.access.ReadCounters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A moment of a run in which a node is killed, over all nodes that answered. Immutable.
 *
 * @param seconds since the load began: the end of the interval counted here
 * @param reachingPerSecond answered queries that read keys or values of the killed node's share
 * @param othersPerSecond answered queries that read nothing of it
 * @param insertsPerSecond answered inserts
 * @param remoteShare share of the queries' accesses to keys and values that went to another node
 * @param again calls that reach that share, with a retryable failure
 * @param againOthers others with a retryable failure
 * @param failed calls with another failure
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
    /** The counters of one node at the moment before, and now. */
    record Step(LoadSample before, LoadSample now) {}

    /** All answered queries. */
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
