package io.pragh.core.placement;

import io.pragh.core.cluster.Membership;

/**
 * Starts a {@link Planning}. Found through {@link java.util.ServiceLoader}, so that a node depends on no planner.
 * Stateless.
 */
public interface PlanningProvider {
    /** Callers use {@link Planning#start}. */
    Planning start(PlacementMode mode, long reportNanos, Membership membership);
}
