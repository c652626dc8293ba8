package io.pragh.core.property.change;

import java.util.Arrays;

/**
 * Entries of a list, each at most once, in the order in which they were added; most sets have one or two. An entry
 * has a place, from 0 to {@link #end}, which is not reused after the entry's removal. One thread at a time.
 */
public final class EntrySet {
    private static final long[] NOTHING = {};
    private static final int WORDS = 2;
    /** Sets with more places are hashed. */
    private static final int SMALL = 8;
    /** A neighbour that no entry has. */
    private static final long REMOVED = -1;

    private long[] entries = NOTHING;
    private int end;
    private int size;
    /** Places plus 1 by hash, with at least twice as many slots; empty while the set is small. */
    private int[] places = {};

    /** How many entries there are. */
    public int size() {
        return size;
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** The index behind the last place. */
    public int end() {
        return end;
    }

    /** Whether the entry of a place has not been removed. */
    public boolean has(int place) {
        return entries[place * WORDS] != REMOVED;
    }

    /** The neighbour of a place's entry. */
    public long neighbour(int place) {
        return entries[place * WORDS];
    }

    /** The edge id of a place's entry. */
    public long eid(int place) {
        return entries[place * WORDS + 1];
    }

    /** Whether an entry is there. */
    public boolean contains(long neighbour, long eid) {
        return find(neighbour, eid) >= 0;
    }

    void add(long neighbour, long eid) {
        if (find(neighbour, eid) >= 0) {
            return;
        }
        if (end * WORDS == entries.length) {
            entries = Arrays.copyOf(entries, Math.max(WORDS, entries.length * 2));
            if (entries.length > SMALL * WORDS) {
                hashAll();
            }
        }
        entries[end * WORDS] = neighbour;
        entries[end * WORDS + 1] = eid;
        end++;
        size++;
        if (places.length > 0) {
            hash(end - 1);
        }
    }

    boolean remove(long neighbour, long eid) {
        int place = find(neighbour, eid);
        if (place < 0) {
            return false;
        }
        entries[place * WORDS] = REMOVED;
        size--;
        return true;
    }

    void clear() {
        entries = NOTHING;
        places = new int[0];
        end = 0;
        size = 0;
    }

    private int find(long neighbour, long eid) {
        if (places.length > 0) {
            int mask = places.length - 1;
            for (int at = slot(eid, neighbour) & mask; places[at] != 0; at = at + 1 & mask) {
                if (is(places[at] - 1, neighbour, eid)) {
                    return places[at] - 1;
                }
            }
            return -1;
        }
        for (int i = end - 1; i >= 0; i--) {
            if (is(i, neighbour, eid)) {
                return i;
            }
        }
        return -1;
    }

    private boolean is(int place, long neighbour, long eid) {
        return entries[place * WORDS] == neighbour && entries[place * WORDS + 1] == eid;
    }

    private void hashAll() {
        places = new int[entries.length];
        for (int i = 0; i < end; i++) {
            hash(i);
        }
    }

    private void hash(int place) {
        if (!has(place)) {
            return;
        }
        int mask = places.length - 1;
        int at = slot(eid(place), neighbour(place)) & mask;
        while (places[at] != 0) {
            at = at + 1 & mask;
        }
        places[at] = place + 1;
    }

    private static int slot(long eid, long neighbour) {
        return (int) ((eid * 31 + neighbour) * 0x9E37_79B9_7F4A_7C15L >>> 32);
    }

    /** The entries, neighbour and edge id in turn. */
    long[] toArray() {
        long[] all = new long[size * WORDS];
        int at = 0;
        for (int i = 0; i < end; i++) {
            if (has(i)) {
                all[at++] = neighbour(i);
                all[at++] = eid(i);
            }
        }
        return all;
    }
}
