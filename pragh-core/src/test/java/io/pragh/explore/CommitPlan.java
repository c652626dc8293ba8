package io.pragh.explore;

/**
 * What happens beside each other to two keys whose homes are two nodes. Immutable.
 *
 * @param work what the transactions do
 * @param appended whether they append their numbers in place instead of replacing blocks
 * @param moved whether b's value lies at a's home when all begins
 * @param moves whether b's value is pulled to a's home meanwhile
 * @param reads whether a snapshot is taken, and a and b are read by it
 * @param readsBFirst in which order
 * @param losses how many messages get lost
 * @param repeats how many arrive twice
 * @param death which node dies, at any moment
 * @param expelled whether the coordinator's node may be expelled, and each home hears of it when it likes
 * @param givesUp whether the coordinator may give up while homes take the record
 * @param ticks how often a tenth of a second passes, in which what was not answered is asked again
 */
record CommitPlan(
        Work work,
        boolean appended,
        boolean moved,
        boolean moves,
        boolean reads,
        boolean readsBFirst,
        int losses,
        int repeats,
        Death death,
        boolean expelled,
        boolean givesUp,
        int ticks) {
    /** What the transactions do. */
    enum Work {
        /** One writes both keys. */
        ONE,
        /** Each of two writes both keys. */
        TWO,
        /** Each of two reads one key and writes the other. */
        SKEW
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
            new CommitPlan(Work.ONE, false, false, false, false, false, 0, 0, Death.NONE, false, false, 0);

    CommitPlan of(Work other) {
        return new CommitPlan(
                other, appended, moved, moves, reads, readsBFirst, losses, repeats, death, expelled, givesUp, ticks);
    }

    CommitPlan appending() {
        return new CommitPlan(
                work, true, moved, moves, reads, readsBFirst, losses, repeats, death, expelled, givesUp, ticks);
    }

    CommitPlan withMoved() {
        return new CommitPlan(
                work, appended, true, moves, reads, readsBFirst, losses, repeats, death, expelled, givesUp, ticks);
    }

    CommitPlan moving() {
        return new CommitPlan(
                work, appended, moved, true, reads, readsBFirst, losses, repeats, death, expelled, givesUp, ticks);
    }

    CommitPlan reading(boolean bFirst) {
        return new CommitPlan(
                work, appended, moved, moves, true, bFirst, losses, repeats, death, expelled, givesUp, ticks);
    }

    CommitPlan losing(int messages) {
        return new CommitPlan(
                work, appended, moved, moves, reads, readsBFirst, messages, repeats, death, expelled, givesUp, ticks);
    }

    CommitPlan repeating(int messages) {
        return new CommitPlan(
                work, appended, moved, moves, reads, readsBFirst, losses, messages, death, expelled, givesUp, ticks);
    }

    CommitPlan dying(Death node) {
        return new CommitPlan(
                work, appended, moved, moves, reads, readsBFirst, losses, repeats, node, expelled, givesUp, ticks);
    }

    CommitPlan expelling() {
        return new CommitPlan(
                work, appended, moved, moves, reads, readsBFirst, losses, repeats, death, true, givesUp, ticks);
    }

    CommitPlan givingUp() {
        return new CommitPlan(
                work, appended, moved, moves, reads, readsBFirst, losses, repeats, death, expelled, true, ticks);
    }

    CommitPlan ticking(int times) {
        return new CommitPlan(
                work, appended, moved, moves, reads, readsBFirst, losses, repeats, death, expelled, givesUp, times);
    }
}
