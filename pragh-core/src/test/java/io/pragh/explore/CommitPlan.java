package io.pragh.explore;

/**
 * The concurrent events on two keys whose homes are two nodes. Immutable.
 *
 * @param work what the transactions do
 * @param waiting how many of the transactions wait for keys that others hold, the first ones
 * @param appended whether they append their numbers in place instead of replacing blocks
 * @param moved whether b's value lies at a's home at first
 * @param moves whether b's value is pulled to a's home meanwhile
 * @param reader which snapshot reads both keys
 * @param loss which messages may get lost, one of them; a tenth of a second passes then, after which unanswered
 * requests are repeated
 * @param repeats how many messages arrive twice
 * @param death which node dies, at any moment
 * @param expelled whether the coordinator's node may be expelled, which each home may learn at any time
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
        /** One transaction writes both keys. */
        ONE,
        /** Each of two transactions writes both keys. */
        TWO,
        /** Each of two transactions reads one key and writes the other. */
        SKEW
    }

    /** The snapshot that reads both keys. */
    enum Reader {
        /** There is none before the end. */
        NONE,
        /** A snapshot is taken, which reads a and then b. */
        A_FIRST,
        /** A snapshot is taken, which reads b and then a. */
        B_FIRST,
        /** Every snapshot that could have been taken reads after every step, until it knows both keys. */
        EVERYBODY
    }

    /** Which messages may get lost. */
    enum Loss {
        /** None. */
        NONE,
        /** Any. */
        ANY,
        /** Messages between the home of b and the owner of its value. */
        OWNERS,
        /** Messages by which a coordinator gives up, and the answers. */
        GIVING_UP
    }

    /** The node that dies; its messages under way may still arrive at nodes that have not learned of the death. */
    enum Death {
        /** None. */
        NONE,
        /** The node of b's home: b's values are lost with it. */
        HOME,
        /** As {@link #HOME}, and the coordinator is on the same node. */
        HOME_AND_COORDINATOR
    }

    static final CommitPlan ONE =
            new CommitPlan(Work.ONE, 0, false, false, false, Reader.NONE, Loss.NONE, 0, Death.NONE, false, false);

    /** A plan in which each of two transactions writes both keys; {@code waiting} of them wait. */
    static CommitPlan two(int waiting) {
        return new CommitPlan(
                Work.TWO, waiting, false, false, false, Reader.NONE, Loss.NONE, 0, Death.NONE, false, false);
    }

    /** This plan, but each of two transactions reads one key and writes the other. */
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

    /** Whether the transactions differ only in their numbers. */
    boolean isSymmetric() {
        return work == Work.TWO && waiting != 1;
    }
}
