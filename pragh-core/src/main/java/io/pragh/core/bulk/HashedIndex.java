package io.pragh.core.bulk;

import io.pragh.core.base.PraghException;
import java.util.Arrays;

/** Numbers vertices with any ids in the order in which they are added. Thread rule: one thread. */
// Open addressing over the numbers alone: a slot holds number + 1 (0 is empty), the id is looked up in `vertices`. That
// is two memory accesses per look-up, but only 4 bytes per slot; the slots are at most two thirds full.
final class HashedIndex implements SourceIndex {
    private static final int SLOTS_MIN = 1 << 10;
    private static final int SLOTS_MAX = 1 << 30;
    private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

    private int[] slots = new int[SLOTS_MIN];
    private int shift = Long.SIZE - Integer.numberOfTrailingZeros(SLOTS_MIN);
    private long[] vertices = new long[SLOTS_MIN];
    private int size;

    /** Returns the vertex's number; a new vertex gets the next one. */
    int add(long vertex) {
        int slot = slot(vertex);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        if (size == usable(slots.length)) {
            grow();
            slot = slot(vertex);
        }
        if (size == vertices.length) {
            vertices = Arrays.copyOf(vertices, size + (size >> 1));
        }
        vertices[size] = vertex;
        slots[slot] = ++size;
        return size - 1;
    }

    @Override
    public int find(long vertex) {
        return slots[slot(vertex)] - 1;
    }

    @Override
    public long vertex(int index) {
        return vertices[index];
    }

    @Override
    public int size() {
        return size;
    }

    /** The slot of the vertex, or the free slot for it. */
    private int slot(long vertex) {
        int mask = slots.length - 1;
        int slot = (int) ((vertex * MIX) >>> shift);
        while (slots[slot] != 0 && vertices[slots[slot] - 1] != vertex) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        if (slots.length == SLOTS_MAX) {
            throw new PraghException(
                    "too many source vertices with scattered ids: vertices=" + size + "; renumber the vertices from 0");
        }
        slots = new int[slots.length * 2];
        shift--;
        for (int i = 0; i < size; i++) {
            slots[slot(vertices[i])] = i + 1;
        }
    }

    private static int usable(int slots) {
        return (int) (slots * 2L / 3);
    }
}
