package io.pragh.coordinator.planner;

import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.PlacementPlanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Feeds a planner with hand-written reports, one every ten seconds, with two partitions per node. One thread. */
final class PlannerScript {
    static final long SECOND = 1_000_000_000L;
    static final long REPORT = 10 * SECOND;

    final PlacementPlanner planner;
    final int[] nodeOfPartition;
    private final List<AccessReport> next = new ArrayList<>();
    private long nowNanos = 1_000 * SECOND;
    private long sequence;

    PlannerScript(PlacementPlanner planner, int nodes) {
        this.planner = planner;
        this.nodeOfPartition = new int[2 * nodes];
        Arrays.setAll(nodeOfPartition, p -> p % nodes);
    }

    /** Adds a report over the usual interval. */
    PlannerScript report(int node, AccessReport.Entry... entries) {
        return report(node, REPORT, entries);
    }

    PlannerScript report(int node, long intervalNanos, AccessReport.Entry... entries) {
        next.add(new AccessReport(node, ++sequence, intervalNanos, List.of(entries)));
        return this;
    }

    /** Adds empty reports of these nodes. */
    PlannerScript idle(int... nodes) {
        for (int node : nodes) {
            report(node);
        }
        return this;
    }

    /** Ten seconds later, plans one round over the reports so far. */
    MigrationPlan round() {
        return round(REPORT);
    }

    MigrationPlan round(long later) {
        nowNanos += later;
        MigrationPlan plan = planner.plan(nowNanos, next, nodeOfPartition);
        next.clear();
        return plan;
    }

    static AccessReport.Entry remote(long key, int owner, int reads) {
        return new AccessReport.Entry(key, owner, reads, 1_000, false);
    }

    static AccessReport.Entry local(long key, int owner, int reads) {
        return new AccessReport.Entry(key, owner, reads, 1_000, true);
    }
}
