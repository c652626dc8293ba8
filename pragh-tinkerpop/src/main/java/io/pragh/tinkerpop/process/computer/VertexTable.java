package io.pragh.tinkerpop.process.computer;

import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * The vertices of a run by index: from 0 without gaps, share after share, so that data of vertices can be in arrays.
 * Lookup is by the vertices' numbers in the graph. Immutable once built: any thread.
 */
final class VertexTable {
    /** Stands for a vertex that is not part of the run. */
    static final int MISSING = -1;

    /** An arbitrary odd number: 2^64 divided by the golden ratio. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int SLOTS_MAX = 1 << 30;

    private final Vertex[] vertices;
    private final long[] numbers;
    // Open addressing: 1 + index of the vertex, 0 where free. At most half full below half a billion vertices.
    private final int[] slots;
    private final int shift;

    /** Assigns indices to vertices in the order of the shares. */
    VertexTable(List<Share> shares) {
        int count = shares.isEmpty() ? 0 : shares.get(shares.size() - 1).end();
        vertices = new Vertex[count];
        numbers = new long[count];
        slots = new int[slotsFor(count)];
        shift = Long.numberOfLeadingZeros(slots.length) + 1;
        for (Share share : shares) {
            share.hand((index, vertex, number) -> {
                vertices[index] = vertex;
                numbers[index] = number;
                slots[slotOf(number)] = index + 1;
            });
        }
    }

    private static int slotsFor(int count) {
        int slots = 4;
        while (slots < SLOTS_MAX && slots < 2L * count) {
            slots <<= 1;
        }
        return slots;
    }

    /** Number of vertices. */
    int count() {
        return vertices.length;
    }

    /** The vertex at an index. */
    Vertex vertex(int index) {
        return vertices[index];
    }

    /** The number of the vertex at an index. */
    long number(int index) {
        return numbers[index];
    }

    /** The index of the vertex with a number, or {@link #MISSING}. */
    int indexOf(long number) {
        return slots[slotOf(number)] - 1;
    }

    /** The slot of a number, or the one where it would be. */
    private int slotOf(long number) {
        int slot = (int) (number * SPREAD >>> shift);
        while (slots[slot] != 0 && numbers[slots[slot] - 1] != number) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    /** The slice, of a few, to which a number belongs. */
    static int slice(long number, int slices) {
        return (int) ((number * SPREAD >>> Integer.SIZE) * slices >>> Integer.SIZE);
    }
}
