package io.pragh.core.store;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.base.Invariant;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.store.value.Edition;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import java.util.List;

/**
 * The owner's steps of an update: lock the old block, build the new one beside it, and later retire the old one.
 * Called by {@link StoreNode} and by homes for their own values. Any thread.
 */
// The home holds the key's busy bit during all steps, so no other update or migration replaces the block; readers may
// be reading it.
public final class ValueInstaller {
    /** The claim holds the block and needs no replacement. */
    public static final long UNCHANGED = 0;
    /**
     * The claim holds the block, which has room for the entries to append: {@link Appends#append} comes next. No
     * block has this address.
     */
    public static final long IN_PLACE = 1;
    /** The operation's precondition does not hold. */
    public static final long PRECONDITION_FAILED = ValueOperation.PRECONDITION_FAILED;
    /** The operation's size limit would be exceeded, or the largest block by an operation that replaces the value. */
    public static final long FULL = ValueOperation.FULL;
    /** The block was just moved here and its source is not yet invalidated: try again (h1). */
    public static final long UNSETTLED = -11;
    /** The block is not the current one any more: the request is late. */
    public static final long STALE = -12;
    /** No memory is left. */
    public static final long OUT_OF_MEMORY = VoteReply.OUT_OF_MEMORY;
    /** The key has another version than the transaction has read. */
    public static final long CONFLICT = VoteReply.CONFLICT;

    private static final int UNCHANGED_BYTES = ValueOperation.UNCHANGED;
    private static final int OUT_OF_MEMORY_BYTES = (int) OUT_OF_MEMORY;

    private final ValueOperations operations;
    private final Appends appends;
    private final OwnWords words;
    private final Clock clock;

    /** An installer for the partitions of one node. */
    public ValueInstaller(ValueOperations operations, OwnWords words, Clock clock) {
        this.operations = operations;
        this.appends = new Appends(operations, words);
        this.words = words;
        this.clock = clock;
    }

    /** A value in the making, on its way from the old block to the new one. */
    private static final class Image {
        long body;
        int bytes;
        /** The offset of the block that holds it, or -1 while that is the old block. */
        long offset = -1;

        int sizeClass;
        boolean changed;
        /** The number of entries that are still behind the body. */
        int entries;
    }

    /**
     * Locks the block for snapshots later than {@code claim.begin()}, and builds the replacement. Returns the new
     * block's address, whose version is not stamped yet unless the value is only written again as it was;
     * {@link #UNCHANGED} or {@link #IN_PLACE} when the block is held and needs no replacement; or a negative code,
     * when nothing was changed.
     */
    public long hold(Partition at, Claim claim, long old) {
        long key = claim.key();
        long begin = claim.begin();
        long version = 0;
        if (old != ValueAddress.ABSENT) {
            long locked = lock(at, key, old, begin);
            if (locked < 0) {
                return locked;
            }
            version = at.region().getLong(ValueAddress.offset(old) + ValueHeader.VERSION_OFFSET);
        }
        if (!isExpected(at, claim.expected(), old, Edition.of(version, ValueAddress.entries(old)))) {
            unlock(at, key, old, begin);
            return CONFLICT;
        }
        if (claim.isOnly(ValueOperations.FORGET)) {
            return forget(at, claim.updates().get(0), old, begin);
        }
        Image image = imageOf(at, old);
        int failure = claim.isOnly(ValueOperations.REWRITE) && ValueAddress.entries(old) > 0
                ? copy(at, image, old)
                : transformOrUndo(at, image, claim.updates(), old, begin);
        if (failure == IN_PLACE) {
            return IN_PLACE;
        }
        if (failure < 0 && failure != UNCHANGED_BYTES) {
            discard(at, image);
            unlock(at, key, old, begin);
            return failure;
        }
        if (!image.changed) {
            discard(at, image);
            return UNCHANGED;
        }
        boolean asItWas = operations.keepsVersion(claim); // readers need not notice it
        long same = ValueAddress.entries(old) == image.entries
                ? version
                : Appends.tailOf(at, old).lastTimestamp();
        return finish(at, image, key, old, asItWas ? same : 0, !asItWas);
    }

    /** Copies the value as it is, tail included; 0, or a negative code. */
    private int copy(Partition at, Image image, long old) {
        int entries = ValueAddress.entries(old);
        int blockBytes = entries == 0
                ? Tail.blockBytes(image.bytes, 0)
                : (int) (Appends.tailOf(at, old).end() - ValueAddress.offset(old));
        long offset = allocate(at, image, old, blockBytes);
        if (offset < 0) {
            return OUT_OF_MEMORY_BYTES;
        }
        long body = ValueAddress.offset(old) + ValueHeader.LENGTH;
        at.region().copyTo(body, at.region(), offset + ValueHeader.LENGTH, blockBytes - ValueHeader.LENGTH);
        image.entries = entries;
        image.changed = true;
        return 0;
    }

    /** Allocates a block for a value in the making, without writing it; -1 when there is no memory for it. */
    private static long allocate(Partition at, Image image, long old, int blockBytes) {
        int sizeClass = SizeClass.of(blockBytes);
        long offset = block(at, old, sizeClass);
        if (offset >= 0) {
            image.offset = offset;
            image.sizeClass = sizeClass;
            image.body = offset + ValueHeader.LENGTH;
        }
        return offset;
    }

    /**
     * Allocates from the reserve when the new block is no larger than the old one, so that values can be removed from
     * a full partition.
     */
    private static long block(Partition at, long old, int sizeClass) {
        boolean fits = old != ValueAddress.ABSENT && sizeClass <= ValueAddress.sizeClass(old);
        return fits ? at.blocks().allocateOfReserve(sizeClass) : at.blocks().allocate(sizeClass);
    }

    /**
     * Any absent state matches an expected absence: the tombstone that was seen may have been forgotten since, or
     * another one may have come.
     */
    private static boolean isExpected(Partition at, long expected, long old, long version) {
        if (expected != Claim.ABSENT) {
            return expected == Claim.ANY || Edition.isSame(expected, version);
        }
        return old == ValueAddress.ABSENT
                || at.region().getInt(ValueAddress.offset(old) + ValueHeader.BODY_BYTES_OFFSET)
                        == ValueHeader.TOMBSTONE;
    }

    private static Image imageOf(Partition at, long old) {
        Image image = new Image();
        long block = ValueAddress.offset(old);
        image.body = block + ValueHeader.LENGTH;
        image.bytes = old == ValueAddress.ABSENT
                ? ValueOperation.ABSENT
                : at.region().getInt(block + ValueHeader.BODY_BYTES_OFFSET);
        return image;
    }

    /** Like {@link #transform}; if an operation throws, unlocks the block and frees the memory. */
    private int transformOrUndo(Partition at, Image image, List<Update> updates, long old, long begin) {
        try {
            return appends.fit(at, updates, old) ? (int) IN_PLACE : transform(at, image, updates, old);
        } catch (OperationFailedException failed) {
            discard(at, image);
            unlock(at, updates.get(0).key(), old, begin);
            throw failed;
        }
    }

    /** The code that refuses a claim on a key without value; 0 when it succeeds, or when that is not known. */
    public long refusalOfAbsent(Partition at, Claim claim) {
        if (claim.updates().size() != 1 || claim.expected() > Claim.ABSENT) {
            return 0;
        }
        Update update = claim.updates().get(0);
        int bytes = newBytes(operationOf(update), update, at.region(), 0, ValueOperation.ABSENT);
        return bytes == ValueOperation.DELETE || bytes == ValueOperation.WRONG_PLACE
                ? PRECONDITION_FAILED
                : Math.min(bytes, 0);
    }

    private long forget(Partition at, Update update, long old, long begin) {
        boolean isIt = old != ValueAddress.ABSENT
                && old == update.first()
                && at.region().getInt(ValueAddress.offset(old) + ValueHeader.BODY_BYTES_OFFSET)
                        == ValueHeader.TOMBSTONE;
        if (isIt) {
            return ValueAddress.ABSENT;
        }
        unlock(at, update.key(), old, begin);
        return PRECONDITION_FAILED;
    }

    /** Runs operations one after the other; a negative code when one fails, or when none changes anything. */
    private int transform(Partition at, Image image, List<Update> updates, long old) {
        Region region = at.region();
        int bytesMax = MemoryLimits.valueBytesMax(region.segmentBytes());
        int folded = ValueAddress.entries(old) == 0 ? 0 : fold(at, image, updates, old);
        if (folded < 0 || image.changed) {
            return folded;
        }
        for (Update update : updates) {
            ValueOperation operation = operationOf(update);
            int bytes = newBytes(operation, update, region, image.body, image.bytes);
            if (bytes == ValueOperation.UNCHANGED) {
                continue;
            }
            boolean deletes = bytes == ValueOperation.DELETE;
            if (bytes > bytesMax && !operation.replacesWhole()) { // not "full": there is no further value to go to
                throw OperationFailedException.of(update, tooLarge(update, bytes, bytesMax));
            }
            if (bytes < 0 && !deletes || bytes > bytesMax) {
                return bytes == ValueOperation.WRONG_PLACE ? (int) CONFLICT : bytes < 0 ? bytes : (int) FULL;
            }
            int room = appends.roomFor(operation, region, image.body, image.bytes, bytes);
            int sizeClass = SizeClass.of(Tail.blockBytes(bytes, room));
            long offset = block(at, old, sizeClass);
            if (offset < 0) {
                return OUT_OF_MEMORY_BYTES;
            }
            if (!deletes) {
                try {
                    operation.write(
                            update, region, image.body, image.bytes, region, offset + ValueHeader.LENGTH, bytes);
                } catch (Throwable thrown) {
                    at.blocks().free(offset); // its address was not published
                    throw OperationFailedException.of(update, thrown);
                }
            }

            discard(at, image);
            image.offset = offset;
            image.sizeClass = sizeClass;
            image.body = offset + ValueHeader.LENGTH;
            image.bytes = deletes ? ValueHeader.TOMBSTONE : bytes;
            image.changed = true;
        }
        return image.changed ? 0 : UNCHANGED_BYTES;
    }

    private static PraghException tooLarge(Update update, int bytes, int bytesMax) {
        return new PraghException(
                "the value would be too large; divide it, or make segments larger (half a segment is the limit): key="
                        + GraphKey.show(update.key()) + " bytes=" + bytes + " most=" + bytesMax);
    }

    /**
     * Folds the old block's tail into the value, together with the entries of updates if all of these only append,
     * which makes it changed. 0, or a negative code.
     */
    private int fold(Partition at, Image image, List<Update> updates, long old) {
        Appends.Folded folded = appends.fold(at, updates, old);
        if (folded.bytes() < 0) {
            return folded.bytes() == ValueOperation.WRONG_PLACE ? (int) CONFLICT : folded.bytes();
        }
        long offset = allocate(at, image, old, Tail.blockBytes(folded.bytes(), folded.room()));
        if (offset < 0) {
            return OUT_OF_MEMORY_BYTES;
        }
        appends.write(at, folded, old, offset + ValueHeader.LENGTH);
        image.bytes = folded.bytes();
        image.changed = folded.changed();
        return 0;
    }

    private ValueOperation operationOf(Update update) {
        try {
            return operations.get(update.operation());
        } catch (PraghException unknown) {
            throw OperationFailedException.of(update, unknown);
        }
    }

    /**
     * Asks an operation for the length of the new body; an exception or an invalid answer counts as a failure of the
     * operation.
     */
    static int newBytes(ValueOperation operation, Update update, Region region, long body, int bodyBytes) {
        int bytes;
        try {
            bytes = operation.newBytes(update, region, body, bodyBytes);
        } catch (Throwable thrown) {
            throw OperationFailedException.of(update, thrown);
        }
        if (bytes < ValueOperation.WRONG_PLACE) {
            throw OperationFailedException.of(
                    update,
                    new PraghException("an operation answers with a length or a code of its own: answer=" + bytes));
        }
        return bytes;
    }

    /** Whether a code is a possible answer of an owner instead of an address. */
    static boolean isAnswer(long code) {
        return code == UNCHANGED
                || code == IN_PLACE
                || code == PRECONDITION_FAILED
                || code == FULL
                || code == UNSETTLED
                || code == STALE
                || code == OUT_OF_MEMORY
                || code == CONFLICT;
    }

    private static void discard(Partition at, Image image) {
        if (image.offset >= 0) {
            at.blocks().free(image.offset);
        }
    }

    /** Writes the header of a block that cannot be reached yet. */
    private long finish(Partition at, Image image, long key, long old, long version, boolean unstamped) {
        long block = ValueAddress.of(at.id(), image.sizeClass, nextGeneration(old), image.offset);
        long address = ValueAddress.withEntries(block, image.entries);
        long state = old == ValueAddress.ABSENT ? StateWord.live(key, address) : StateWord.pending(key, address);
        long stamp = unstamped ? ValueHeader.unstamped(key, address) : version;
        ValueHeader.write(at.region(), address, key, state, stamp, old, image.bytes);
        appends.clearTail(at, address, key, image.bytes);
        return address;
    }

    /**
     * Makes a block, which has a body and cannot be reached yet, the first value of a key as of {@code version}. Its
     * address is published next; nothing has to be settled.
     */
    public void first(Partition at, long address, long key, long version, int bodyBytes) {
        ValueHeader.write(
                at.region(), address, key, StateWord.live(key, address), version, ValueAddress.ABSENT, bodyBytes);
        appends.clearTail(at, address, key, bodyBytes);
    }

    private int nextGeneration(long old) {
        // The generation of a key's first address is arbitrary: after a loss its former words are unknown.
        return old == ValueAddress.ABSENT ? (int) (clock.nanos() >>> 10) : ValueAddress.generation(old) + 1;
    }

    /** Locks a block; 0 on success, else {@link #UNSETTLED} or {@link #STALE}. */
    private long lock(Partition at, long key, long old, long begin) {
        if (!at.region().contains(ValueAddress.offset(old), ValueHeader.LENGTH)) {
            return STALE; // an address of the partition's former life
        }
        long word = ValueAddress.offset(old) + ValueHeader.STATE_OFFSET;
        long live = StateWord.live(key, old);
        long found = at.region().getLongAcquire(word);
        if (found == live) { // a card's CAS would write PENDING back while a migrator's processor makes it LIVE
            found = words.compareAndExchange(at, word, live, StateWord.locked(old, begin));
        }
        if (found == live) {
            return 0;
        }
        return found == StateWord.pending(key, old) ? UNSETTLED : STALE;
    }

    private void unlock(Partition at, long key, long old, long begin) {
        if (old == ValueAddress.ABSENT) {
            return;
        }
        long word = ValueAddress.offset(old) + ValueHeader.STATE_OFFSET;
        long locked = StateWord.locked(old, begin);
        long found = words.compareAndExchange(at, word, locked, StateWord.live(key, old));
        Invariant.check(found == locked, "only the home unlocks what it locked", found);
    }

    /**
     * Raises the timestamp up to which a held block stays readable from {@code before} to W, when the commit has
     * taken W.
     */
    public void lockedUntil(Partition at, long old, long before, long timestamp) {
        long word = ValueAddress.offset(old) + ValueHeader.STATE_OFFSET;
        long locked = StateWord.locked(old, before);
        long found = words.compareAndExchange(at, word, locked, StateWord.locked(old, timestamp));
        Invariant.check(found == locked, "only the home changes what it locked", found);
    }

    /**
     * Settles a published update: the old block becomes SUPERSEDED, the new one LIVE, and the old one is retired.
     * {@code published} is 0 when the key was forgotten.
     */
    public void settle(Partition at, long key, long old, long published) {
        if (published == ValueAddress.ABSENT) {
            if (isHere(at, key, old)) {
                supersede(at, old, at.region().getLong(ValueAddress.offset(old) + ValueHeader.VERSION_OFFSET));
                at.reclaimer().retire(old, clock.nanos());
            }
            return;
        }
        if (old != ValueAddress.ABSENT && isHere(at, key, published) && isHere(at, key, old)) {
            supersede(at, old, at.region().getLong(ValueAddress.offset(published) + ValueHeader.VERSION_OFFSET));
            long word = ValueAddress.offset(published) + ValueHeader.STATE_OFFSET;
            words.compareAndExchange(at, word, StateWord.pending(key, published), StateWord.live(key, published));
            long now = clock.nanos();
            at.reclaimer().retire(old, now);
            if (at.region().getInt(ValueAddress.offset(published) + ValueHeader.BODY_BYTES_OFFSET)
                    == ValueHeader.TOMBSTONE) {
                at.tombstones().add(key, published, now);
            }
        }
    }

    /** The appends in place to blocks of these partitions. */
    public Appends appends() {
        return appends;
    }

    /** False for an address of the partition's former life: its memory is gone, and nothing has to be settled. */
    static boolean isHere(Partition at, long key, long address) {
        long block = ValueAddress.offset(address);
        return at.region().contains(block, ValueHeader.LENGTH)
                && at.region().getLong(block + ValueHeader.KEY_OFFSET) == key
                && at.region().getInt(block + ValueHeader.TAG_OFFSET) == ValueHeader.tag(address);
    }

    private void supersede(Partition at, long old, long version) {
        long word = ValueAddress.offset(old) + ValueHeader.STATE_OFFSET;
        // Only the home that locked a LOCKED word changes it, whatever timestamp it shows.
        long found = at.region().getLongAcquire(word);
        long expected = StateWord.state(found) == StateWord.LOCKED ? found : StateWord.locked(old, 0);
        words.compareAndExchange(at, word, expected, StateWord.superseded(old, version));
    }

    /**
     * Undoes a claim that was given up before it was published: frees the new block, if any, and unlocks the old one.
     */
    public void abandon(Partition at, long key, long old, long unpublished, long begin) {
        if (unpublished != UNCHANGED && isHere(at, key, unpublished)) {
            at.blocks().free(ValueAddress.offset(unpublished));
        }
        if (old == ValueAddress.ABSENT || isHere(at, key, old)) {
            unlock(at, key, old, begin);
        }
    }

    /**
     * Marks the predecessor of a first block that cannot be reached yet as lost, not absent: an older snapshot must
     * not see the key as absent.
     */
    public static void followsLoss(Partition home, long fresh) {
        home.region().setLong(ValueAddress.offset(fresh) + ValueHeader.PREVIOUS_OFFSET, ValueAddress.LOST);
    }

    /** Gives the new block of a held claim its version; false when the block's memory no longer exists. */
    public boolean stamp(Partition at, long key, long address, long version) {
        if (!isHere(at, key, address)) {
            return false;
        }
        long offset = ValueAddress.offset(address) + ValueHeader.VERSION_OFFSET;
        long expected = ValueHeader.unstamped(key, address);
        long found = at.region().getLong(offset);
        if (found == expected) {
            at.region().setLong(offset, version); // not reachable by others yet; publication orders this
        }
        return found == expected || found == version;
    }
}
