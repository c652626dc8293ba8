package io.pragh.core.store;

import io.pragh.core.address.ValueAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives up the keys of one home whose values were lost and not written again: they are absent from then on. One
 * thread.
 */
// A slot that an update holds and that names no block may be lost, because the update may restore the slot's former
// word. So such keys are looked at again until the update has ended.
public final class LossesGivenUp {
    private final Partition home;
    private final OwnWords words;
    private final SlotPass pass;
    private final List<Long> held = new ArrayList<>();
    private boolean passed;

    /** A pass over a home; {@code words} swaps the slots. */
    public LossesGivenUp(Partition home, OwnWords words) {
        this.home = home;
        this.words = words;
        this.pass = new SlotPass(home.table());
    }

    /** The home of the pass. */
    public Partition home() {
        return home;
    }

    /** Looks at {@code limit} further keys, more or less; true when no lost key is left. */
    public boolean step(int limit) {
        if (!passed) {
            passed = pass.step(limit, this::look);
            return passed && held.isEmpty();
        }
        held.removeIf(key -> settled(key, home.table().addressOf(key)));
        return held.isEmpty();
    }

    private boolean look(long key, long word) {
        if (!settled(key, word)) {
            held.add(key);
        }
        return true;
    }

    private boolean settled(long key, long word) {
        if (word != ValueAddress.LOST) {
            return word != ValueAddress.BUSY;
        }
        boolean done = words.compareAndExchange(home, home.table().find(key), word, ValueAddress.ABSENT) == word;
        if (done) {
            home.table().vacated();
        }
        return done;
    }
}
