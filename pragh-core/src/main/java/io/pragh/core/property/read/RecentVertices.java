package io.pragh.core.property.read;

import io.pragh.core.property.element.StoredVertex;
import org.jspecify.annotations.Nullable;

/** A cache of the vertices that a transaction has read most recently, in their stored form. One thread at a time. */
// Two tables. A vertex that is read, or found in the older table, goes into the younger one. When the younger table
// is full, it becomes the older one, and the former older one is dropped. So the last COUNT_MAX vertices that were
// asked for are known (the last BYTES_MAX bytes of them), and there are never more than twice as many. No vertex is
// ever stale: a transaction sees one snapshot, and its own changes take precedence.
final class RecentVertices {
    /**
     * Vertices of a table: more than any step has in a batch, so that vertices that were read ahead are still known
     * when they are asked for.
     */
    static final int COUNT_MAX = 1 << 14;
    /** Bytes of a table's vertices, without those of the last one. */
    static final long BYTES_MAX = 8 << 20;

    private static final int CAPACITY_FIRST = 16;
    /**
     * Bytes of a vertex beside its value: the object, the positions of its parts, the array's header, the table's
     * slot.
     */
    private static final int OVERHEAD_BYTES = 96;

    private static final long HASH = 0x9E37_79B9_7F4A_7C15L;

    private @Nullable StoredVertex[] younger = new StoredVertex[0];
    private @Nullable StoredVertex[] older = younger;
    private int count;
    private long bytes;

    /** A vertex that was read recently, or null. */
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

    /** The slot of a vertex, or its free slot: the tables are never full. */
    private static int place(@Nullable StoredVertex[] table, long vid) {
        int place = (int) (vid * HASH >>> Integer.SIZE) & table.length - 1;
        StoredVertex there = table[place];
        while (there != null && there.vid() != vid) {
            place = place + 1 & table.length - 1;
            there = table[place];
        }
        return place;
    }

    /** Adds a vertex that was just read. */
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

    /** How many vertices are known; a vertex in both tables counts twice. */
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
