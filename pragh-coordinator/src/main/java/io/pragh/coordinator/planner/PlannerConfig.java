package io.pragh.coordinator.planner;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.PlacementMode;

/**
 * Configuration of a {@link LocalityPlanner}. Immutable.
 *
 * @param mode {@link PlacementMode#EAGER} or {@link PlacementMode#DEFERRED}
 * @param profit how much more often an applicant must read than the owner, on evidence of one report each: 0.5 is 50%
 *     more; 0 or more
 * @param readsMin how often a node must have read a value, in one report or several, before it counts as an
 *     applicant; 1 or more
 * @param reportNanos interval of nodes' reports when none is urgent; memory and patience are measured in such reports
 * @param cooldownNanos time for which a value rests after a move
 * @param budget limits of one plan
 * @param keysMax bound on remembered keys; the coldest are dropped
 */
public record PlannerConfig(
        PlacementMode mode,
        double profit,
        int readsMin,
        long reportNanos,
        long cooldownNanos,
        Budget budget,
        int keysMax) {

    /**
     * Limits of one plan. Immutable.
     *
     * @param movesMax moves in a plan
     * @param movesPerNodeMax moves to one node
     * @param bytesPerNodeMax bytes of the values moved to one node; one value may always move, however large
     */
    public record Budget(int movesMax, int movesPerNodeMax, long bytesPerNodeMax) {
        /**
         * Half a gigabyte: 1.6 percent of the largest partition in one plan, and twice the moves of the paper's
         * largest run.
         */
        public static final Budget DEFAULT = new Budget(160_000, 40_000, 1L << 29);

        /** Checks the ranges. */
        public Budget {
            if (movesMax < 1 || movesPerNodeMax < 1 || bytesPerNodeMax < 1) {
                throw new PraghException("a budget allows at least one move of one byte: movesMax=" + movesMax
                        + " movesPerNodeMax=" + movesPerNodeMax + " bytesPerNodeMax=" + bytesPerNodeMax);
            }
        }
    }

    private static final int KEYS_MAX = 1 << 17;
    private static final int COOLDOWN_REPORTS = 2;

    /** Checks the ranges. */
    public PlannerConfig {
        if (!mode.isPlanned()) {
            throw new PraghException("nobody plans in this mode: mode=" + mode);
        }
        if (!(profit >= 0) || readsMin < 1 || reportNanos < 1 || cooldownNanos < 0 || keysMax < 1) {
            throw new PraghException("out of range (profit >= 0, readsMin >= 1, reportNanos >= 1, cooldownNanos >= 0, "
                    + "keysMax >= 1): profit=" + profit + " readsMin=" + readsMin + " reportNanos=" + reportNanos
                    + " cooldownNanos=" + cooldownNanos + " keysMax=" + keysMax);
        }
    }

    /** Defaults for nodes that report this often: 50% profit, two reads, a cooldown of two reports, 131,072 keys. */
    public static PlannerConfig of(PlacementMode mode, long reportNanos) {
        return new PlannerConfig(mode, 0.5, 2, reportNanos, COOLDOWN_REPORTS * reportNanos, Budget.DEFAULT, KEYS_MAX);
    }

    /** A copy with another budget. */
    public PlannerConfig with(Budget other) {
        return new PlannerConfig(mode, profit, readsMin, reportNanos, cooldownNanos, other, keysMax);
    }

    /** A copy with another number of remembered keys. */
    public PlannerConfig withKeysMax(int other) {
        return new PlannerConfig(mode, profit, readsMin, reportNanos, cooldownNanos, budget, other);
    }
}
