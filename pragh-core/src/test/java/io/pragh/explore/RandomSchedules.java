package io.pragh.explore;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link Plan} that is too large for an exploration in random orders of its steps, each from a seed of its
 * own. One thread.
 */
final class RandomSchedules {
    /** A fair schedule ends long before this bound. */
    private static final int STEPS_MAX = 100_000;

    private final Scenario scenario;
    private int[] trace = new int[1 << 10];
    private int steps;

    RandomSchedules(Scenario scenario) {
        this.scenario = scenario;
    }

    /** Runs to the end; returns a violation, or null. */
    @Nullable
    String run(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        scenario.reset();
        for (steps = 0; steps < STEPS_MAX; steps++) {
            int[] choices = scenario.choices();
            if (choices.length == 0) {
                return scenario.done() ? scenario.judge() : Explorer.STUCK;
            }
            if (steps == trace.length) {
                trace = Arrays.copyOf(trace, steps * 2);
            }
            trace[steps] = choices[random.nextInt(choices.length)];
            scenario.act(trace[steps]);
            if (scenario.violation() != null) {
                steps++;
                return scenario.violation();
            }
        }
        return "the schedule does not end";
    }

    /** Steps of the latest run. */
    List<Integer> trace() {
        return Arrays.stream(trace, 0, steps).boxed().toList();
    }
}
