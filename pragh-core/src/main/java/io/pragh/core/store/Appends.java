package io.pragh.core.store;

import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.AppendedEntries;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Invariant;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import java.util.List;
import java.util.Objects;

/**
 * Appends entries to blocks in place, in their tails, and folds them into the body when the block is replaced. Used
 * by {@link ValueInstaller}. Any thread.
 */
// A tail changes only under the key's busy bit and in state LOCKED. Nothing of it is written before the commit is
// decided, so a claim that is given up has nothing to undo.
public final class Appends {
    private final ValueOperations operations;
    private final OwnWords words;

    Appends(ValueOperations operations, OwnWords words) {
        this.operations = operations;
        this.words = words;
    }

    /** The entries of a block, as many as its address counts. */
    static Tail tailOf(Partition at, long address) {
        long block = ValueAddress.offset(address);
        int bodyBytes = at.region().getInt(block + ValueHeader.BODY_BYTES_OFFSET);
        return Tail.of(at.region(), block, bodyBytes, ValueAddress.entries(address));
    }

    /** Whether all updates only append, to a value that exists. */
    private boolean isAll(Partition at, List<Update> updates, long old) {
        int bodyBytes = old == ValueAddress.ABSENT
                ? ValueHeader.TOMBSTONE
                : at.region().getInt(ValueAddress.offset(old) + ValueHeader.BODY_BYTES_OFFSET);
        boolean all = bodyBytes != ValueHeader.TOMBSTONE && !updates.isEmpty();
        for (int i = 0; i < updates.size() && all; i++) {
            AppendOperation operation = operations.append(updates.get(i).operation());
            all = operation != null && operation.appendsTo(updates.get(i).key());
        }
        return all;
    }

    /**
     * Whether all updates only append, and the block has room for the entries. The answer does not change while the
     * block is LOCKED.
     */
    boolean fit(Partition at, List<Update> updates, long old) {
        if (!isAll(at, updates, old)) {
            return false;
        }
        long blockEnd = ValueAddress.offset(old) + ValueAddress.blockBytes(old);
        Tail known = tailOf(at, old);
        if (!known.hasRoomFor(known.count() + 1, blockEnd)) {
            return false; // the tail is full, whatever the entries are
        }
        Tail tail = tailFor(at, updates, known, old);
        AllEntries all = new AllEntries(known, updates, operations);
        if (!tail.hasRoomFor(all.count(), blockEnd)) {
            return false;
        }
        for (int i = 0; i < updates.size(); i++) {
            AppendedEntries entries = entriesOf(updates.get(i));
            for (int entry = 0; entry < entries.count(); entry++) {
                if (!tail.fits(entries.first(entry), entries.second(entry))) {
                    return false;
                }
            }
        }
        long body = ValueAddress.offset(old) + ValueHeader.LENGTH;
        return form().accepts(at.region(), body, bodyBytesOf(at, old), all);
    }

    private static int bodyBytesOf(Partition at, long old) {
        return at.region().getInt(ValueAddress.offset(old) + ValueHeader.BODY_BYTES_OFFSET);
    }

    /**
     * The tail to write to: the first entries choose the form of the records. The answer does not change while the
     * block is LOCKED.
     */
    private Tail tailFor(Partition at, List<Update> updates, Tail known, long old) {
        if (known.count() > 0) {
            return known;
        }
        long block = ValueAddress.offset(old);
        int bodyBytes = bodyBytesOf(at, old);
        boolean wide = form().isWide(at.region(), block + ValueHeader.LENGTH, bodyBytes);
        for (int i = 0; i < updates.size() && !wide; i++) {
            AppendedEntries entries = entriesOf(updates.get(i));
            for (int entry = 0; entry < entries.count() && !wide; entry++) {
                wide = !Tail.isNarrow(entries.first(entry), entries.second(entry));
            }
        }
        return Tail.empty(at.region(), block, bodyBytes, wide);
    }

    private AppendedEntries entriesOf(Update update) {
        return Objects.requireNonNull(operations.append(update.operation())).entries(update);
    }

    private AppendOperation form() {
        return Objects.requireNonNull(operations.appends());
    }

    /**
     * Appends the entries of a committed claim, which holds a block with room for them
     * ({@link ValueInstaller#IN_PLACE}). Snapshots from {@code version} on see the entries. Idempotent, because
     * {@code old} counts the entries before the append. False when the block's memory no longer exists.
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
            return true; // it was done before, and the answer was lost
        }
        Tail tail = tailFor(at, updates, tailOf(at, old), old);
        int written = 0;
        for (int i = 0; i < updates.size(); i++) {
            AppendedEntries entries = entriesOf(updates.get(i));
            for (int entry = 0; entry < entries.count(); entry++) {
                tail.write(written++, version, entries.first(entry), entries.second(entry));
            }
        }
        long appended = ValueAddress.withEntries(old, before + written);
        long swapped = words.compareAndExchange(at, word, found, StateWord.live(key, appended));
        // If the message arrived twice, another thread may have handled it first and have written the same.
        boolean done = StateWord.state(swapped) != StateWord.LOCKED || StateWord.entries(swapped) != before;
        Invariant.check(swapped == found || done, "only the home appends to what it locked", swapped);
        return true;
    }

    /** The address of a block after the entries of these updates were appended to it. */
    public long appended(long old, List<Update> updates) {
        int count = ValueAddress.entries(old);
        for (Update update : updates) {
            count += entriesOf(update).count();
        }
        return ValueAddress.withEntries(old, count);
    }

    /** The sizes and entries of the body that replaces a block and its tail. */
    record Folded(int bytes, int room, boolean changed, AllEntries entries) {}

    /**
     * Computes the body that includes the tail and, when all updates only append, their entries as well:
     * {@code changed} says whether it does. The size is {@link ValueOperation#FULL} when the new entries do not fit.
     */
    Folded fold(Partition at, List<Update> updates, long old) {
        long body = ValueAddress.offset(old) + ValueHeader.LENGTH;
        int bodyBytes = at.region().getInt(body - ValueHeader.LENGTH + ValueHeader.BODY_BYTES_OFFSET);
        boolean all = isAll(at, updates, old);
        AllEntries entries = new AllEntries(tailOf(at, old), all ? updates : List.of(), operations);
        int bytes = form().bytesWith(at.region(), body, bodyBytes, entries);
        Invariant.check(all || bytes >= 0, "what was appended in place fits the body", bytes);
        return new Folded(bytes, all ? roomFor(form(), at.region(), body, bodyBytes, bytes) : 0, all, entries);
    }

    /** Writes the body that {@link #fold} has computed. */
    void write(Partition at, Folded folded, long old, long target) {
        long body = ValueAddress.offset(old) + ValueHeader.LENGTH;
        int bodyBytes = at.region().getInt(body - ValueHeader.LENGTH + ValueHeader.BODY_BYTES_OFFSET);
        form().writeWith(at.region(), body, bodyBytes, folded.entries, at.region(), target);
    }

    /**
     * The number of narrow records for which a new block reserves room: the entries that the operation expects later,
     * or as many records as take the same bytes.
     */
    int roomFor(ValueOperation operation, Region region, long body, int bodyBytes, int newBytes) {
        if (!(operation instanceof AppendOperation append)) {
            return 0;
        }
        int room = Math.min(Tail.ENTRIES_MAX, append.room(region, body, bodyBytes));
        int records = append.isWide(region, body, bodyBytes) ? Tail.narrowInPlaceOf(room) : room;
        return Tail.blockBytes(newBytes, records) > SizeClass.BLOCK_BYTES_MAX ? 0 : records;
    }

    /** Clears the tail of a block that cannot be reached yet, behind the entries that count. */
    void clearTail(Partition at, long address, long key, int bodyBytes) {
        AppendOperation form = operations.appends();
        if (form != null && form.appendsTo(key) && bodyBytes >= 0) {
            Tail.of(at.region(), ValueAddress.offset(address), bodyBytes, ValueAddress.entries(address))
                    .clearBehind(ValueAddress.offset(address) + ValueAddress.blockBytes(address));
        }
    }
}
