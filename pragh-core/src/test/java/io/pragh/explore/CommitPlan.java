package io.pragh.explore;

/**
 * What happens beside each other to two keys whose homes are two nodes. Immutable.
 *
 * @param work what the transactions do
 * @param waiting how many of the transactions wait for keys that others hold, the first ones
 * @param appended whether they append their numbers in place instead of replacing blocks
 * @param moved whether b's value lies at a's home when all begins
 * @param moves whether b's value is pulled to a's home meanwhile
 * @param reader who reads both keys
 * @param loss which messages may get lost, one of them; a tenth of a second passes then, in which what was not answered is asked again
 * @param repeats how many arrive twice
 * @param death which node dies, at any moment
 * @param expelled whether the coordinator's node may be expelled, and each home hears of it when it likes
 * @param givesUp whether the coordinator may give up as long as nothing is decided
 */
record CommitPlan(
        Work work,
        int waiting,
        boolean appended,
        boolean moved,
        boolean moves,
        Reader reader,
        Loss loss,
        int repeats,
        Death death,
        boolean expelled,
        boolean givesUp) {
    /** What the transactions do. */
    enum Work {
        /** One writes both keys. */
        ONE,
        /** Each of two writes both keys. */
        TWO,
        /** Each of two reads one key and writes the other. */
        SKEW
    }

    /** Who reads both keys. */
    enum Reader {
        /** Nobody before the end. */
        NONE,
        /** A snapshot is taken, and a and b are read by it. */
        A_FIRST,
        /** The same, b before a. */
        B_FIRST,
        /** Every snapshot that could have been taken, after every step, until it knows both. */
        EVERYBODY
    }

    /** Which messages may get lost. */
    enum Loss {
        /** None. */
        NONE,
        /** Any. */
        ANY,
        /** Those between the home of b and the owner of its value. */
        OWNERS,
        /** Those by which a coordinator gives up, and the answers. */
        GIVING_UP
    }

    /** Which node dies; what was under way from it may still arrive where nobody knows of it yet. */
    enum Death {
        /** None. */
        NONE,
        /** That of b's home: b's values are lost with it. */
        HOME,
        /** The same, and the coordinator is there. */
        HOME_AND_COORDINATOR
    }

    static final CommitPlan ONE =
            new CommitPlan(Work.ONE, 0, false, false, false, Reader.NONE, Loss.NONE, 0, Death.NONE, false, false);

    /** Each of two writes both keys; so many of them wait. */
    static CommitPlan two(int waiting) {
        return new CommitPlan(
                Work.TWO, waiting, false, false, false, Reader.NONE, Loss.NONE, 0, Death.NONE, false, false);
    }

    /** Each of two reads one key and writes the other. */
    CommitPlan skewed() {
        return new CommitPlan(
                Work.SKEW, waiting, appended, moved, moves, reader, loss, repeats, death, expelled, givesUp);
    }

    CommitPlan appending() {
        return new CommitPlan(work, waiting, true, moved, moves, reader, loss, repeats, death, expelled, givesUp);
    }

    CommitPlan withMoved() {
        return new CommitPlan(work, waiting, appended, true, moves, reader, loss, repeats, death, expelled, givesUp);
    }

    CommitPlan moving() {
        return new CommitPlan(work, waiting, appended, moved, true, reader, loss, repeats, death, expelled, givesUp);
    }

    CommitPlan readBy(Reader who) {
        return new CommitPlan(work, waiting, appended, moved, moves, who, loss, repeats, death, expelled, givesUp);
    }

    CommitPlan losing(Loss messages) {
        return new CommitPlan(
                work, waiting, appended, moved, moves, reader, messages, repeats, death, expelled, givesUp);
    }

    CommitPlan repeating(int messages) {
        return new CommitPlan(work, waiting, appended, moved, moves, reader, loss, messages, death, expelled, givesUp);
    }

    CommitPlan dying(Death node) {
        return new CommitPlan(work, waiting, appended, moved, moves, reader, loss, repeats, node, expelled, givesUp);
    }

    CommitPlan expelling() {
        return new CommitPlan(work, waiting, appended, moved, moves, reader, loss, repeats, death, true, givesUp);
    }

    CommitPlan givingUp() {
        return new CommitPlan(work, waiting, appended, moved, moves, reader, loss, repeats, death, expelled, true);
    }

    /** Whether the transactions differ in nothing but their numbers. */
    boolean isSymmetric() {
        return work == Work.TWO && waiting != 1;
    }
}
