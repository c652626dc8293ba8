package io.pragh.coordinator;

import io.pragh.coordinator.exchange.PlanPublisher;
import io.pragh.coordinator.exchange.ReportCollector;
import io.pragh.coordinator.planner.LocalityPlanner;
import io.pragh.coordinator.zookeeper.ZooKeeperSession;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.PlacementPlanner;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A coordinator's time as leader: a planner that began empty, and the numbers of its plans. One thread. */
final class Term {
    private final ReportCollector collector;
    private final PlacementPlanner planner;
    private final PlanPublisher publisher;
    private long epoch = -1;

    Term(ZooKeeperSession session, CoordinatorConfig config, ReportCollector collector, long number) {
        this.collector = collector;
        this.planner = new LocalityPlanner(config.planner());
        this.publisher = session.publisher(number);
    }

    /**
     * Makes a plan from the reports that have arrived, and publishes it; after an exception, only some nodes may have
     * their part of it.
     */
    MigrationPlan round(long nowNanos, ClusterView view) {
        if (view.epoch() != epoch) {
            Set<Integer> members =
                    view.members().stream().map(ClusterView.Member::node).collect(Collectors.toSet());
            publisher.retainOnly(members);
            epoch = view.epoch();
        }
        List<AccessReport> reports = collector.take();
        int[] nodeOfPartition = new int[view.partitions()];
        Arrays.setAll(nodeOfPartition, view::nodeOf);
        MigrationPlan plan = planner.plan(nowNanos, reports, nodeOfPartition);
        if (!plan.isEmpty()) {
            publisher.publish(plan);
        }
        return plan;
    }
}
