package io.pragh.core.store;

import java.util.concurrent.atomic.LongAdder;

/**
 * Tells when all work is over that may have been begun by what was published before. Whoever works goes in, reads what is published,
 * works, and comes out; nobody ever waits to get in. Any thread.
 */
// Two doors, one of which is in use. To wait: publish, change the door, wait until all have left by the former one,
// change again, and wait once more: somebody may have chosen a door before the first change and gone in after it. Who
// goes in after it was counted empty reads what was published before the count.
public final class Passage {
    private final LongAdder[] entered = {new LongAdder(), new LongAdder()};
    private final LongAdder[] left = {new LongAdder(), new LongAdder()};
    private volatile int door;

    /** Goes in; the answer is for {@link #exit}. Nests. */
    public int enter() {
        int through = door;
        entered[through].increment();
        return through;
    }

    /** Comes out. */
    public void exit(int through) {
        left[through].increment();
    }

    /** Begins to wait for all who may be in now; one wait at a time. */
    public Wait await() {
        return new Wait();
    }

    /** A wait for those who were in when it began. One thread at a time. */
    public final class Wait {
        private int changes;
        private int former;

        /** Whether all are out. */
        public boolean isOver() {
            while (changes < 3) {
                if (changes > 0 && !isEmpty(former)) {
                    return false;
                }
                if (changes < 2) {
                    former = door;
                    door = 1 - former;
                }
                changes++;
            }
            return true;
        }

        private boolean isEmpty(int which) {
            long out = left[which].sum(); // first: who is counted here went in before
            return entered[which].sum() == out;
        }
    }
}
