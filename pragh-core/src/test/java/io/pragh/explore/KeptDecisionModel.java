package io.pragh.explore;

import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A model of all ways in which a commit of homes can end whose logs outlive them: nodes die and come back, without
 * stores, values and time. The search is breadth first, so a wrong state is reached in the fewest steps. One thread.
 */
// Each home is on a node of its own; the coordinator is on another node, or on home 0's. A message that was sent may
// arrive at any later time, or never; nothing arrives at a node that has fenced its sender, nor at a later life. A
// log append is durable at once: a record that was not durable is one that was never appended.
// docs/protocols/durability.md, "Several processes".
final class KeptDecisionModel {
    /** Rules that a test may break. */
    enum Rule {
        /** A home says what it has when that cannot change any more. Without the rule: at once. */
        SAID_WHEN_SETTLED,
        /**
         * "Aborted" needs a living home that has said that it has no record. Without the rule the living homes need
         * not say so.
         */
        A_LIVING_NO,
        /** A home logs that it takes its record back before that counts. */
        TAKEN_BACK_IN_THE_LOG,
        /** A home that is away has a say. Without the rule the present homes decide. */
        THE_AWAY_ARE_WAITED_FOR,
        /** A restored home asks the others. Without the rule its record is enough. */
        ASK_BEFORE_RESTORE
    }

    private static final int PREPARED = 0;
    private static final int LOGGED = 1;
    private static final int TAKEN = 2;
    private static final int NEW = 3;
    private static final int OLD = 4;
    private static final int DOUBT = 5;
    private static final int AWAY = 6;

    private static final int RECORD = 1;
    private static final int TAKEN_BACK = 2;

    private static final int DECIDE = 0;
    private static final int TAKE_BACK = 1;
    private static final int COMMITTED = 2;
    private static final int ABORTED = 3;

    private final int homes;
    private final int deathsMax;
    private final boolean beside;
    private final Set<Rule> rules;
    private final LongSet seen = new LongSet();
    private final ArrayDeque<Long> queue = new ArrayDeque<>();
    private @Nullable String wrong;
    private boolean moved;
    private int forward;
    private int back;

    KeptDecisionModel(int homes, int deathsMax, boolean coordinatorBesideHome, Set<Rule> broken) {
        this.homes = homes;
        this.deathsMax = deathsMax;
        this.beside = coordinatorBesideHome;
        EnumSet<Rule> all = EnumSet.allOf(Rule.class);
        all.removeAll(broken);
        this.rules = all;
    }

    /** The state of all nodes and messages at one moment. */
    private static final class State implements Cloneable {
        int[] stage = new int[3];
        int[] log = new int[3];
        boolean[] fenced = new boolean[3];
        boolean[] first = {true, true, true};
        /** By answerer and asker, bits: 1 yes, 2 no. */
        int[] answers = new int[9];

        int saidRecord;
        int saidTaken;
        int saidCommitted;
        int recordVotes;
        int takenVotes;
        boolean alive = true;
        int commit;
        int told;
        int deaths;
        boolean shownNew;
        boolean shownOld;

        State copy() {
            try {
                State copy = (State) clone();
                copy.stage = stage.clone();
                copy.log = log.clone();
                copy.fenced = fenced.clone();
                copy.first = first.clone();
                copy.answers = answers.clone();
                return copy;
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private static long pack(State s) {
        long word = 0;
        for (int i = 0; i < 3; i++) {
            word = word << 3 | s.stage[i];
            word = word << 2 | s.log[i];
            word = word << 2 | (s.fenced[i] ? 2 : 0) | (s.first[i] ? 1 : 0);
        }
        for (int i = 0; i < 9; i++) {
            word = i / 3 == i % 3 ? word : word << 2 | s.answers[i];
        }
        word = word << 9 | s.saidRecord << 6 | s.saidTaken << 3 | s.saidCommitted;
        word = word << 6 | s.recordVotes << 3 | s.takenVotes;
        return word << 9
                | (s.alive ? 256 : 0)
                | s.commit << 6
                | s.told << 4
                | s.deaths << 2
                | (s.shownNew ? 2 : 0)
                | (s.shownOld ? 1 : 0);
    }

    private static State unpack(long packed) {
        State s = new State();
        long word = packed;
        s.shownOld = (word & 1) != 0;
        s.shownNew = (word & 2) != 0;
        s.deaths = (int) (word >>> 2 & 3);
        s.told = (int) (word >>> 4 & 3);
        s.commit = (int) (word >>> 6 & 3);
        s.alive = (word & 256) != 0;
        word >>>= 9;
        s.takenVotes = (int) (word & 7);
        s.recordVotes = (int) (word >>> 3 & 7);
        s.saidCommitted = (int) (word >>> 6 & 7);
        s.saidTaken = (int) (word >>> 9 & 7);
        s.saidRecord = (int) (word >>> 12 & 7);
        word >>>= 15;
        for (int i = 8; i >= 0; i--) {
            if (i / 3 != i % 3) {
                s.answers[i] = (int) (word & 3);
                word >>>= 2;
            }
        }
        for (int i = 2; i >= 0; i--) {
            s.first[i] = (word & 1) != 0;
            s.fenced[i] = (word & 2) != 0;
            s.log[i] = (int) (word >>> 2 & 3);
            s.stage[i] = (int) (word >>> 4 & 7);
            word >>>= 7;
        }
        return s;
    }

    int states() {
        return seen.size();
    }

    /** The number of states in which all homes show the new version. */
    int forward() {
        return forward;
    }

    /** The number of states in which all homes show the old version. */
    int back() {
        return back;
    }

    /** Explores all states; returns the violation in the first wrong state, or null. */
    @Nullable
    String run() {
        reach(new State());
        while (!queue.isEmpty() && wrong == null) {
            State state = unpack(queue.remove());
            moved = false;
            steps(state);
            if (!moved && wrong == null) {
                atRest(state);
            }
            deaths(state);
        }
        return wrong;
    }

    private void reach(State s) {
        for (int h = 0; h < homes; h++) {
            s.shownNew |= s.stage[h] == NEW;
            s.shownOld |= s.stage[h] == OLD;
        }
        if (s.shownNew && s.shownOld) {
            wrong = "one home shows the new version and one the old";
        } else if (s.told == COMMITTED && s.shownOld) {
            wrong = "what was acknowledged is undone";
        } else if (s.told == ABORTED && s.shownNew) {
            wrong = "what was aborted is done";
        }
        moved = true;
        long packed = pack(s);
        if (seen.add(packed)) {
            queue.add(packed);
        }
    }

    private void atRest(State s) {
        boolean allNew = true;
        boolean allOld = true;
        for (int h = 0; h < homes; h++) {
            allNew &= s.stage[h] == NEW;
            allOld &= s.stage[h] == OLD;
        }
        forward += allNew ? 1 : 0;
        back += allOld ? 1 : 0;
        if (!allNew && !allOld) {
            wrong = "keys are held for ever";
        }
    }

    private void deaths(State s) {
        if (s.deaths == deathsMax) {
            return;
        }
        for (int h = 0; h < homes; h++) {
            if (s.stage[h] != AWAY) {
                State next = s.copy();
                next.deaths++;
                die(next, h);
                if (beside && h == 0) {
                    next.alive = false;
                }
                reach(next);
            }
        }
        if (s.alive && !beside) {
            State next = s.copy();
            next.deaths++;
            next.alive = false;
            reach(next);
        }
    }

    private void die(State s, int home) {
        s.stage[home] = AWAY;
        s.first[home] = false;
        s.fenced[home] = false;
        for (int other = 0; other < homes; other++) {
            s.answers[3 * other + home] = 0; // no node has that number any more
        }
    }

    private void steps(State s) {
        if (s.alive) {
            coordinate(s);
        }
        for (int h = 0; h < homes && wrong == null; h++) {
            if (s.stage[h] == AWAY) {
                comeBack(s, h);
                continue;
            }
            if (!s.alive && !s.fenced[h]) {
                State next = s.copy();
                next.fenced[h] = true;
                reach(next);
            }
            if (!s.fenced[h]) {
                hear(s, h);
            }
            for (int asker = 0; asker < homes; asker++) {
                answer(s, h, asker);
            }
            decide(s, h);
        }
    }

    private void coordinate(State s) {
        for (int h = 0; h < homes; h++) {
            int bit = 1 << h;
            if (s.commit == DECIDE && (s.saidRecord & bit) != 0 && (s.recordVotes & bit) == 0) {
                State next = s.copy();
                next.recordVotes |= bit;
                if (next.recordVotes == (1 << homes) - 1) {
                    next.commit = COMMITTED;
                    next.told = COMMITTED;
                }
                reach(next);
            }
            if (s.commit == TAKE_BACK && (s.saidTaken & bit) != 0 && (s.takenVotes & bit) == 0) {
                State next = s.copy();
                next.takenVotes |= bit;
                reach(next);
            }
            if (s.commit == TAKE_BACK && (s.saidCommitted & bit) != 0) {
                State next = s.copy();
                next.commit = COMMITTED;
                next.told = COMMITTED;
                reach(next);
            }
        }
        if (s.commit == DECIDE) {
            State next = s.copy();
            next.commit = TAKE_BACK;
            reach(next);
        }
        if (s.commit == TAKE_BACK && isAborted(s)) {
            State next = s.copy();
            next.commit = ABORTED;
            next.told = ABORTED;
            reach(next);
        }
    }

    private boolean isAborted(State s) {
        for (int h = 0; h < homes; h++) {
            boolean isServed = s.stage[h] != AWAY && s.stage[h] != DOUBT;
            if ((s.takenVotes & 1 << h) == 0 && isServed) {
                return false;
            }
        }
        return s.takenVotes != 0 || !rules.contains(Rule.A_LIVING_NO);
    }

    private void comeBack(State s, int home) {
        State next = s.copy();
        boolean asks = s.log[home] == RECORD;
        next.stage[home] = !asks ? OLD : rules.contains(Rule.ASK_BEFORE_RESTORE) ? DOUBT : NEW;
        reach(next);
    }

    /** Delivers the coordinator's messages, in any order, as long as the home has not fenced it. */
    private void hear(State s, int home) {
        int stage = s.stage[home];
        if (s.first[home] && stage == PREPARED) {
            State next = s.copy();
            next.stage[home] = LOGGED;
            next.log[home] = RECORD;
            next.saidRecord |= 1 << home;
            reach(next);
        }
        if (s.commit == TAKE_BACK || s.commit == ABORTED) {
            State next = s.copy();
            if (s.first[home] && (stage == PREPARED || stage == LOGGED)) {
                takeBack(next, home);
            }
            boolean none = next.stage[home] == TAKEN || next.stage[home] == OLD;
            next.saidTaken |= none ? 1 << home : 0;
            next.saidCommitted |= !s.first[home] && stage == NEW ? 1 << home : 0;
            if (pack(next) != pack(s)) {
                reach(next);
            }
        }
        if (s.commit == ABORTED && s.first[home] && stage <= TAKEN) {
            State next = s.copy();
            takeBack(next, home);
            next.stage[home] = OLD;
            reach(next);
        }
        if (s.commit == COMMITTED && s.first[home] && stage == LOGGED) {
            State next = s.copy();
            next.stage[home] = NEW;
            reach(next);
        }
    }

    private void takeBack(State s, int home) {
        s.stage[home] = TAKEN;
        if (s.log[home] == RECORD && rules.contains(Rule.TAKEN_BACK_IN_THE_LOG)) {
            s.log[home] = TAKEN_BACK;
        }
    }

    private void answer(State s, int home, int asker) {
        boolean asks = s.stage[asker] == DOUBT || s.stage[asker] == LOGGED && s.fenced[asker];
        boolean unsettled = s.stage[home] == PREPARED || s.stage[home] == LOGGED;
        boolean may = !unsettled || s.fenced[home] || !rules.contains(Rule.SAID_WHEN_SETTLED);
        if (asker == home || !asks || !may) {
            return;
        }
        State next = s.copy();
        boolean yes = s.stage[home] == NEW || s.stage[home] == DOUBT || s.stage[home] == LOGGED;
        if (s.stage[home] == PREPARED && s.fenced[home]) {
            next.stage[home] = TAKEN;
        }
        next.answers[3 * home + asker] |= yes ? 1 : 2;
        if (pack(next) != pack(s)) {
            reach(next);
        }
    }

    /** Decides at a home whose coordinator is fenced, or that is being restored. */
    private void decide(State s, int home) {
        int stage = s.stage[home];
        if (s.fenced[home] && (stage == PREPARED || stage == TAKEN)) {
            State next = s.copy();
            next.stage[home] = OLD;
            reach(next);
            return;
        }
        if (stage != DOUBT && !(stage == LOGGED && s.fenced[home])) {
            return;
        }
        boolean all = true;
        for (int other = 0; other < homes; other++) {
            int said = s.answers[3 * other + home];
            if (other != home && (said & 2) != 0) {
                State next = s.copy();
                takeBack(next, home);
                next.stage[home] = OLD;
                reach(next);
                return;
            }
            boolean spared = s.stage[other] == AWAY && !rules.contains(Rule.THE_AWAY_ARE_WAITED_FOR);
            all &= other == home || said == 1 || spared;
        }
        if (all) {
            State next = s.copy();
            next.stage[home] = NEW;
            reach(next);
        }
    }

    /** A set of numbers. */
    private static final class LongSet {
        private long[] table = new long[1 << 16];
        private int size;

        int size() {
            return size;
        }

        boolean add(long number) {
            if (2 * size >= table.length) {
                long[] former = table;
                table = new long[2 * former.length];
                size = 0;
                for (long each : former) {
                    if (each != 0) {
                        add(each - 1);
                    }
                }
            }
            int at = (int) (number * 0x9E37_79B9_7F4A_7C15L >>> 33) & table.length - 1;
            while (table[at] != 0) {
                if (table[at] == number + 1) {
                    return false;
                }
                at = at + 1 & table.length - 1;
            }
            table[at] = number + 1;
            size++;
            return true;
        }
    }
}
