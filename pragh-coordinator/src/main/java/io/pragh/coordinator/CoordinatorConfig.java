package io.pragh.coordinator;

import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.core.base.PraghException;

/**
 * Configuration of a {@link Coordinator}. Immutable.
 *
 * @param planner configuration of its planner
 * @param planNanos longest time between plans while it leads
 * @param urgentNanos shortest time between plans that urgent reports cause
 * @param urgentPerSecond remote reads per second of one value that make a report urgent
 */
public record CoordinatorConfig(PlannerConfig planner, long planNanos, long urgentNanos, int urgentPerSecond) {
    private static final long PLAN_NANOS = 1_000_000_000L;
    private static final int URGENT_PER_SECOND = 100;
    private static final int URGENT_SHARE = 10;

    /** Checks the ranges. */
    public CoordinatorConfig {
        if (planNanos < 1 || urgentNanos < 1 || urgentNanos > planNanos || urgentPerSecond < 1) {
            throw new PraghException("out of range (planNanos >= urgentNanos >= 1, urgentPerSecond >= 1): planNanos="
                    + planNanos + " urgentNanos=" + urgentNanos + " urgentPerSecond=" + urgentPerSecond);
        }
    }

    /**
     * A plan every second, or as often as nodes report if that is more often; ten times as often after urgent
     * reports.
     */
    public static CoordinatorConfig of(PlannerConfig planner) {
        long planNanos = Math.min(PLAN_NANOS, planner.reportNanos());
        return new CoordinatorConfig(planner, planNanos, Math.max(1, planNanos / URGENT_SHARE), URGENT_PER_SECOND);
    }
}
