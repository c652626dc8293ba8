package io.pragh.explore;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link Plan} in every order of its steps, breadth first, until every state has been met or a rule is
 * violated; so the trace of a violation is a shortest one. One thread.
 */
// A state is reached by repeating its steps from the start: the code under test need not be copied, and is only read
// for its fingerprint. Two runs with the same fingerprint go on alike, so each state is left once in every direction.
// Checks: after every step the Witness's rules; in states where all actors are done, also that no update is lost and
// every block is accounted for; and when every state is known, that a state where all are done can be reached from
// each of them: otherwise an actor may wait for ever, however fair the schedule.
final class Explorer {
    static final String STUCK = "somebody waits and nobody can make a step";

    private static final int[] NOWHERE = {};
    /** Of so many ways that lead to a known state, one is followed to check that it goes on alike. */
    private static final int COMPARED_ONE_IN = 251;

    private final Scenario scenario;
    private final int statesMax;
    private final States states = new States();
    private final Fingerprint fingerprint = new Fingerprint();
    private int[] edges = new int[1 << 14];
    private int edgeCount;
    private int[] finals = new int[64];
    private int finalCount;
    private int depth;
    private long known;

    /**
     * The result of an exploration.
     *
     * @param states how many different states were met
     * @param steps how many steps lead from one to another
     * @param depth how many steps the farthest state is away
     * @param complete whether every state was met
     * @param violation what went wrong, or null
     * @param trace the steps that lead there
     */
    record Result(
            int states,
            int steps,
            int depth,
            boolean complete,
            @Nullable String violation,
            List<Integer> trace) {}

    Explorer(Scenario scenario, int statesMax) {
        this.scenario = scenario;
        this.statesMax = statesMax;
    }

    Result run() {
        scenario.reset();
        scenario.fingerprint(fingerprint);
        states.add(fingerprint, States.NONE, 0);
        for (int state = 0; state < states.count(); state++) {
            if (states.count() >= statesMax) {
                return result(false, null, NOWHERE);
            }
            int[] path = states.pathTo(state);
            depth = path.length;
            replay(path);
            checkSame(path, state);
            int[] choices = scenario.choices();
            String finding = choices.length == 0 || scenario.done() ? ended(state, choices.length) : null;
            if (finding != null) {
                return result(false, finding, path);
            }
            for (int i = 0; i < choices.length; i++) {
                if (i > 0) {
                    replay(path);
                }
                scenario.act(choices[i]);
                if (scenario.violation() != null) {
                    int[] trace = Arrays.copyOf(path, path.length + 1);
                    trace[path.length] = choices[i];
                    return result(false, scenario.violation(), trace);
                }
                scenario.fingerprint(fingerprint);
                int next = states.find(fingerprint);
                if (next == States.NONE) {
                    next = states.add(fingerprint, state, choices[i]);
                } else if (++known % COMPARED_ONE_IN == 0) {
                    compare(path, choices[i], next);
                }
                connect(state, next);
            }
        }
        int stuck = stuck();
        return stuck == States.NONE
                ? result(true, null, NOWHERE)
                : result(true, "nothing that can happen from here on ever ends", states.pathTo(stuck));
    }

    /** The same steps must lead to the same state each time. */
    private void checkSame(int[] path, int state) {
        scenario.fingerprint(fingerprint);
        if (states.find(fingerprint) != state) {
            throw new AssertionError("these steps have led to two states:\n" + show(path));
        }
    }

    /**
     * Compares two ways that have led to one fingerprint: if they do not go on alike, the fingerprint is incomplete.
     */
    private void compare(int[] path, int choice, int state) {
        int[] one = Arrays.copyOf(path, path.length + 1);
        one[path.length] = choice;
        int[] other = states.pathTo(state);
        if (!Arrays.equals(successors(one), successors(other))) {
            throw new AssertionError("two states look the same and are not:\n" + show(one) + "and\n" + show(other));
        }
    }

    /** The fingerprints of all states one step further, in no order. */
    private long[] successors(int[] path) {
        replay(path);
        int[] choices = scenario.choices();
        long[] found = new long[choices.length];
        for (int i = 0; i < choices.length; i++) {
            replay(path);
            scenario.act(choices[i]);
            scenario.fingerprint(fingerprint);
            found[i] = fingerprint.high() ^ fingerprint.low() + (scenario.violation() == null ? 0 : 1);
        }
        Arrays.sort(found);
        return found;
    }

    private @Nullable String ended(int state, int choices) {
        if (!scenario.done()) {
            return STUCK;
        }
        if (finalCount == finals.length) {
            finals = Arrays.copyOf(finals, finalCount * 2);
        }
        finals[finalCount++] = state;
        return choices == 0 ? scenario.judge() : null;
    }

    private void replay(int[] path) {
        scenario.reset();
        for (int step : path) {
            scenario.act(step);
        }
    }

    private void connect(int from, int to) {
        if (edgeCount + 2 > edges.length) {
            edges = Arrays.copyOf(edges, edges.length * 2);
        }
        edges[edgeCount++] = from;
        edges[edgeCount++] = to;
    }

    /** The first state from which no final one can be reached. */
    private int stuck() {
        int count = states.count();
        int[] offsets = new int[count + 1];
        for (int e = 1; e < edgeCount; e += 2) {
            offsets[edges[e] + 1]++;
        }
        for (int i = 0; i < count; i++) {
            offsets[i + 1] += offsets[i];
        }
        int[] sources = new int[edgeCount / 2];
        int[] filled = offsets.clone();
        for (int e = 0; e < edgeCount; e += 2) {
            sources[filled[edges[e + 1]]++] = edges[e];
        }
        boolean[] ends = new boolean[count];
        int[] queue = Arrays.copyOf(finals, Math.max(count, finalCount));
        int queued = finalCount;
        for (int i = 0; i < finalCount; i++) {
            ends[finals[i]] = true;
        }
        for (int i = 0; i < queued; i++) {
            for (int at = offsets[queue[i]]; at < offsets[queue[i] + 1]; at++) {
                if (!ends[sources[at]]) {
                    ends[sources[at]] = true;
                    queue[queued++] = sources[at];
                }
            }
        }
        for (int state = 0; state < count; state++) {
            if (!ends[state]) {
                return state;
            }
        }
        return States.NONE;
    }

    private Result result(boolean complete, @Nullable String violation, int[] trace) {
        List<Integer> steps = Arrays.stream(trace).boxed().toList();
        return new Result(states.count(), edgeCount / 2, depth, complete, violation, steps);
    }

    private String show(int[] trace) {
        return show(scenario, Arrays.stream(trace).boxed().toList());
    }

    /** Repeats these steps; returns a violation, or null. */
    static @Nullable String runAgain(Scenario scenario, List<Integer> trace) {
        scenario.reset();
        for (int step : trace) {
            scenario.act(step);
            if (scenario.violation() != null) {
                return scenario.violation();
            }
        }
        if (scenario.choices().length > 0) {
            return null;
        }
        return scenario.done() ? scenario.judge() : STUCK;
    }

    /** A trace in words. */
    static String show(Scenario scenario, List<Integer> trace) {
        StringBuilder text = new StringBuilder();
        scenario.reset();
        for (int i = 0; i < trace.size(); i++) {
            text.append(String.format("%3d  %s%n", i + 1, scenario.describe(trace.get(i))));
            scenario.act(trace.get(i));
        }
        return text.toString();
    }
}
