package io.pragh.core.property.change;

import org.jspecify.annotations.Nullable;

/** What a transaction has done to one list. One thread at a time. */
public final class ListChange {
    private static final EntrySet NONE = new EntrySet();

    /** Everything that was in it is gone. */
    private boolean cleared;
    /** Entries that this transaction has put there. */
    private final EntrySet added = new EntrySet();
    /** Entries that were in it and are gone; more when it was cleared. */
    private @Nullable EntrySet removed;
    /** Entries that it had put there and has taken away again. */
    private @Nullable EntrySet undone;

    /** Whether everything that was in it is gone. */
    public boolean isCleared() {
        return cleared;
    }

    /** Entries that this transaction has put there; not to be changed. */
    public EntrySet added() {
        return added;
    }

    /** Entries that were in it and are gone, unless it was cleared; not to be changed. */
    EntrySet removed() {
        return removed == null ? NONE : removed;
    }

    /** How many entries it has now, if it had so many before. */
    public long count(long before) {
        return (cleared ? 0 : before - removed().size()) + added.size();
    }

    /** Whether an entry is not in it any more. */
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

    /** All entries go, those of this transaction too. */
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
