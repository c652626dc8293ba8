package io.pragh.explore;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A model of all ways in which a commit of three homes can end when nodes die, without stores, values and time: which
 * home has a record, has taken it back, or shows which version, and which messages are under way. The search is
 * breadth first, so a wrong state is reached in the fewest steps. One thread.
 */
// Home i is on node i; the coordinator is on home 0's node, or on a node of its own. A message that was sent may
// arrive at any later time, more than once, or never; nothing arrives at a node that has fenced its sender. Views
// change one death at a time and reach each node at any time; an expelled node goes on until it stops, at any time.
// Logs and locks die with their home. docs/protocols/transactions.md, "How a coordinator's death is decided".
final class DecisionModel {
    static final int HOMES = 3;
    private static final int DEATHS_MAX = 2;
    private static final int NOT_DEAD = 7;

    /** Rules that a test may break. */
    enum Rule {
        /**
         * A home that died, and its log with it, has no say. Without the rule it counts as a home without a record.
         */
        THE_DEAD_HAVE_NO_SAY,
        /** A home without a record gives its key back when no surviving home has one. Without the rule: at once. */
        GIVE_BACK_AFTER_ALL,
        /**
         * The answer "has a record" counts if it was given in the asker's own view, or a later one. Without the rule:
         * in any.
         */
        SAID_IN_THE_ASKERS_VIEW,
        /** A home says what it has after it has fenced the coordinator. */
        FENCE_BEFORE_LOGS,
        /**
         * The coordinator gives keys back, and reports "aborted", when all records are taken back. Without the rule:
         * when one is.
         */
        TAKE_BACK_BEFORE_ABORTED,
        /** A home that has said that it has no record never takes one. */
        NO_RECORD_AFTER_NO,
        /** The sweep does not make the old version of a dead home's key, which lies at a survivor, current again. */
        DEAD_HOMES_KEYS_ARE_LOST
    }

    private enum Stage {
        PREPARED,
        RECORDED,
        TAKEN_BACK,
        SHOWS_NEW,
        SHOWS_OLD
    }

    private enum Commit {
        DECIDE,
        TAKE_BACK,
        COMMITTED,
        ABORTED
    }

    /**
     * An answer: no record, and there will be none; 0 and 1 say that there is one, in the view of the first or second
     * death.
     */
    private static final int NO_RECORD = 2;

    private static final int STATES_MAX = 1 << 21;
    private static final List<Stage> STAGES = List.of(Stage.values());
    private static final List<Commit> COMMITS = List.of(Commit.values());

    private final Set<Rule> rules;
    private final int coordinator;
    private final long[] reached = new long[STATES_MAX];
    private final int[] before = new int[STATES_MAX];
    private final int[] table = new int[2 * STATES_MAX];
    private int count;
    private @Nullable String wrong;
    private int forward;
    private int back;

    DecisionModel(boolean coordinatorBesideHome, Set<Rule> broken) {
        this.coordinator = coordinatorBesideHome ? 0 : HOMES;
        EnumSet<Rule> all = EnumSet.allOf(Rule.class);
        all.removeAll(broken);
        this.rules = all;
    }

    int states() {
        return count;
    }

    /** The number of ends in which a home shows the new version. */
    int forward() {
        return forward;
    }

    /** The number of ends in which a home shows the old version. */
    int back() {
        return back;
    }

    /** The state of all nodes and messages at one moment, in 50 bits. */
    private static final class State {
        final Stage[] stage = new Stage[HOMES];
        final int[] view = new int[HOMES + 1];
        final int[] dead = new int[DEATHS_MAX];
        /**
         * By answerer and asker: one bit for each of the three answers given; an answer may be received at any time.
         */
        final int[] answers = new int[HOMES * HOMES];

        Commit commit = Commit.DECIDE;
        int recordedVotes;
        int takenBackVotes;
        private long word;
        private int at;

        State() {
            Arrays.fill(stage, Stage.PREPARED);
            Arrays.fill(dead, NOT_DEAD);
        }

        State(long packed) {
            word = packed;
            for (int i = 0; i < HOMES; i++) {
                stage[i] = STAGES.get(take(3));
            }
            for (int i = 0; i <= HOMES; i++) {
                view[i] = take(2);
            }
            for (int d = 0; d < DEATHS_MAX; d++) {
                dead[d] = take(3);
            }
            commit = COMMITS.get(take(2));
            recordedVotes = take(HOMES);
            takenBackVotes = take(HOMES);
            for (int i = 0; i < HOMES * HOMES; i++) {
                answers[i] = i / HOMES == i % HOMES ? 0 : take(3);
            }
        }

        private int take(int bits) {
            int value = (int) (word >>> at) & (1 << bits) - 1;
            at += bits;
            return value;
        }

        private void put(int value, int bits) {
            word |= (long) value << at;
            at += bits;
        }

        long packed() {
            word = 0;
            at = 0;
            for (Stage each : stage) {
                put(STAGES.indexOf(each), 3);
            }
            for (int each : view) {
                put(each, 2);
            }
            for (int each : dead) {
                put(each, 3);
            }
            put(COMMITS.indexOf(commit), 2);
            put(recordedVotes, HOMES);
            put(takenBackVotes, HOMES);
            for (int i = 0; i < HOMES * HOMES; i++) {
                if (i / HOMES != i % HOMES) {
                    put(answers[i], 3);
                }
            }
            return word;
        }

        int deaths() {
            return dead[0] == NOT_DEAD ? 0 : dead[1] == NOT_DEAD ? 1 : 2;
        }

        /** Whether a node is lost in the view of another node. */
        boolean isGone(int node, int seenBy) {
            return view[seenBy] > 0 && dead[0] == node || view[seenBy] > 1 && dead[1] == node;
        }

        boolean isExpelled(int node) {
            return dead[0] == node || dead[1] == node;
        }

        boolean isOpen(int home) {
            return stage[home] != Stage.SHOWS_NEW && stage[home] != Stage.SHOWS_OLD;
        }
    }

    /** Null when every way ends well; else the violation, and the steps that lead to it. */
    @Nullable
    String run() {
        reached(new State().packed(), -1);
        for (int next = 0; next < count && wrong == null; next++) {
            if (!successors(next)) {
                ended(next);
            }
        }
        return wrong;
    }

    private void reached(long packed, int predecessor) {
        int at = (int) (packed * 0x9E3779B97F4A7C15L >>> 42);
        while (table[at] != 0) {
            if (reached[table[at] - 1] == packed) {
                return;
            }
            at = (at + 1) % table.length;
        }
        reached[count] = packed;
        before[count] = predecessor;
        table[at] = ++count;
        String problem = problem(new State(packed));
        if (problem != null && wrong == null) {
            wrong = problem + trace(count - 1);
        }
    }

    private static @Nullable String problem(State s) {
        boolean shown = Arrays.asList(s.stage).contains(Stage.SHOWS_NEW);
        boolean kept = Arrays.asList(s.stage).contains(Stage.SHOWS_OLD);
        if (shown && kept) {
            return "one home shows the new version, another the old one";
        }
        if (s.commit == Commit.COMMITTED && kept) {
            return "an acknowledged commit is undone";
        }
        return s.commit == Commit.ABORTED && shown ? "a commit that was said to be aborted is shown" : null;
    }

    private void ended(int index) {
        State s = new State(reached[index]);
        for (int i = 0; i < HOMES; i++) {
            if (s.isOpen(i) && !s.isExpelled(i) && wrong == null) {
                wrong = "a key stays locked at home " + i + trace(index);
            }
        }
        forward += Arrays.asList(s.stage).contains(Stage.SHOWS_NEW) ? 1 : 0;
        back += Arrays.asList(s.stage).contains(Stage.SHOWS_OLD) ? 1 : 0;
    }

    private String trace(int last) {
        StringBuilder steps = new StringBuilder();
        for (int index = last; index >= 0; index = before[index]) {
            State s = new State(reached[index]);
            steps.insert(
                    0,
                    "\n  " + s.commit + " " + Arrays.toString(s.stage) + " dead " + Arrays.toString(s.dead) + " views "
                            + Arrays.toString(s.view) + " answers " + Arrays.toString(s.answers));
        }
        return steps.toString();
    }

    /** A change of state by a step. */
    private interface Change {
        void make(State state);
    }

    private boolean step(int from, Change change) {
        State next = new State(reached[from]);
        change.make(next);
        long packed = next.packed();
        if (packed == reached[from]) {
            return false;
        }
        reached(packed, from);
        return true;
    }

    private boolean successors(int from) {
        State s = new State(reached[from]);
        boolean moved = commitSteps(from, s);
        for (int node = 0; node < (coordinator == HOMES ? HOMES + 1 : HOMES); node++) {
            moved |= viewSteps(from, s, node);
        }
        for (int i = 0; i < HOMES; i++) {
            moved |= homeSteps(from, s, i);
            moved |= s.isExpelled(i) && sweep(from, s, i);
        }
        return moved;
    }

    private boolean viewSteps(int from, State s, int node) {
        if (s.isExpelled(node)) {
            return false;
        }
        if (s.deaths() < DEATHS_MAX) {
            step(from, n -> n.dead[n.deaths()] = node); // the death is optional: all must end well without it
        }
        return s.view[node] < s.deaths() && step(from, n -> n.view[node]++);
    }

    private boolean commitSteps(int from, State s) {
        boolean moved = false;
        if (s.commit == Commit.DECIDE) {
            moved = step(from, n -> n.commit = Commit.TAKE_BACK);
            moved |= s.recordedVotes == (1 << HOMES) - 1 && step(from, n -> n.commit = Commit.COMMITTED);
        }
        if (s.commit == Commit.TAKE_BACK && mayAbort(s)) {
            moved |= step(from, n -> n.commit = Commit.ABORTED);
        }
        return moved;
    }

    private boolean mayAbort(State s) {
        if (!rules.contains(Rule.TAKE_BACK_BEFORE_ABORTED)) {
            return s.takenBackVotes != 0;
        }
        for (int i = 0; i < HOMES; i++) {
            if ((s.takenBackVotes & 1 << i) == 0 && !s.isGone(i, coordinator)) {
                return false;
            }
        }
        return true;
    }

    private boolean homeSteps(int from, State s, int i) {
        boolean moved =
                s.stage[i] == Stage.PREPARED && step(from, n -> record(n, i)); // begun before the fence, perhaps
        if (!s.isGone(coordinator, i)) {
            moved |= hearCoordinator(from, s, i);
        } else {
            moved |= s.stage[i] == Stage.PREPARED && step(from, n -> n.stage[i] = Stage.TAKEN_BACK);
            moved |= decides(s, i)
                    && step(from, n -> n.stage[i] = n.stage[i] == Stage.RECORDED ? Stage.SHOWS_NEW : Stage.SHOWS_OLD);
        }
        for (int j = 0; j < HOMES; j++) {
            if (j != i && !s.isGone(j, i)) {
                moved |= answer(from, s, i, j);
                moved |= hear(from, s, i, j);
            } else if (j != i && s.stage[i] == Stage.RECORDED && !rules.contains(Rule.THE_DEAD_HAVE_NO_SAY)) {
                moved |= step(from, n -> n.stage[i] = Stage.TAKEN_BACK);
            }
        }
        return moved;
    }

    private static void record(State n, int i) {
        n.stage[i] = Stage.RECORDED;
        n.recordedVotes |= 1 << i;
    }

    private boolean hearCoordinator(int from, State s, int i) {
        boolean moved = false;
        int bit = 1 << i;
        boolean open = s.isOpen(i);
        if (open && (s.commit == Commit.TAKE_BACK || s.commit == Commit.ABORTED)) {
            moved |= step(from, n -> {
                n.stage[i] = Stage.TAKEN_BACK;
                n.takenBackVotes |= bit;
            });
        }
        if (s.stage[i] == Stage.RECORDED && s.commit == Commit.COMMITTED) {
            moved |= step(from, n -> n.stage[i] = Stage.SHOWS_NEW);
        }
        if (open && s.commit == Commit.ABORTED) {
            moved |= step(from, n -> n.stage[i] = Stage.SHOWS_OLD);
        }
        return moved;
    }

    /** Whether a home whose coordinator is lost knows the end. */
    private boolean decides(State s, int i) {
        boolean recorded = s.stage[i] == Stage.RECORDED;
        if (!recorded && s.stage[i] != Stage.TAKEN_BACK) {
            return false;
        }
        if (!recorded && !rules.contains(Rule.GIVE_BACK_AFTER_ALL)) {
            return true;
        }
        for (int j = 0; j < HOMES; j++) {
            boolean gone = s.isGone(j, i);
            if (j == i || gone) {
                continue;
            }
            int answers = s.answers[j * HOMES + i];
            int oldest = rules.contains(Rule.SAID_IN_THE_ASKERS_VIEW) ? s.view[i] - 1 : 0;
            int agreeing = recorded ? 3 >>> oldest << oldest : 1 << NO_RECORD;
            if ((answers & agreeing) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Home i answers a question of home j, which was asked when j had learned of the coordinator's loss. */
    private boolean answer(int from, State s, int i, int j) {
        boolean asks = s.isGone(coordinator, j) && s.stage[j] != Stage.PREPARED;
        boolean fenced = s.isGone(coordinator, i) || !rules.contains(Rule.FENCE_BEFORE_LOGS);
        if (!asks || !fenced) {
            return false;
        }
        boolean without = s.stage[j] == Stage.TAKEN_BACK || s.stage[j] == Stage.SHOWS_OLD;
        boolean moved = say(from, i, j, false);
        return without && say(from, i, j, true) || moved;
    }

    private boolean say(int from, int i, int j, boolean asksWithoutRecord) {
        return step(from, n -> {
            boolean latches = n.stage[i] == Stage.PREPARED && rules.contains(Rule.NO_RECORD_AFTER_NO);
            if (latches || n.stage[i] == Stage.RECORDED && asksWithoutRecord) {
                n.stage[i] = Stage.TAKEN_BACK;
            }
            boolean recorded = n.stage[i] == Stage.RECORDED || n.stage[i] == Stage.SHOWS_NEW;
            int said = recorded ? Math.max(0, n.view[i] - 1) : NO_RECORD;
            n.answers[i * HOMES + j] |= 1 << said;
        });
    }

    /** Home i receives home j's answer that j has no record. */
    private boolean hear(int from, State s, int i, int j) {
        boolean no = (s.answers[j * HOMES + i] >>> NO_RECORD & 1) != 0;
        return no && s.stage[i] == Stage.RECORDED && step(from, n -> n.stage[i] = Stage.TAKEN_BACK);
    }

    /** Decides a dead home's key whose value lies at a survivor, locked: by the rule it is lost to all. */
    private boolean sweep(int from, State s, int i) {
        return s.isOpen(i)
                && !rules.contains(Rule.DEAD_HOMES_KEYS_ARE_LOST)
                && step(from, n -> n.stage[i] = Stage.SHOWS_OLD);
    }
}
