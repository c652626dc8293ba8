package io.pragh.core.property.graph;

import io.pragh.core.property.VertexNumbers;

/**
 * Numbers from 2^30 to 2^31-1, which a graph gives out first: a client whose integers have 32 bits can send them back. They are in
 * stretches, one for each of a partition's first lives, half as long as the one before. Stateless.
 *
 * <pre>
 *   2^30                              2^30 + 2^29                2^30 + 2^29 + 2^28   …         2^31
 *   | life 0: 2^29 numbers            | life 1: 2^28 numbers     | life 2 …           | unused |
 * </pre>
 */
// A partition that begins anew does not know which of its numbers lists elsewhere still name. In a stretch of its own
// it meets none.
final class SmallNumbers {
    /** So many lives have a stretch each. */
    static final int LIVES = 8;

    private static final long END = VertexNumbers.SMALL_END;

    private SmallNumbers() {}

    /** How many numbers the stretch of a life has, all partitions together. */
    static long count(int life) {
        return VertexNumbers.SMALL_MIN >>> 1 + life;
    }

    /** The first number of the stretch of a life. */
    static long first(int life) {
        return END - 2 * count(life);
    }

    /** The number that comes so many steps later in the same stretch, which begins anew at its end. */
    static long after(long number, long steps) {
        long count = Long.highestOneBit(END - 1 - number);
        long first = END - 2 * count;
        return first + (number - first + steps) % count;
    }
}
