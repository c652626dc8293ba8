package io.pragh.coordinator.planner;

import io.pragh.core.placement.PlacementMode;
import org.jspecify.annotations.Nullable;

/**
 * Decides about one value from its evidence: whether it moves, where to, and whether its owner should watch it. One
 * thread.
 */
final class PlacementRule {
    /** The least profit of a correction, however good the evidence. */
    static final double PROFIT_MIN = 0.05;

    /** A difference of rates must be this many standard deviations to correct an earlier move. */
    static final double DEVIATIONS = 2;

    /** Factor by which each recent move but the first multiplies the profit that the next one must bring. */
    static final double GROWTH = 2;

    /** A recent move is forgiven after this many cooldowns without another. */
    static final int FORGIVEN_COOLDOWNS = 8;

    /** Reports' worth of evidence after which more would change nothing. */
    static final int SATURATED_REPORTS = 6;

    /** Age in reports at which an owner's count is too old for a close decision. */
    static final int AGED_REPORTS = 3;

    /** Age in reports at which an owner's count is too old for any decision. */
    static final int STALE_REPORTS = 6;

    /** Rate above which a move does not wait for the other nodes' reports. */
    static final double AT_ONCE_PER_SECOND = 1_000;

    /** Factor by which the fastest reader must be ahead for that. */
    static final double AT_ONCE_LEAD = 2;

    /** Reports after which an unanswered request to watch is repeated, or taken for zero reads. */
    private static final int PATIENCE_REPORTS = 3;

    private static final int WATCH_REQUESTS_MAX = 2;
    private static final double NANOS_PER_SECOND = 1e9;

    private final PlannerConfig config;
    private final Reporters reporters;
    private final long memoryNanos;

    PlacementRule(PlannerConfig config, Reporters reporters) {
        this.config = config;
        this.reporters = reporters;
        this.memoryNanos = memoryNanos(config);
    }

    static long memoryNanos(PlannerConfig config) {
        return Evidence.MEMORY_REPORTS * config.reportNanos();
    }

    /** Time for which a recent move weighs on the next. */
    long restNanos() {
        return Math.max(1, FORGIVEN_COOLDOWNS * config.cooldownNanos());
    }

    /** The decision on the value itself. */
    enum Verdict {
        /** It stays; decide again when a node reports it. */
        STAY,
        /** The evidence is not complete; decide again in the next round. */
        WAIT,
        /** It moves, unless the budget is spent. */
        MOVE
    }

    /**
     * The verdict on a value.
     *
     * @param target the node to which it moves
     * @param gain remote reads per second that the move saves
     * @param watch whether its owner, the new one after a move, should count its local reads
     */
    record Judgement(Verdict verdict, int target, double gain, boolean watch) {
        static final Judgement STAY = new Judgement(Verdict.STAY, TrackedKey.NONE, 0, false);
        static final Judgement STAY_WATCHED = new Judgement(Verdict.STAY, TrackedKey.NONE, 0, true);
        static final Judgement WAIT = new Judgement(Verdict.WAIT, TrackedKey.NONE, 0, false);
        static final Judgement WAIT_WATCHED = new Judgement(Verdict.WAIT, TrackedKey.NONE, 0, true);
    }

    /** Judges one value by all reports about it. */
    Judgement judge(TrackedKey key, long nowNanos) {
        key.settle(reporters, memoryNanos);
        if (!reporters.isServing(key.owner())) {
            return Judgement.STAY;
        }
        Evidence best = bestApplicant(key, key.owner(), nowNanos);
        if (best == null) {
            return Judgement.STAY;
        }
        if (isOverdue(key, nowNanos) && (key.watchRequests() >= WATCH_REQUESTS_MAX || ownerOf(key) == null)) {
            key.takeSilenceForZero(nowNanos, memoryNanos);
        }
        Evidence own = ownerOf(key);
        if (key.hasMovedWithin(config.cooldownNanos(), nowNanos) || !key.isOwnerConfirmed()) {
            return own != null && isWorthWatching(key, best, own, nowNanos) ? Judgement.STAY_WATCHED : Judgement.STAY;
        }
        if (own == null) {
            return judgeUnknownOwner(key, best, nowNanos);
        }
        if (!isProfitable(key, best, own, nowNanos)) {
            return isWorthWatching(key, best, own, nowNanos) ? Judgement.STAY_WATCHED : Judgement.STAY;
        }
        return isStale(own, nowNanos) ? Judgement.WAIT_WATCHED : move(key, best, own.perSecond(), nowNanos);
    }

    /** Whether the owner was asked to watch long ago and has not answered. */
    boolean isOverdue(TrackedKey key, long nowNanos) {
        return key.watcher() == key.owner()
                && !key.isWatchAnswered()
                && nowNanos - key.watchNanos() >= PATIENCE_REPORTS * config.reportNanos();
    }

    private Judgement judgeUnknownOwner(TrackedKey key, Evidence best, long nowNanos) {
        if (config.mode() == PlacementMode.DEFERRED) {
            return Judgement.WAIT_WATCHED;
        }
        boolean everybodyHasSpoken = reporters.haveAllReportedSince(key.firstSeenNanos)
                || nowNanos - key.firstSeenNanos >= config.reportNanos() * 3 / 2;
        return everybodyHasSpoken || isAtOnce(key, best) ? move(key, best, 0, nowNanos) : Judgement.WAIT;
    }

    private Judgement move(TrackedKey key, Evidence best, double given, long nowNanos) {
        boolean contested = bestApplicant(key, best.node, nowNanos) != null;
        return new Judgement(Verdict.MOVE, best.node, best.perSecond() - given, contested);
    }

    private static boolean isAtOnce(TrackedKey key, Evidence best) {
        if (best.perSecond() < AT_ONCE_PER_SECOND) {
            return false;
        }
        for (Evidence e : key.evidence()) {
            if (e != best && e.perSecond() * AT_ONCE_LEAD > best.perSecond()) {
                return false;
            }
        }
        return true;
    }

    /**
     * The node other than {@code except} that reads most often, the smaller number among equals; faded reads count,
     * if not all have faded.
     */
    private @Nullable Evidence bestApplicant(TrackedKey key, int except, long nowNanos) {
        Evidence best = null;
        for (Evidence e : key.evidence()) {
            if (e.node != except
                    && e.reads(nowNanos, memoryNanos) > config.readsMin() - 1
                    && (best == null
                            || e.perSecond() > best.perSecond()
                            || (e.perSecond() == best.perSecond() && e.node < best.node))) {
                best = e;
            }
        }
        return best;
    }

    private @Nullable Evidence ownerOf(TrackedKey key) {
        Evidence own = key.evidenceOf(key.owner());
        return own != null && own.isKnown() ? own : null;
    }

    /**
     * Whether the applicant reads enough more often than the owner. On one report's worth of evidence that is the
     * configured profit; with n reports' worth from both it is divided by n^1.5, which reaches {@link #PROFIT_MIN}
     * before a watch ends; every recent move but the first doubles it. A correction must also exceed the noise of the
     * counts.
     */
    private boolean isProfitable(TrackedKey key, Evidence applicant, Evidence own, long nowNanos) {
        double report = config.reportNanos() / NANOS_PER_SECOND;
        double both = Math.min(applicant.seconds(nowNanos, memoryNanos), own.seconds(nowNanos, memoryNanos));
        int recent = key.recentMovesAt(nowNanos, restNanos());
        double profit = Math.max(
                        Math.min(PROFIT_MIN, config.profit()),
                        config.profit() / Math.pow(Math.max(1, both / report), 1.5))
                * Math.pow(GROWTH, Math.max(0, recent - 1));
        double difference = applicant.perSecond() - own.perSecond();
        return difference >= profit * own.perSecond()
                && difference > 0
                && (!key.hasMoved() || difference >= DEVIATIONS * deviation(applicant, own, nowNanos));
    }

    private double deviation(Evidence one, Evidence other, long nowNanos) {
        return Math.sqrt(one.variance(nowNanos, memoryNanos) + other.variance(nowNanos, memoryNanos));
    }

    /**
     * Whether a new count of the owner's reads might change the verdict: the present count is old, or in doubt, or
     * too close to tell and still growing.
     */
    private boolean isWorthWatching(TrackedKey key, Evidence best, Evidence own, long nowNanos) {
        if (isStale(own, nowNanos) || key.isDoubtful()) {
            return true;
        }
        // a watch begins later than it ends: at one border, noise would switch it on and off all the time
        boolean watched = key.watcher() == key.owner();
        double deviations = watched ? DEVIATIONS : DEVIATIONS / 2;
        if (best.perSecond() + deviations * deviation(best, own, nowNanos) < own.perSecond()) {
            return false;
        }
        double saturated = SATURATED_REPORTS * config.reportNanos() / NANOS_PER_SECOND;
        return watched
                ? own.seconds(nowNanos, memoryNanos) < saturated
                : nowNanos - own.updatedNanos() >= AGED_REPORTS * config.reportNanos();
    }

    private boolean isStale(Evidence own, long nowNanos) {
        return own.isFrozen() && nowNanos - own.updatedNanos() >= STALE_REPORTS * config.reportNanos();
    }
}
