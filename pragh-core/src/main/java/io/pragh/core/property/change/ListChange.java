package io.pragh.core.property.change;

import org.jspecify.annotations.Nullable;

/** The changes of a transaction to one list. One thread at a time. */
public final class ListChange {
    private static final EntrySet NONE = new EntrySet();

    /** Whether all stored entries are removed. */
    private boolean cleared;
    /** Entries that this transaction has added. */
    private final EntrySet added = new EntrySet();
    /** Stored entries that are removed; superfluous if the list was cleared. */
    private @Nullable EntrySet removed;
    /** Entries that this transaction has added and removed again. */
    private @Nullable EntrySet undone;

    /** Whether all stored entries are removed. */
    public boolean isCleared() {
        return cleared;
    }

    /** Entries that this transaction has added; the caller must not change them. */
    public EntrySet added() {
        return added;
    }

    /** Stored entries that are removed, unless the list was cleared; the caller must not change them. */
    EntrySet removed() {
        return removed == null ? NONE : removed;
    }

    /** How many entries the list has now, if so many are stored. */
    public long count(long before) {
        return (cleared ? 0 : before - removed().size()) + added.size();
    }

    /** Whether an entry is no longer in the list. */
    public boolean isGone(long neighbour, long eid) {
        if (!cleared && removed == null && undone == null) {
            return false;
        }
        return !added.contains(neighbour, eid)
                && (cleared || removed().contains(neighbour, eid) || undone != null && undone.contains(neighbour, eid));
    }

    void add(long neighbour, long eid) {
        added.add(neighbour, eid);
    }

    void remove(long neighbour, long eid) {
        if (added.remove(neighbour, eid)) {
            undo(neighbour, eid);
        } else if (!cleared) {
            EntrySet gone = removed;
            if (gone == null) {
                gone = new EntrySet();
                removed = gone;
            }
            gone.add(neighbour, eid);
        }
    }

    private void undo(long neighbour, long eid) {
        EntrySet taken = undone;
        if (taken == null) {
            taken = new EntrySet();
            undone = taken;
        }
        taken.add(neighbour, eid);
    }

    /** Removes all entries, including those of this transaction. */
    void clear() {
        cleared = true;
        for (int i = 0; i < added.end(); i++) {
            if (added.has(i)) {
                undo(added.neighbour(i), added.eid(i));
            }
        }
        added.clear();
        removed = null;
    }
}
