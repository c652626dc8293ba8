package io.pragh.core.property.change;

import java.util.LinkedHashSet;
import java.util.Set;

/** What a transaction has done to one list. One thread at a time. */
public final class ListChange {
    /** Everything that was in it is gone. */
    boolean cleared;
    /** Entries that were in it and are gone; more when it was cleared. */
    final Set<Entry> removed = new LinkedHashSet<>(2);
    /** Entries that this transaction has put there. */
    final Set<Entry> added = new LinkedHashSet<>(2);
    /** Entries that it had put there and has taken away again. */
    final Set<Entry> undone = new LinkedHashSet<>(0);

    /** An entry of a list. */
    public record Entry(long neighbour, long eid) {}

    /** Whether everything that was in it is gone. */
    public boolean isCleared() {
        return cleared;
    }

    /** Entries that this transaction has put there; not to be changed. */
    public Set<Entry> added() {
        return added;
    }

    /** How many entries it has now, if it had so many before. */
    public long count(long before) {
        return (cleared ? 0 : before - removed.size()) + added.size();
    }

    /** Whether an entry is not in it any more. */
    public boolean isGone(long neighbour, long eid) {
        if (!cleared && removed.isEmpty() && undone.isEmpty()) {
            return false;
        }
        Entry entry = new Entry(neighbour, eid);
        return !added.contains(entry) && (cleared || removed.contains(entry) || undone.contains(entry));
    }

    void add(long neighbour, long eid) {
        added.add(new Entry(neighbour, eid));
    }

    void remove(long neighbour, long eid) {
        Entry entry = new Entry(neighbour, eid);
        if (added.remove(entry)) {
            undone.add(entry);
        } else if (!cleared) {
            removed.add(entry);
        }
    }

    /** All entries go, those of this transaction too. */
    void clear() {
        cleared = true;
        undone.addAll(added);
        added.clear();
        removed.clear();
    }
}
