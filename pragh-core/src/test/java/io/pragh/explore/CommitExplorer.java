package io.pragh.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link CommitPlan} in every order of its steps, breadth first, and from every state to an end; a failure is
 * reported with a shortest trace. A state is reached by repeating its steps from the start. One thread.
 */
final class CommitExplorer {
    private final CommitPlan plan;
    private final CommitStage stage;
    private final States states = new States();
    /** What every snapshot has seen in each state. */
    private final List<long[]> seen = new ArrayList<>();

    private final Fingerprint fingerprint = new Fingerprint();
    private final long began = System.nanoTime();
    private final Set<List<Integer>> endings = new HashSet<>();
    private int steps;

    private CommitExplorer(CommitPlan plan) {
        this.plan = plan;
        this.stage = new CommitStage(plan);
    }

    /**
     * Fails if any order of steps violates a rule; returns the sets of commits that are possible in the end, by their
     * timestamps.
     */
    static Set<List<Integer>> explore(CommitPlan plan, int statesMax) {
        CommitExplorer explorer = new CommitExplorer(plan);
        String violation = explorer.run(statesMax);
        if (violation != null) {
            throw new AssertionError(violation);
        }
        if (explorer.states.count() >= statesMax) {
            throw new AssertionError("it does not close within " + explorer.states.count() + " states in: " + plan);
        }
        return explorer.endings;
    }

    private @Nullable String run(int statesMax) {
        String violation = all(statesMax);
        System.out.printf(
                "explored: %s: %d states, %d steps, %.1f s%n",
                plan, states.count(), steps, (System.nanoTime() - began) / 1e9);
        return violation;
    }

    private @Nullable String all(int statesMax) {
        stage.fingerprint(fingerprint);
        states.add(fingerprint, States.NONE, 0);
        seen.add(stage.seen());
        for (int state = 0; state < states.count() && states.count() < statesMax; state++) {
            int[] path = states.pathTo(state);
            stage.replay(path, seen.get(state));
            checkSame(path, state);
            int[] choices = stage.choices();
            for (int i = 0; i < choices.length; i++) {
                int choice = choices[i];
                if (i > 0) {
                    stage.replay(path, seen.get(state));
                }
                stage.act(choice);
                steps++;
                int[] longer = Arrays.copyOf(path, path.length + 1);
                longer[path.length] = choice;
                if (stage.violation() != null) {
                    return stage.violation() + "\nin: " + plan + "\n" + show(longer);
                }
                stage.fingerprint(fingerprint);
                if (states.find(fingerprint) == States.NONE) {
                    states.add(fingerprint, state, choice);
                    seen.add(stage.seen());
                }
            }
            if (choices.length > 0) {
                stage.replay(path, seen.get(state));
            }
            String wrong = stage.finish();
            if (wrong == null) {
                endings.add(stage.ending());
            } else {
                return wrong + "\nin: " + plan + "\n" + show(path) + "     and all that is left";
            }
        }
        return null;
    }

    /** The same steps must lead to the same state each time. */
    private void checkSame(int[] path, int state) {
        stage.fingerprint(fingerprint);
        if (states.find(fingerprint) != state) {
            throw new AssertionError("these steps have led to two states:\n" + show(path));
        }
    }

    private String show(int[] trace) {
        StringBuilder text = new StringBuilder();
        stage.reset();
        for (int i = 0; i < trace.length; i++) {
            text.append(String.format("%3d  %s%n", i + 1, stage.describe(trace[i])));
            stage.act(trace[i]);
        }
        return text.toString();
    }
}
