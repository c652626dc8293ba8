package io.pragh.core.store;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.store.value.BlockFate;
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
    /** Knows what became of blocks. */
    @FunctionalInterface
    public interface Fates {
        /** What became of the block with this address; while it is {@link BlockFate#UNDECIDED}, {@link #step} asks again. */
        BlockFate of(long key, long address);
    }

    private final Partition home;
    private final OwnWords words;
    private final IntPredicate hadDied;
    private final Fates fates;
    private final SlotPass pass;
    private final @Nullable LongConsumer held;
    private long marked;

    /** Looks through a home for values in partitions that had died; {@code words} swaps the slots. */
    public LostValues(Partition home, OwnWords words, IntPredicate hadDied, Fates fates) {
        this(home, words, hadDied, fates, null);
    }

    /** The same for values that a log has: their keys are held, as by an update, for {@code held} to give them their values again. */
    public LostValues(Partition home, OwnWords words, IntPredicate hadDied, Fates fates, @Nullable LongConsumer held) {
        this.held = held;
        this.home = home;
        this.words = words;
        this.hadDied = hadDied;
        this.fates = fates;
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
        return switch (fates.of(key, address)) {
            case THERE -> true;
            case GONE -> mark(key, word);
            case UNDECIDED -> false;
        };
    }

    /** False when somebody else was at the slot. */
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
