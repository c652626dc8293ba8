/**
 * The data that monitor, planner and migrator exchange, which are reports and plans, and a node's seat in the cluster.
 * Front door: {@link io.pragh.core.placement.PlacementPlanner} and {@link io.pragh.core.placement.Coordination}. Plans
 * are immutable values; the package uses no concurrency, and must never know how reports travel or how a value is
 * moved.
 */
@NullMarked
package io.pragh.core.placement;

import org.jspecify.annotations.NullMarked;
