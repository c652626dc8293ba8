package io.pragh.explore;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which R snapshots begin with while commits wait for their records ({@link io.pragh.core.timestamp.PendingCommits}), step by step: each read
 * and each write of a word that others see is a step, and all orders are tried. One thread.
 */
final class BeginModel {
    /** What keeps an R from being too early. */
    enum Rule {
        /** A commit is told of when its place is left, and places are left in the order of W. */
        TOLD_IN_TURN,
        /** One that does not wait for its turn raises what is seen first. */
        IMPATIENCE_IS_SEEN,
        /** A commit without a place raises what is seen before it is told of. */
        OTHERS_ARE_SEEN,
        /** Every R raises what is seen. */
        EVERY_R_IS_SEEN,
        /** Who takes the first place says so before it reads T. */
        MARKED_BEFORE_T
    }

    private static final int COMMITS = 2;
    private static final int READERS = 2;
    private static final int NEVER = 99;
    private static final int UNUSED = -1;

    // words of a state
    private static final int T = 0;
    private static final int SEEN = 1;
    private static final int OLDEST = 2;
    /** 1 + who has the monitor. */
    private static final int MONITOR = 3;
    /** The greatest W that anybody was told of, and the greatest R. */
    private static final int TOLD = 4;

    private static final int GIVEN = 5;
    private static final int COMMIT = 6;
    // of a commit: step, since, W, whether its place is there, whether it is over
    private static final int COMMIT_WORDS = 5;
    private static final int OTHER = COMMIT + COMMITS * COMMIT_WORDS;
    private static final int READER = OTHER + 2;
    // of a reader: step, the least that R must be, T, the oldest place
    private static final int READER_WORDS = 4;
    private static final int WORDS = READER + READERS * READER_WORDS;
    private static final int ACTORS = COMMITS + 1 + READERS;

    private final int commits;
    private final Set<Rule> without;
    /** How each state was reached first. */
    private final Map<String, String> ways = new HashMap<>();

    private int behind;

    /** With so many commits that have places, two at most: when there is but one, another one has none. */
    BeginModel(int commits, Set<Rule> without) {
        this.commits = commits;
        this.without = without;
    }

    int states() {
        return ways.size();
    }

    /** How many snapshots began before T. */
    int behind() {
        return behind;
    }

    /** The steps that lead to an R that is too early, or null. */
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
            for (int choice = 0; choice < 2 * ACTORS; choice++) {
                int[] next = state.clone();
                String step = step(next, choice / 2, choice % 2 == 1);
                if (step == null) {
                    continue;
                }
                String all = way + " " + step;
                if (step.endsWith("!")) {
                    return all;
                }
                if (ways.putIfAbsent(Arrays.toString(next), all) == null) {
                    open.add(next);
                }
            }
        }
        return null;
    }

    private boolean keeps(Rule rule) {
        return !without.contains(rule);
    }

    /** Makes a step of an actor; null when it has none. {@code impatient} where it has two. */
    private @Nullable String step(int[] s, int actor, boolean impatient) {
        if (actor < COMMITS) {
            return actor >= commits ? null : commit(s, actor, COMMIT + actor * COMMIT_WORDS, impatient);
        } else if (impatient) {
            return null;
        } else if (actor == COMMITS) {
            return commits == COMMITS ? null : other(s);
        }
        int reader = actor - COMMITS - 1;
        return read(s, reader, READER + reader * READER_WORDS);
    }

    private @Nullable String commit(int[] s, int id, int at, boolean impatient) {
        boolean waits = s[at] == 5 && s[at + 3] == 1;
        if (impatient && !waits) {
            return null;
        }
        switch (s[at]) {
            case 0 -> { // the monitor, and the first mark
                if (s[MONITOR] != 0) {
                    return null;
                }
                s[MONITOR] = id + 1;
                if (keeps(Rule.MARKED_BEFORE_T) && s[OLDEST] == UNUSED) {
                    s[OLDEST] = NEVER;
                }
            }
            case 1 -> s[at + 1] = s[T];
            case 2 -> s[at + 2] = ++s[T];
            case 3 -> {
                s[at + 3] = 1;
                s[OLDEST] = oldest(s);
                s[MONITOR] = 0;
            }
            case 4 -> { // durable, and published
                if (s[MONITOR] != 0) {
                    return null;
                }
                s[at + 4] = 1;
                leave(s);
            }
            case 5 -> {
                if (impatient) {
                    s[SEEN] = keeps(Rule.IMPATIENCE_IS_SEEN) ? Math.max(s[SEEN], s[at + 2]) : s[SEEN];
                } else if (keeps(Rule.TOLD_IN_TURN) && s[at + 3] == 1) {
                    return null; // it waits for its turn
                }
            }
            case 6 -> s[TOLD] = Math.max(s[TOLD], s[at + 2]);
            default -> {
                return null;
            }
        }
        s[at]++;
        return "commit" + id + "." + s[at];
    }

    /** Since when the place with the lowest W is there. */
    private static int oldest(int[] s) {
        int first = first(s);
        return first < 0 ? NEVER : s[first + 1];
    }

    private static int first(int[] s) {
        int first = -1;
        for (int at = COMMIT; at < OTHER; at += COMMIT_WORDS) {
            if (s[at + 3] == 1 && (first < 0 || s[at + 2] < s[first + 2])) {
                first = at;
            }
        }
        return first;
    }

    private static void leave(int[] s) {
        for (int first = first(s); first >= 0 && s[first + 4] == 1; first = first(s)) {
            s[first + 3] = 0;
        }
        s[OLDEST] = oldest(s);
    }

    /** A commit that has no place. */
    private @Nullable String other(int[] s) {
        switch (s[OTHER]) {
            case 0 -> s[OTHER + 1] = ++s[T];
            case 1 -> {
                if (s[OLDEST] != UNUSED && keeps(Rule.OTHERS_ARE_SEEN)) {
                    s[SEEN] = Math.max(s[SEEN], s[OTHER + 1]);
                }
            }
            case 2 -> s[TOLD] = Math.max(s[TOLD], s[OTHER + 1]);
            default -> {
                return null;
            }
        }
        s[OTHER]++;
        return "other." + s[OTHER];
    }

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

    private static String given(int[] s, int at, int timestamp, String name) {
        boolean isEarly = timestamp < s[at + 1];
        s[GIVEN] = Math.max(s[GIVEN], timestamp);
        s[at] = NEVER;
        return name + "R=" + timestamp + (isEarly ? "!" : "");
    }
}
