package io.pragh.benchmarks.fof;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The cost of migration while it runs: the second with the fewest queries since values began to move. Immutable.
 *
 * @param second that second
 * @param ofMedian its queries per second as a share of the median second's, of all since values began to move
 * @param ofBefore the same of the median second before, or null when there was no whole one
 */
public record WorstSecond(
        Second second, double ofMedian, @Nullable Double ofBefore) {
    /** Shorter seconds are remainders at the end of a phase. */
    private static final double WHOLE_SECONDS = 0.5;

    /**
     * The worst second of a scheme with migration whose load lasted a second after values began to move; else empty.
     */
    public static Optional<WorstSecond> of(SchemeResult result) {
        if (!result.scheme().isMigrating()) {
            return Optional.empty();
        }
        List<Second> moving = whole(result, true);
        OptionalDouble median = median(moving);
        OptionalDouble before = median(whole(result, false));
        return moving.stream()
                .min(Comparator.comparingDouble(Second::queriesPerSecond))
                .map(worst -> new WorstSecond(
                        worst,
                        share(worst, median.orElse(0)),
                        before.isPresent() ? (Double) share(worst, before.getAsDouble()) : null));
    }

    private static double share(Second second, double rate) {
        return rate > 0 ? second.queriesPerSecond() / rate : 0;
    }

    private static List<Second> whole(SchemeResult result, boolean moving) {
        return result.series().stream()
                .filter(s -> s.seconds() >= WHOLE_SECONDS)
                .filter(s -> moving == (s.phase() == Phase.MIGRATING || s.phase() == Phase.MEASURED))
                .toList();
    }

    private static OptionalDouble median(List<Second> seconds) {
        double[] rates =
                seconds.stream().mapToDouble(Second::queriesPerSecond).sorted().toArray();
        int half = rates.length / 2;
        if (rates.length == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(rates.length % 2 == 1 ? rates[half] : (rates[half - 1] + rates[half]) / 2);
    }
}
