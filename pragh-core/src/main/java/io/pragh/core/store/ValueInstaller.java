package io.pragh.core.store;

import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.base.Invariant;
import io.pragh.core.base.Safeguard;
import io.pragh.core.base.Safeguards;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;

/** What an owner does for an update: lock the old block, build the new one beside it, and later retire the old one. Any thread. */
// The home holds the key's busy bit for the whole time, so nobody else replaces or moves the block; readers may be
// reading it.
public final class ValueInstaller {
    /** The operation's precondition does not hold. */
    public static final long PRECONDITION_FAILED = ValueOperation.PRECONDITION_FAILED;
    /** The operation's size limit, or the largest block, would be exceeded. */
    public static final long FULL = ValueOperation.FULL;
    /** The block has just been moved here and its source is not yet invalidated: try again (h1). */
    public static final long UNSETTLED = -11;
    /** The block is not the current one any more: the request is late. */
    public static final long STALE = -12;
    /** No memory is left. */
    public static final long OUT_OF_MEMORY = -13;

    private final ValueOperations operations;
    private final OwnWords words;
    private final Clock clock;
    private final boolean lockFirst;
    private final boolean waitForPending;
    private final boolean generations;

    /** An installer for the partitions of one node. */
    public ValueInstaller(ValueOperations operations, OwnWords words, Clock clock, Safeguards safeguards) {
        this.operations = operations;
        this.words = words;
        this.clock = clock;
        this.lockFirst = safeguards.has(Safeguard.LOCK_BEFORE_PUBLISH);
        this.waitForPending = safeguards.has(Safeguard.PUT_WAITS_FOR_PENDING);
        this.generations = safeguards.has(Safeguard.GENERATION_IN_ADDRESS);
    }

    /** Address of the new block, not yet published; or a negative code, and nothing is changed. {@code old} 0: no value yet. */
    public long apply(Partition at, Update update, long old) {
        ValueOperation operation = operations.get(update.operation());
        Region region = at.region();
        long block = ValueAddress.offset(old);
        int bodyBytes = ValueOperation.ABSENT;
        long version = 0;
        if (old != ValueAddress.ABSENT) {
            long locked = lock(at, update.key(), old);
            if (locked < 0) {
                return locked;
            }
            bodyBytes = region.getInt(block + ValueHeader.BODY_BYTES_OFFSET);
            version = region.getLong(block + ValueHeader.VERSION_OFFSET);
        }
        long body = block + ValueHeader.LENGTH;
        int newBytes = operation.newBytes(update, region, body, bodyBytes);
        boolean deletes = newBytes == ValueOperation.DELETE;
        long failure = newBytes < 0 && !deletes ? newBytes : 0;
        if (newBytes > Math.min(SizeClass.BLOCK_BYTES_MAX, region.segmentBytes() / 2) - ValueHeader.LENGTH) {
            failure = FULL;
        }
        int sizeClass = SizeClass.of(ValueHeader.LENGTH + (failure == 0 ? Math.max(0, newBytes) : 0));
        long offset = failure == 0 ? at.blocks().allocate(sizeClass) : -1;
        if (offset < 0) {
            unlock(at, update.key(), old);
            return failure == 0 ? OUT_OF_MEMORY : failure;
        }
        if (!deletes) {
            operation.write(update, region, body, bodyBytes, region, offset + ValueHeader.LENGTH, newBytes);
        }
        long address = ValueAddress.of(at.id(), sizeClass, nextGeneration(old), offset);
        long state = old == ValueAddress.ABSENT
                ? StateWord.live(update.key(), address)
                : StateWord.pending(update.key(), address);
        ValueHeader.write(
                region, address, update.key(), state, version + 1, old, deletes ? ValueHeader.TOMBSTONE : newBytes);
        return address;
    }

    private int nextGeneration(long old) {
        if (!generations) {
            return 0;
        }
        // a key's first address starts anywhere: after a loss its former words are unknown
        return old == ValueAddress.ABSENT ? (int) (clock.nanos() >>> 10) : ValueAddress.generation(old) + 1;
    }

    /** 0 when the block is locked now, else UNSETTLED or STALE. */
    private long lock(Partition at, long key, long old) {
        if (!lockFirst) {
            return 0;
        }
        if (!at.region().contains(ValueAddress.offset(old), ValueHeader.LENGTH)) {
            return STALE; // an address of the partition's former life
        }
        long word = ValueAddress.offset(old) + ValueHeader.STATE_OFFSET;
        long live = StateWord.live(key, old);
        long pending = StateWord.pending(key, old);
        long locked = StateWord.locked(0);
        long found = words.compareAndExchange(at, word, live, locked);
        if (found == pending && !waitForPending) {
            found = words.compareAndExchange(at, word, pending, locked) == pending ? live : pending;
        }
        if (found == live) {
            return 0;
        }
        return found == pending ? UNSETTLED : STALE;
    }

    private void unlock(Partition at, long key, long old) {
        if (old == ValueAddress.ABSENT || !lockFirst) {
            return;
        }
        long word = ValueAddress.offset(old) + ValueHeader.STATE_OFFSET;
        long locked = StateWord.locked(0);
        long found = words.compareAndExchange(at, word, locked, StateWord.live(key, old));
        Invariant.check(found == locked, "only the home unlocks what it locked", found);
    }

    /** The new block is published: the old one is SUPERSEDED, the new one LIVE, and the old one's memory rests. */
    public void settle(Partition at, long key, long old, long published) {
        if (old != ValueAddress.ABSENT && isHere(at, key, published)) {
            supersede(at, key, old, at.region().getLong(ValueAddress.offset(published) + ValueHeader.VERSION_OFFSET));
            long word = ValueAddress.offset(published) + ValueHeader.STATE_OFFSET;
            words.compareAndExchange(at, word, StateWord.pending(key, published), StateWord.live(key, published));
            at.reclaimer().retire(old, clock.nanos());
        }
    }

    /** False for an address of the partition's former life: its memory is gone, and there is nothing to settle. */
    private static boolean isHere(Partition at, long key, long address) {
        long block = ValueAddress.offset(address);
        return at.region().contains(block, ValueHeader.LENGTH)
                && at.region().getLong(block + ValueHeader.KEY_OFFSET) == key
                && at.region().getInt(block + ValueHeader.TAG_OFFSET) == ValueHeader.tag(address);
    }

    private void supersede(Partition at, long key, long old, long version) {
        long word = ValueAddress.offset(old) + ValueHeader.STATE_OFFSET;
        long expected = lockFirst ? StateWord.locked(0) : StateWord.live(key, old);
        long found = words.compareAndExchange(at, word, expected, StateWord.superseded(version));
        if (!lockFirst && found == StateWord.pending(key, old)) {
            words.compareAndExchange(at, word, found, StateWord.superseded(version));
        }
    }

    /** The update was given up before it was published: the new block is freed and the old one is current as before. */
    public void abandon(Partition at, long key, long old, long unpublished) {
        at.blocks().free(ValueAddress.offset(unpublished));
        unlock(at, key, old);
    }
}
