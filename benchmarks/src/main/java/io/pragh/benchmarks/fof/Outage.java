package io.pragh.benchmarks.fof;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The results of a run in which one node was killed and started again. Times are seconds since the load began.
 * Immutable.
 *
 * @param node the node
 * @param points a moment each half second
 * @param killed when it was killed
 * @param noticed when all others were first seen to know that it is away; NaN when that was not seen
 * @param restarted when its process was restarted
 * @param ready when it had restored its share, and served it; NaN when it has not
 * @param answered the end of the first moment since the restart in which a query of its share was answered; NaN when
 *     none was
 * @param failure message of the first call with a failure that is not retryable
 */
public record Outage(
        String node,
        List<OutagePoint> points,
        double killed,
        double noticed,
        double restarted,
        double ready,
        double answered,
        @Nullable String failure) {
    private static final double MILLIS = 1e3;

    /** The longest call of all, in seconds. */
    public double longestSeconds() {
        return points.stream().mapToDouble(OutagePoint::longestMillis).max().orElse(0) / MILLIS;
    }

    /** Calls with a retryable failure. */
    public long again() {
        return points.stream()
                .mapToLong(point -> point.again() + point.againOthers())
                .sum();
    }

    /** Calls with another failure. */
    public long failed() {
        return points.stream().mapToLong(OutagePoint::failed).sum();
    }

    /**
     * Queries a second that need nothing of the share that was away, from when that was noticed until the share
     * answered again.
     */
    public double othersWhileAway() {
        return points.stream()
                .filter(this::isAway)
                .mapToDouble(OutagePoint::othersPerSecond)
                .average()
                .orElse(0);
    }

    /** Queries a second that need the share, in that time: 0, since all of them read values of it. */
    public double reachingWhileAway() {
        return points.stream()
                .filter(this::isAway)
                .mapToDouble(OutagePoint::reachingPerSecond)
                .average()
                .orElse(0);
    }

    /** The longest time after the kill without an answer to any other query, in seconds. */
    public double othersSilence() {
        double longest = 0;
        double since = killed;
        for (OutagePoint point : points) {
            if (point.seconds() <= killed || point.othersPerSecond() > 0) {
                since = Math.max(killed, point.seconds());
            } else {
                longest = Math.max(longest, point.seconds() - since);
            }
        }
        return longest;
    }

    private boolean isAway(OutagePoint point) {
        double from = Double.isNaN(noticed) ? killed : noticed;
        return point.seconds() > from && (Double.isNaN(answered) || point.seconds() < answered);
    }

    /**
     * Violated expectations, a sentence each; {@code callSecondsMax} bounds the time of a call, and a silence of all
     * other queries.
     */
    public List<String> complaints(double callSecondsMax) {
        List<String> wrong = new ArrayList<>();
        if (failed() > 0) {
            wrong.add("calls failed so that they cannot be tried again: calls=" + failed() + " first=" + failure);
        }
        if (longestSeconds() > callSecondsMax) {
            wrong.add(String.format(
                    Locale.ROOT,
                    "a call took longer than it may: seconds=%.1f max=%.1f",
                    longestSeconds(),
                    callSecondsMax));
        }
        if (Double.isNaN(answered)) {
            wrong.add(
                    "no query of the share that was away was answered after its node was started again: node=" + node);
        }
        if (othersSilence() > callSecondsMax || othersWhileAway() == 0) {
            wrong.add(String.format(
                    Locale.ROOT,
                    "the others were not served while the share was away: perSecond=%.1f longestSilence=%.1f",
                    othersWhileAway(),
                    othersSilence()));
        }
        return wrong;
    }
}
