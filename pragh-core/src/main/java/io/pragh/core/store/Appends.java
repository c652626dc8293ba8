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

/** Entries that are appended to blocks in place, in their tails, and taken into the body when the block is replaced. Any thread. */
// A tail changes under the key's busy bit and the block's LOCKED alone. Nothing of it is written before the commit is
// decided, so a claim that is given up has nothing to undo.
public final class Appends {
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

    /** Whether all that is wanted is appended to a value that is there. */
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

    /** Whether all that is wanted is appended, and the block has room for it: the answer is the same as long as it is LOCKED. */
    boolean fit(Partition at, List<Update> updates, long old) {
        if (!isAll(at, updates, old)) {
            return false;
        }
        long blockEnd = ValueAddress.offset(old) + ValueAddress.blockBytes(old);
        Tail known = tailOf(at, old);
        if (!known.hasRoomFor(known.count() + 1, blockEnd)) {
            return false; // it is full, whatever the entries are
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

    /** Where entries are written to: the first ones choose the form of the records. The same as long as the block is LOCKED. */
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
        // another thread may have been faster with the same message, which came twice, and have written the same
        boolean done = StateWord.state(swapped) != StateWord.LOCKED || StateWord.entries(swapped) != before;
        Invariant.check(swapped == found || done, "only the home appends to what it locked", swapped);
        return true;
    }

    /** The address of a block when the entries of these updates were appended to it. */
    public long appended(long old, List<Update> updates) {
        int count = ValueAddress.entries(old);
        for (Update update : updates) {
            count += entriesOf(update).count();
        }
        return ValueAddress.withEntries(old, count);
    }

    /** What takes the place of a block whose entries become part of the body. */
    record Folded(int bytes, int room, boolean changed, AllEntries entries) {}

    /**
     * The body with the entries behind it and, when updates do nothing but append, theirs: {@code changed} says so. Bytes are {@link
     * ValueOperation#FULL} when there is no room for these.
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

    /** Writes that body. */
    void write(Partition at, Folded folded, long old, long target) {
        long body = ValueAddress.offset(old) + ValueHeader.LENGTH;
        int bodyBytes = at.region().getInt(body - ValueHeader.LENGTH + ValueHeader.BODY_BYTES_OFFSET);
        form().writeWith(at.region(), body, bodyBytes, folded.entries, at.region(), target);
    }

    /** How many narrow records a new block is to have room for: those of entries that it is to take later, or as many as take the same bytes. */
    int roomFor(ValueOperation operation, Region region, long body, int bodyBytes, int newBytes) {
        if (!(operation instanceof AppendOperation append)) {
            return 0;
        }
        int room = Math.min(Tail.ENTRIES_MAX, append.room(region, body, bodyBytes));
        int records = append.isWide(region, body, bodyBytes) ? Tail.narrowInPlaceOf(room) : room;
        return Tail.blockBytes(newBytes, records) > SizeClass.BLOCK_BYTES_MAX ? 0 : records;
    }

    /** Before a block can be reached: its tail is zero behind the entries that count. */
    void clearTail(Partition at, long address, long key, int bodyBytes) {
        AppendOperation form = operations.appends();
        if (form != null && form.appendsTo(key) && bodyBytes >= 0) {
            Tail.of(at.region(), ValueAddress.offset(address), bodyBytes, ValueAddress.entries(address))
                    .clearBehind(ValueAddress.offset(address) + ValueAddress.blockBytes(address));
        }
    }
}
