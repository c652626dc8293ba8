package io.pragh.core.store;

import java.util.concurrent.atomic.LongAdder;

/**
 * Detects when all work has ended that may have begun before a change was published. A working thread enters, reads
 * the published state, works, and exits. Entering never waits. Any thread.
 */
// There are two doors, one of which is in use. A wait publishes the change, switches the door, waits until all
// threads have left by the former door, switches again, and waits once more, because a thread may have chosen a door
// before the first switch and entered after it. A thread that enters a door after it was counted empty reads what was
// published before the count.
public final class Passage {
    private final LongAdder[] entered = {new LongAdder(), new LongAdder()};
    private final LongAdder[] left = {new LongAdder(), new LongAdder()};
    private volatile int door;

    /** Enters; the answer is the argument of {@link #exit}. Nests. */
    public int enter() {
        int through = door;
        entered[through].increment();
        return through;
    }

    /** Leaves. */
    public void exit(int through) {
        left[through].increment();
    }

    /** Begins a wait for all threads that may be inside now; one wait at a time. */
    public Wait await() {
        return new Wait();
    }

    /** A wait for the threads that were inside when it began. One thread at a time. */
    public final class Wait {
        private int changes;
        private int former;

        /** Whether all of those threads have left. */
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
            long out = left[which].sum(); // read first, so that every thread counted here is also counted as entered
            return entered[which].sum() == out;
        }
    }
}
