package io.pragh.core.store;

import io.pragh.core.address.ValueAddress;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Marks the keys of one home whose values died with a node, a lease after the node was fenced: until then somebody may still read the
 * block that a migration by the dead node left behind, and marking lets a new value in (h8). One thread.
 */
// A partition may live again by now, on another node and in other memory, and a slot may point into that life: so a
// slot is marked only when the block it points to is not there. A busy slot is left to the update that holds it,
// which finds its owner gone; the table is looked through until nothing was left.
public final class LostValues {
    /** What became of blocks. */
    @FunctionalInterface
    public interface BlockFate {
        /** True when the block is gone, false when it is there or cannot be seen; {@link #step} asks again then. */
        boolean isGone(long key, long address);
    }

    private final Partition home;
    private final OwnWords words;
    private final IntPredicate hadDied;
    private final BlockFate fate;
    private final SlotPass pass;
    private final @Nullable LongConsumer held;
    private long marked;

    /** Looks through a home for values in partitions that had died; {@code words} swaps the slots. */
    public LostValues(Partition home, OwnWords words, IntPredicate hadDied, BlockFate fate) {
        this(home, words, hadDied, fate, null);
    }

    /** The same for values that a log has: their keys are held, as by an update, for {@code held} to give them their values again. */
    public LostValues(
            Partition home, OwnWords words, IntPredicate hadDied, BlockFate fate, @Nullable LongConsumer held) {
        this.held = held;
        this.home = home;
        this.words = words;
        this.hadDied = hadDied;
        this.fate = fate;
        this.pass = new SlotPass(home.table());
    }

    /** Keys marked so far. */
    public long marked() {
        return marked;
    }

    /** Looks at some {@code limit} further keys; true when the whole table was looked through and nothing was left undecided. */
    public boolean step(int limit) {
        return pass.step(limit, this::look);
    }

    private boolean look(long key, long word) {
        long address = ValueAddress.withoutBusy(word);
        if (!ValueAddress.isBlock(word) || !hadDied.test(ValueAddress.partition(address))) {
            return true;
        }
        if (ValueAddress.isBusy(word)) {
            return false;
        }
        if (!fate.isGone(key, address)) {
            return true;
        }
        if (held == null) {
            home.rolls().lose();
        }
        long slot = home.table().find(key);
        long mark = held == null ? ValueAddress.LOST : ValueAddress.BUSY;
        boolean done = words.compareAndExchange(home, slot, word, mark) == word;
        marked += done ? 1 : 0;
        if (done && held != null) {
            held.accept(key);
        }
        return done;
    }
}
