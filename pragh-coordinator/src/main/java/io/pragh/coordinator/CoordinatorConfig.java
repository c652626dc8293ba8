package io.pragh.coordinator;

import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.core.base.PraghException;

/**
 * How a {@link Coordinator} works. Immutable.
 *
 * @param planner how it plans
 * @param planNanos a plan is made at least this often while it leads
 * @param urgentNanos plans made because of urgent reports are at least this far apart
 * @param urgentPerSecond a report is urgent when it names a value that is read remotely so often
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

    /** A plan every second, or as often as nodes report if that is more often; ten times as often when it is urgent. */
    public static CoordinatorConfig of(PlannerConfig planner) {
        long planNanos = Math.min(PLAN_NANOS, planner.reportNanos());
        return new CoordinatorConfig(planner, planNanos, Math.max(1, planNanos / URGENT_SHARE), URGENT_PER_SECOND);
    }
}
