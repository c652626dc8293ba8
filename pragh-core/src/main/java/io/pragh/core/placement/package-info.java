/**
 * The vocabulary between those who count accesses, those who decide and those who move: reports in, plans out; and a node's seat
 * among them. Front door: {@link io.pragh.core.placement.PlacementPlanner} and {@link io.pragh.core.placement.Coordination}. Plans
 * are values; this package uses no concurrency and must never know how reports travel or how a value is moved.
 */
@NullMarked
package io.pragh.core.placement;

import org.jspecify.annotations.NullMarked;
