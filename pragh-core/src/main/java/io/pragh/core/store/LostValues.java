package io.pragh.core.store;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.store.value.BlockFate;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Marks the keys of one home whose values were lost with a node, a lease after the node was fenced. Until then
 * readers may still read the block that a migration by the dead node left behind, while marking allows a new value
 * (h8). One thread.
 */
// The partition may be in a new life by now, on another node and in other memory, and a slot may point into that
// life. So a slot is marked only when the block it points to does not exist. A busy slot is left to the update that
// holds it, which will find the owner gone; the pass over the table is repeated until no key was left undecided.
public final class LostValues {
    /** Finds out whether blocks still exist. */
    @FunctionalInterface
    public interface Fates {
        /**
         * The fate of the block with this address; while it is {@link BlockFate#UNDECIDED}, {@link #step} asks again.
         */
        BlockFate of(long key, long address);
    }

    private final Partition home;
    private final OwnWords words;
    private final IntPredicate hadDied;
    private final Fates fates;
    private final SlotPass pass;
    private final @Nullable LongConsumer held;
    private long marked;

    /** Looks through a home for values that lay in partitions that had died; {@code words} swaps the slots. */
    public LostValues(Partition home, OwnWords words, IntPredicate hadDied, Fates fates) {
        this(home, words, hadDied, fates, null);
    }

    /**
     * The same where a log has the values: their keys are held, as by an update, and passed to {@code held}, which
     * restores the values.
     */
    public LostValues(Partition home, OwnWords words, IntPredicate hadDied, Fates fates, @Nullable LongConsumer held) {
        this.held = held;
        this.home = home;
        this.words = words;
        this.hadDied = hadDied;
        this.fates = fates;
        this.pass = new SlotPass(home.table());
    }

    /** The number of keys marked so far. */
    public long marked() {
        return marked;
    }

    /**
     * Looks at {@code limit} further keys, more or less; true when a whole pass over the table left no key undecided.
     */
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
        return switch (fates.of(key, address)) {
            case THERE -> true;
            case GONE -> mark(key, word);
            case UNDECIDED -> false;
        };
    }

    /** False when another thread or node changed the slot meanwhile. */
    private boolean mark(long key, long word) {
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
