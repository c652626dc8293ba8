/**
 * The planner: computes from reports which node should hold which value. Front door:
 * {@link io.pragh.coordinator.planner.LocalityPlanner}. It is a pure function of its calls, so that a recorded run can
 * be replayed; it must never know a clock, a random source, a thread, or how reports and plans travel.
 */
@NullMarked
package io.pragh.coordinator.planner;

import org.jspecify.annotations.NullMarked;
