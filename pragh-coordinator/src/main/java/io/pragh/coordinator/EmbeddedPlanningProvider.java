package io.pragh.coordinator;

import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.Membership;
import io.pragh.core.placement.PlacementMode;
import io.pragh.core.placement.Planning;
import io.pragh.core.placement.PlanningProvider;

/** Plans for the nodes of one process, without ZooKeeper. Stateless. */
public final class EmbeddedPlanningProvider implements PlanningProvider {
    @Override
    public Planning start(PlacementMode mode, long reportNanos, Membership membership) {
        CoordinatorConfig config = CoordinatorConfig.of(PlannerConfig.of(mode, reportNanos));
        return EmbeddedPlanning.start(config, membership, Clock.SYSTEM);
    }
}
