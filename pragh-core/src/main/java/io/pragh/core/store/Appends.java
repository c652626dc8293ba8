package io.pragh.core.store;

import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Invariant;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import java.util.List;
import java.util.Objects;

/** Entries that are appended to blocks in place, in their tails, and taken into the body when the block is replaced. Any thread. */
// A tail changes under the key's busy bit and the block's LOCKED alone. Nothing of it is written before the commit is
// decided, so a claim that is given up has nothing to undo.
public final class Appends {
    /** Fewest entries that a value which grows has room for, and of how many it has one share of room. */
    private static final int ROOM_MIN = 2;

    private static final int ROOM_SHARE = 4;

    private final ValueOperations operations;
    private final OwnWords words;

    Appends(ValueOperations operations, OwnWords words) {
        this.operations = operations;
        this.words = words;
    }

    /** The entries of a block that its address counts. */
    static Tail tailOf(Partition at, long address) {
        long block = ValueAddress.offset(address);
        int bodyBytes = at.region().getInt(block + ValueHeader.BODY_BYTES_OFFSET);
        return Tail.of(at.region(), block, bodyBytes, ValueAddress.entries(address));
    }

    /** Whether all that is wanted is appended, and the block has room for it: the answer is the same as long as it is LOCKED. */
    boolean fit(Partition at, List<Update> updates, long old) {
        if (old == ValueAddress.ABSENT || updates.isEmpty()) {
            return false;
        }
        long block = ValueAddress.offset(old);
        int bodyBytes = at.region().getInt(block + ValueHeader.BODY_BYTES_OFFSET);
        int room = bodyBytes == ValueHeader.TOMBSTONE ? 0 : Tail.capacity(ValueAddress.blockBytes(old), bodyBytes);
        for (Update update : updates) {
            AppendOperation operation = operations.append(update.operation());
            if (room <= ValueAddress.entries(old) || operation == null || !operation.appendsTo(update.key())) {
                return false;
            }
        }
        AllEntries all = new AllEntries(tailOf(at, old), updates, operations);
        if (all.count() > room) {
            return false;
        }
        for (int i = ValueAddress.entries(old); i < all.count(); i++) {
            if (!Tail.fits(all.first(i), all.second(i))) {
                return false;
            }
        }
        return form().bytesWith(at.region(), block + ValueHeader.LENGTH, bodyBytes, all) >= 0;
    }

    private AppendOperation form() {
        return Objects.requireNonNull(operations.appends());
    }

    /**
     * Appends the entries of a claim that holds a block with room for them ({@link ValueInstaller#IN_PLACE}), as its commit says: they
     * are there for snapshots from {@code version} on. Done once, however often it is asked for: {@code old} counts the entries of
     * before. False when the block's memory is not there any more.
     */
    public boolean append(Partition at, List<Update> updates, long old, long version) {
        long key = updates.get(0).key();
        if (!ValueInstaller.isHere(at, key, old)) {
            return false;
        }
        long word = ValueAddress.offset(old) + ValueHeader.STATE_OFFSET;
        long found = at.region().getLongAcquire(word);
        int before = ValueAddress.entries(old);
        if (StateWord.state(found) != StateWord.LOCKED || StateWord.entries(found) != before) {
            return true; // it was done, and the answer was lost
        }
        Tail tail = tailOf(at, old);
        AllEntries all = new AllEntries(tail, updates, operations);
        for (int i = before; i < all.count(); i++) {
            tail.write(i - before, version, all.first(i), all.second(i));
        }
        long swapped = words.compareAndExchange(at, word, found, StateWord.live(key, appended(old, updates)));
        Invariant.check(swapped == found, "only the home appends to what it locked", swapped);
        return true;
    }

    /** The address of a block when the entries of these updates were appended to it. */
    public long appended(long old, List<Update> updates) {
        int count = ValueAddress.entries(old);
        for (Update update : updates) {
            AppendOperation operation = Objects.requireNonNull(operations.append(update.operation()));
            count += operation.entries(update).count();
        }
        return ValueAddress.withEntries(old, count);
    }

    /** Length of the body with the entries behind it. */
    int foldedBytes(Partition at, long old) {
        long block = ValueAddress.offset(old);
        int bodyBytes = at.region().getInt(block + ValueHeader.BODY_BYTES_OFFSET);
        int bytes = form().bytesWith(at.region(), block + ValueHeader.LENGTH, bodyBytes, tailOf(at, old));
        Invariant.check(bytes >= 0, "what was appended in place fits the body", bytes);
        return bytes;
    }

    /** Writes the body with the entries behind it. */
    void fold(Partition at, long old, long target) {
        long block = ValueAddress.offset(old);
        int bodyBytes = at.region().getInt(block + ValueHeader.BODY_BYTES_OFFSET);
        form().writeWith(at.region(), block + ValueHeader.LENGTH, bodyBytes, tailOf(at, old), at.region(), target);
    }

    /** How many entries a new block is to take later: the more the longer the value is, none before it has been appended to. */
    int roomFor(ValueOperation operation, Region region, long body, int bodyBytes, int newBytes) {
        if (!(operation instanceof AppendOperation append) || bodyBytes < 0) {
            return 0;
        }
        int room = Math.min(Tail.ENTRIES_MAX, Math.max(ROOM_MIN, append.count(region, body, bodyBytes) / ROOM_SHARE));
        return Tail.blockBytes(newBytes, room) > SizeClass.BLOCK_BYTES_MAX ? 0 : room;
    }

    /** Before a block can be reached: its tail is zero. */
    void clearTail(Partition at, long address, long key, int bodyBytes) {
        AppendOperation form = operations.appends();
        if (form != null && form.appendsTo(key) && bodyBytes >= 0) {
            Tail.of(at.region(), ValueAddress.offset(address), bodyBytes, 0)
                    .clearBehind(Tail.capacity(ValueAddress.blockBytes(address), bodyBytes));
        }
    }
}
