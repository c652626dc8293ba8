package io.pragh.core.property.change;

import java.util.Arrays;

/** A set of neighbours in one list, with a known maximum size; most lists have one or two. One thread. */
final class NeighbourSet {
    private static final long[] NONE = {};
    /** Up to so many are compared one by one. */
    private static final int SMALL = 8;
    /** Marks a free slot. */
    private static final long FREE = -1;

    /** Hashed if there are many. */
    private final long[] neighbours;

    private int size;

    NeighbourSet(int most) {
        neighbours = most <= 1 ? NONE : new long[most <= SMALL ? most : Integer.highestOneBit(most) << 2];
        if (most > SMALL) {
            Arrays.fill(neighbours, FREE);
        }
    }

    /** Adds a neighbour; false when it is in the set already. */
    boolean add(long neighbour) {
        if (neighbours.length <= SMALL) {
            for (int i = 0; i < size; i++) {
                if (neighbours[i] == neighbour) {
                    return false;
                }
            }
            if (size < neighbours.length) {
                neighbours[size++] = neighbour;
            }
            return true;
        }
        int mask = neighbours.length - 1;
        int at = (int) (neighbour * 0x9E37_79B9_7F4A_7C15L >>> 32) & mask;
        while (neighbours[at] != FREE) {
            if (neighbours[at] == neighbour) {
                return false;
            }
            at = at + 1 & mask;
        }
        neighbours[at] = neighbour;
        return true;
    }
}
