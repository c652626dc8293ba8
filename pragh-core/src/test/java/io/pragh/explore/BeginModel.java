package io.pragh.explore;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A model of early lock release ({@link io.pragh.core.timestamp.PendingCommits}): which R snapshots begin with while
 * commits wait for their records, and which commits show their changes before that. Each read and each write of a
 * shared word is a step, and all orders of steps are tried. One thread.
 */
final class BeginModel {
    /**
     * The rules that keep an R from being too early, and a commit from being seen too early. No later R is below
     * {@code seen}.
     */
    enum Rule {
        /** A commit is reported when its place is left, and places are left in the order of W. */
        TOLD_IN_TURN,
        /** When a place is left, snapshots begin behind it before its caller is told. */
        BEGUN_BEHIND_FIRST,
        /** A commit that does not wait for its turn raises {@code seen} first. */
        IMPATIENCE_IS_SEEN,
        /** Such a commit overtakes no commit that shows changes which are not durable. */
        IMPATIENCE_WAITS,
        /** Commits that it overtakes show nothing before they are durable. */
        IMPATIENCE_HOLDS,
        /** A commit without a place raises {@code seen} before it is reported. */
        OTHERS_ARE_SEEN,
        /** Before that, it waits for commits that show changes which are not durable. */
        OTHERS_WAIT,
        /** Every R raises {@code seen}. */
        EVERY_R_IS_SEEN,
        /** A snapshot at T waits for commits that show changes which are not durable. */
        EXACT_WAITS,
        /** It raises {@code seen} after that wait. */
        WAITED_BEFORE_SEEN,
        /** Commits of a lower W that show nothing when a snapshot waits show nothing before they are durable. */
        WAITING_HOLDS,
        /** The commit that takes the first place marks this before it reads T. */
        MARKED_BEFORE_T,
        /** A commit that takes a place records its "since" before it has W. */
        MARKED_BEFORE_W
    }

    private static final int COMMITS = 2;
    private static final int READERS = 2;
    private static final int NEVER = 99;
    private static final int UNUSED = -1;

    // words of a state
    private static final int T = 0;
    private static final int SEEN = 1;
    private static final int OLDEST = 2;
    /** 1 + the actor that holds the monitor. */
    private static final int MONITOR = 3;
    /** The greatest W that was reported, and the greatest R. */
    private static final int TOLD = 4;

    private static final int GIVEN = 5;
    private static final int COMMIT = 6;
    // words of a commit: step, since, W, whether its place exists, whether it is over, what it shows, whether it is
    // durable
    private static final int COMMIT_WORDS = 7;
    private static final int SHOWS = 5;
    private static final int DURABLE = 6;
    private static final int SHOWN = 1;
    private static final int HELD = 2;
    private static final int COMMIT_STEPS = 11;
    private static final int OTHER = COMMIT + COMMITS * COMMIT_WORDS;
    private static final int OTHER_STEPS = 5;
    private static final int READER = OTHER + 2;
    // words of a reader: step, the least R allowed, T and then R, the oldest place
    private static final int READER_WORDS = 4;
    private static final int WORDS = READER + READERS * READER_WORDS;
    private static final int ACTORS = COMMITS + 1 + READERS;

    private final int commits;
    private final boolean exact;
    private final Set<Rule> without;
    /** The first way in which each state was reached. */
    private final Map<String, String> ways = new HashMap<>();

    private int behind;
    private int early;

    /**
     * A model with at most two commits that have places; if there is only one, another commit has no place.
     *
     * @param exact whether one of the two snapshots begins at T
     */
    BeginModel(int commits, boolean exact, Set<Rule> without) {
        this.commits = commits;
        this.exact = exact;
        this.without = without;
    }

    int states() {
        return ways.size();
    }

    /** The number of snapshots that began before T. */
    int behind() {
        return behind;
    }

    /** The number of commits that showed their changes before they were durable. */
    int early() {
        return early;
    }

    /**
     * Explores all orders; returns the steps that lead to an R that is too early, to one that sees a change that is
     * not durable, or to a deadlock; or null.
     */
    @Nullable
    String run() {
        int[] first = new int[WORDS];
        first[OLDEST] = UNUSED;
        ArrayDeque<int[]> open = new ArrayDeque<>();
        open.add(first);
        ways.put(Arrays.toString(first), "");
        while (!open.isEmpty()) {
            int[] state = open.remove();
            String way = ways.get(Arrays.toString(state));
            boolean moves = false;
            for (int choice = 0; choice < 2 * ACTORS; choice++) {
                int[] next = state.clone();
                String step = step(next, choice / 2, choice % 2 == 1);
                if (step == null) {
                    continue;
                }
                moves = true;
                String all = way + " " + step;
                if (step.endsWith("!") || leaks(next)) {
                    return all;
                }
                if (ways.putIfAbsent(Arrays.toString(next), all) == null) {
                    open.add(next);
                }
            }
            if (!moves && !isOver(state)) {
                return way + " and nobody goes on";
            }
        }
        return null;
    }

    private boolean keeps(Rule rule) {
        return !without.contains(rule);
    }

    /** Whether a snapshot sees a change that is not durable. */
    private static boolean leaks(int[] s) {
        for (int at = READER; at < WORDS; at += READER_WORDS) {
            if (s[at] == NEVER && shows(s, s[at + 2])) {
                return true;
            }
        }
        return false;
    }

    /** Whether a commit with a W up to this one shows a change that is not durable. */
    private static boolean shows(int[] s, int upTo) {
        for (int at = COMMIT; at < OTHER; at += COMMIT_WORDS) {
            if (s[at + SHOWS] == SHOWN && s[at + DURABLE] == 0 && s[at + 2] <= upTo) {
                return true;
            }
        }
        return false;
    }

    private boolean isOver(int[] s) {
        boolean all = commits == COMMITS || s[OTHER] == OTHER_STEPS;
        for (int i = 0; i < commits; i++) {
            all &= s[COMMIT + i * COMMIT_WORDS] == COMMIT_STEPS;
        }
        for (int at = READER; at < WORDS; at += READER_WORDS) {
            all &= s[at] == NEVER;
        }
        return all;
    }

    /** Makes a step of an actor; null when it has none. Where an actor has two steps, {@code impatient} chooses. */
    private @Nullable String step(int[] s, int actor, boolean impatient) {
        if (actor < COMMITS) {
            return actor >= commits ? null : commit(s, actor, COMMIT + actor * COMMIT_WORDS, impatient);
        } else if (impatient) {
            return null;
        } else if (actor == COMMITS) {
            return commits == COMMITS ? null : other(s);
        }
        int reader = actor - COMMITS - 1;
        return exact && reader == 0 ? readNow(s, reader, READER) : read(s, reader, READER + reader * READER_WORDS);
    }

    private @Nullable String commit(int[] s, int id, int at, boolean impatient) {
        boolean waits = s[at] == 9 && s[at + 3] == 1;
        boolean locked = s[at] == 0 || s[at] == 7 || s[at] == 9 && impatient;
        if (impatient && !waits || locked && s[MONITOR] != 0) {
            return null;
        }
        switch (s[at]) {
            case 0 -> { // enters the monitor, and sets the first mark
                s[MONITOR] = id + 1;
                if (keeps(Rule.MARKED_BEFORE_T) && s[OLDEST] == UNUSED) {
                    s[OLDEST] = NEVER;
                }
            }
            case 1 -> s[at + 1] = s[T];
            case 2 -> {
                if (keeps(Rule.MARKED_BEFORE_W) && first(s, false) < 0) {
                    s[OLDEST] = s[at + 1];
                }
            }
            case 3 -> s[at + 2] = ++s[T];
            case 4 -> {
                s[at + 3] = 1;
                s[OLDEST] = oldest(s);
                s[MONITOR] = 0;
            }
            case 5 -> { // appended to the log; its changes are published, if allowed
                s[at + SHOWS] = s[at + SHOWS] == HELD ? HELD : SHOWN;
                early += s[at + SHOWS] == SHOWN ? 1 : 0;
            }
            case 6 -> s[at + DURABLE] = 1; // durable, and published
            case 7 -> {
                s[MONITOR] = id + 1;
                s[at + 4] = 1;
                if (keeps(Rule.BEGUN_BEHIND_FIRST)) {
                    s[OLDEST] = oldest(s);
                } else {
                    leave(s);
                }
            }
            case 8 -> {
                leave(s);
                s[OLDEST] = oldest(s);
                s[MONITOR] = 0;
            }
            case 9 -> {
                if (impatient && !overtake(s, at)) {
                    return null;
                } else if (!impatient && keeps(Rule.TOLD_IN_TURN) && s[at + 3] == 1) {
                    return null; // waits for its turn
                }
            }
            case 10 -> s[TOLD] = Math.max(s[TOLD], s[at + 2]);
            default -> {
                return null;
            }
        }
        s[at]++;
        return "commit" + id + "." + s[at];
    }

    private boolean overtake(int[] s, int at) {
        if (keeps(Rule.IMPATIENCE_HOLDS)) {
            hold(s, s[at + 2] - 1);
        }
        if (keeps(Rule.IMPATIENCE_WAITS) && waitsFor(s, s[at + 2] - 1)) {
            return false;
        }
        s[SEEN] = keeps(Rule.IMPATIENCE_IS_SEEN) ? Math.max(s[SEEN], s[at + 2]) : s[SEEN];
        return true;
    }

    /** Makes commits with a W up to this one that show nothing yet show nothing before they are durable. */
    private static void hold(int[] s, int upTo) {
        for (int at = COMMIT; at < OTHER; at += COMMIT_WORDS) {
            if (s[at + 3] == 1 && s[at + 2] <= upTo && s[at + SHOWS] == 0) {
                s[at + SHOWS] = HELD;
            }
        }
    }

    /** Whether a commit with a W up to this one shows its changes and is not over. */
    private static boolean waitsFor(int[] s, int upTo) {
        for (int at = COMMIT; at < OTHER; at += COMMIT_WORDS) {
            if (s[at + SHOWS] == SHOWN && s[at + 4] == 0 && s[at + 2] <= upTo) {
                return true;
            }
        }
        return false;
    }

    /** The "since" of the place with the lowest W that is not over. */
    private static int oldest(int[] s) {
        int first = first(s, true);
        return first < 0 ? NEVER : s[first + 1];
    }

    private static int first(int[] s, boolean stays) {
        int first = -1;
        for (int at = COMMIT; at < OTHER; at += COMMIT_WORDS) {
            boolean counts = s[at + 3] == 1 && !(stays && s[at + 4] == 1);
            if (counts && (first < 0 || s[at + 2] < s[first + 2])) {
                first = at;
            }
        }
        return first;
    }

    private static void leave(int[] s) {
        for (int first = first(s, false); first >= 0 && s[first + 4] == 1; first = first(s, false)) {
            s[first + 3] = 0;
        }
    }

    /** Makes a step of a commit without a place. */
    private @Nullable String other(int[] s) {
        int w = s[OTHER + 1];
        switch (s[OTHER]) {
            case 0 -> s[OTHER + 1] = ++s[T];
            case 1, 2, 3 -> {
                if (s[OLDEST] == UNUSED) {
                    s[OTHER] = 3;
                } else if (!await(s, s[OTHER], w, keeps(Rule.OTHERS_WAIT), keeps(Rule.OTHERS_ARE_SEEN))) {
                    return null;
                }
            }
            case 4 -> s[TOLD] = Math.max(s[TOLD], w);
            default -> {
                return null;
            }
        }
        s[OTHER]++;
        return "other." + s[OTHER];
    }

    /** Makes one of the three steps that raise the field seen; false while it has to wait. */
    private boolean await(int[] s, int step, int timestamp, boolean waits, boolean sees) {
        if (step == 1) {
            if (s[MONITOR] != 0) {
                return false;
            }
            if (keeps(Rule.WAITING_HOLDS)) {
                hold(s, timestamp);
            }
        }
        boolean raises = sees && step == (keeps(Rule.WAITED_BEFORE_SEEN) ? 3 : 1);
        if (step == 2 && waits && waitsFor(s, timestamp)) {
            return false;
        }
        s[SEEN] = raises ? Math.max(s[SEEN], timestamp) : s[SEEN];
        return true;
    }

    /** Makes a step of a snapshot that may be behind T. */
    private @Nullable String read(int[] s, int id, int at) {
        String name = "reader" + id + ".";
        switch (s[at]) {
            case 0 -> s[at + 1] = Math.max(s[TOLD], s[GIVEN]);
            case 1 -> s[at + 2] = s[T];
            case 2 -> {
                s[at + 3] = s[OLDEST];
                if (s[at + 3] == UNUSED) {
                    return given(s, at, s[at + 2], name);
                }
            }
            case 3 -> {
                boolean isBehind = s[at + 3] < s[at + 2];
                int least = isBehind ? s[at + 3] : s[at + 2];
                if (isBehind || keeps(Rule.EVERY_R_IS_SEEN)) {
                    s[SEEN] = Math.max(s[SEEN], least);
                }
                if (!isBehind) {
                    return given(s, at, s[at + 2], name);
                }
            }
            case 4 -> {
                behind += s[SEEN] < s[T] ? 1 : 0;
                return given(s, at, s[SEEN], name);
            }
            default -> {
                return null;
            }
        }
        s[at]++;
        return name + s[at];
    }

    /** Makes a step of a snapshot that has to be at T. */
    private @Nullable String readNow(int[] s, int id, int at) {
        String name = "exact" + id + ".";
        switch (s[at]) {
            case 0 -> s[at + 1] = Math.max(s[TOLD], s[GIVEN]);
            case 1 -> s[at + 2] = s[T];
            case 2, 3, 4 -> {
                if (s[at] == 2 && s[OLDEST] == UNUSED) {
                    return given(s, at, s[at + 2], name);
                }
                if (!await(s, s[at] - 1, s[at + 2], keeps(Rule.EXACT_WAITS), keeps(Rule.EVERY_R_IS_SEEN))) {
                    return null;
                }
            }
            case 5 -> {
                return given(s, at, s[at + 2], name);
            }
            default -> {
                return null;
            }
        }
        s[at]++;
        return name + s[at];
    }

    private static String given(int[] s, int at, int timestamp, String name) {
        boolean isEarly = timestamp < s[at + 1];
        s[GIVEN] = Math.max(s[GIVEN], timestamp);
        s[at] = NEVER;
        s[at + 2] = timestamp;
        return name + "R=" + timestamp + (isEarly ? "!" : "");
    }
}
