package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@link Plan}s for tests and prints the numbers of states and steps. A failure names the steps in words and as
 * a list of numbers; {@code -Dpragh.explore.trace=LIST} makes the same test repeat these steps alone. One thread.
 */
final class Exploration {
    private static final int STATES_MAX = 20_000_000;
    private static final @Nullable String TRACE = System.getProperty("pragh.explore.trace");
    private static final long SEED = Seeds.of("pragh.explore.seed");
    private static final int SCHEDULES = Integer.getInteger("pragh.explore.schedules", 5_000);

    private Exploration() {}

    /** Fails if any order of steps violates a rule. */
    static void holds(Plan plan) {
        Scenario scenario = new Scenario(plan);
        if (TRACE != null) {
            List<Integer> steps =
                    Arrays.stream(TRACE.split(",")).map(Integer::valueOf).toList();
            assertNull(Explorer.runAgain(scenario, steps), () -> show(scenario, plan, steps));
            return;
        }
        Explorer.Result result = explore(scenario, plan);
        assertNull(result.violation(), () -> result.violation() + show(scenario, plan, result.trace()));
        assertTrue(result.complete(), "every state was met");
        assertEquals(List.of(), scenario.memory.changedOutside(), "all memory that changes is part of a state");
    }

    private static Explorer.Result explore(Scenario scenario, Plan plan) {
        long began = System.nanoTime();
        Explorer.Result result = new Explorer(scenario, STATES_MAX).run();
        System.out.printf(
                "explored: %s: %d states, %d steps, depth %d, %.1f s%n",
                plan, result.states(), result.steps(), result.depth(), (System.nanoTime() - began) / 1e9);
        return result;
    }

    /** Fails if one of some random orders violates a rule; a failure prints its seed. */
    static void holdsInRandomOrders(Plan plan) {
        Scenario scenario = new Scenario(plan);
        RandomSchedules schedules = new RandomSchedules(scenario);
        System.out.println("random orders: " + plan + ": seeds " + SEED + " to " + (SEED + SCHEDULES - 1));
        for (long seed = SEED; seed < SEED + SCHEDULES; seed++) {
            String violation = schedules.run(seed);
            if (violation != null) {
                throw new AssertionError(violation + "; again with -Dpragh.explore.schedules=1 -Dpragh.explore.seed="
                        + seed + show(scenario, plan, schedules.trace()));
            }
        }
        assertEquals(List.of(), scenario.memory.changedOutside(), "all memory that changes is part of a state");
    }

    private static String show(Scenario scenario, Plan plan, List<Integer> trace) {
        String numbers = trace.stream().map(String::valueOf).collect(Collectors.joining(","));
        return "\nin: " + plan + "\nby -Dpragh.explore.trace=" + numbers + "\n" + Explorer.show(scenario, trace);
    }
}
