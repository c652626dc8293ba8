package io.pragh.coordinator.planner;

import io.pragh.core.placement.AccessReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The node that serves each partition, and the moment up to which each node has reported. A report carries no time of
 * its own: the last one of a node in a round ends now, the one before ends where that one begins. One thread.
 */
final class Reporters {
    private final Map<Integer, Long> reportedUntil = new HashMap<>();
    private Set<Integer> serving = Set.of();
    private int[] nodeOfPartition = {};

    /** The end times of these reports, which arrive now, oldest first. */
    long[] arrive(long nowNanos, List<AccessReport> reports, int[] nodesNow) {
        nodeOfPartition = nodesNow.clone();
        TreeSet<Integer> nodes = new TreeSet<>();
        for (int node : nodeOfPartition) {
            if (node >= 0) {
                nodes.add(node);
            }
        }
        serving = nodes;
        long[] ends = new long[reports.size()];
        Map<Integer, Long> endOfNext = new HashMap<>();
        for (int i = ends.length - 1; i >= 0; i--) {
            AccessReport report = reports.get(i);
            ends[i] = endOfNext.getOrDefault(report.node(), nowNanos);
            endOfNext.put(report.node(), ends[i] - report.intervalNanos());
            reportedUntil.putIfAbsent(report.node(), ends[i]);
            reportedUntil.merge(report.node(), ends[i], Math::max);
        }
        reportedUntil.keySet().retainAll(serving);
        return ends;
    }

    /** The node that serves a partition, negative when there is none. */
    int nodeOf(int partition) {
        return partition >= 0 && partition < nodeOfPartition.length ? nodeOfPartition[partition] : TrackedKey.NONE;
    }

    /** Whether a node serves a partition, and can thus hold values. */
    boolean isServing(int node) {
        return serving.contains(node);
    }

    /** The moment up to which a node has reported; {@code otherwise} if it never has. */
    long reportedUntil(int node, long otherwise) {
        return reportedUntil.getOrDefault(node, otherwise);
    }

    /** Whether every node has reported at or after a given moment. */
    boolean haveAllReportedSince(long nanos) {
        for (int node : serving) {
            Long until = reportedUntil.get(node);
            if (until == null || until < nanos) {
                return false;
            }
        }
        return true;
    }
}
