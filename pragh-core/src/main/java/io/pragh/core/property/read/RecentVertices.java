package io.pragh.core.property.read;

import io.pragh.core.property.element.StoredVertex;
import org.jspecify.annotations.Nullable;

/** The vertices that a transaction has read last, as they are stored: known by their numbers without a read. One thread at a time. */
// Two tables. What is read goes into the younger one, and what is found in the older one too. When the younger one is
// full it becomes the older one, whose vertices are forgotten. So the last COUNT_MAX vertices that were asked for are
// known (the last BYTES_MAX bytes of them), and there are never more than twice as many. Nothing is ever stale: a
// transaction sees one moment, and its own changes are looked at first.
final class RecentVertices {
    /** Vertices of a table: more than a batch of any step has, so that what was read ahead is there when it is asked for. */
    static final int COUNT_MAX = 1 << 14;
    /** Bytes of a table's vertices, that of the last one aside. */
    static final long BYTES_MAX = 8 << 20;

    private static final int CAPACITY_FIRST = 16;
    /** What a vertex takes beside its bytes: the object, where its parts are, the head of its array, its place in the table. */
    private static final int OVERHEAD_BYTES = 96;

    private static final long HASH = 0x9E37_79B9_7F4A_7C15L;

    private @Nullable StoredVertex[] younger = new StoredVertex[0];
    private @Nullable StoredVertex[] older = younger;
    private int count;
    private long bytes;

    /** A vertex that was read not long ago, or null. */
    @Nullable
    StoredVertex find(long vid) {
        StoredVertex found = find(younger, vid);
        if (found == null) {
            found = find(older, vid);
            if (found != null) {
                add(found);
            }
        }
        return found;
    }

    private static @Nullable StoredVertex find(@Nullable StoredVertex[] table, long vid) {
        return table.length == 0 ? null : table[place(table, vid)];
    }

    /** Where a vertex is, or would be: the tables always have room. */
    private static int place(@Nullable StoredVertex[] table, long vid) {
        int place = (int) (vid * HASH >>> Integer.SIZE) & table.length - 1;
        StoredVertex there = table[place];
        while (there != null && there.vid() != vid) {
            place = place + 1 & table.length - 1;
            there = table[place];
        }
        return place;
    }

    /** What has just been read. */
    void add(StoredVertex vertex) {
        if (count == COUNT_MAX || bytes >= BYTES_MAX) {
            older = younger;
            younger = new StoredVertex[0];
            count = 0;
            bytes = 0;
        }
        if (2 * count >= younger.length) {
            enlarge();
        }
        int place = place(younger, vertex.vid());
        if (younger[place] == null) {
            count++;
            bytes += vertex.bytes() + OVERHEAD_BYTES;
            younger[place] = vertex;
        }
    }

    private void enlarge() {
        @Nullable StoredVertex[] larger = new StoredVertex[Math.max(CAPACITY_FIRST, 2 * younger.length)];
        for (StoredVertex vertex : younger) {
            if (vertex != null) {
                larger[place(larger, vertex.vid())] = vertex;
            }
        }
        younger = larger;
    }

    /** How many vertices are known, those twice that both tables have. */
    int size() {
        int size = count;
        for (StoredVertex vertex : older) {
            size += vertex == null ? 0 : 1;
        }
        return size;
    }

    /** Forgets all. */
    void clear() {
        younger = new StoredVertex[0];
        older = younger;
        count = 0;
        bytes = 0;
    }
}
