package io.pragh.core.property.graph;

import io.pragh.core.property.ElementKind;
import io.pragh.core.property.VertexNumbers;

/**
 * The numbers that a graph gives out first. They are divided into stretches, one for each of a partition's first
 * lives, each half as long as the one before. Immutable.
 *
 * <pre>
 *   begin                      begin + 1/2 size          begin + 3/4 size   …          begin + size
 *   | life 0: half of them     | life 1: a quarter       | life 2 …           | unused |
 * </pre>
 *
 * @param begin the first number
 * @param size how many there are, a power of two
 */
// A partition that begins anew does not know which of its numbers are still named in lists elsewhere. A stretch of
// its own contains none of them.
record SmallNumbers(long begin, long size) {
    /** Numbers of vertices, 2^30 to 2^31-1: a client whose integers have 32 bits can send them back. */
    static final SmallNumbers VERTICES =
            new SmallNumbers(VertexNumbers.SMALL_MIN, VertexNumbers.SMALL_END - VertexNumbers.SMALL_MIN);
    /** Numbers of edges, below 2^32: lists keep them in four bytes each. */
    static final SmallNumbers EDGES = new SmallNumbers(0, 1L << Integer.SIZE);

    /** How many lives have a stretch each. */
    static final int LIVES = 8;

    /** The small numbers of vertices, or of edges. */
    static SmallNumbers of(ElementKind kind) {
        return switch (kind) {
            case VERTEX -> VERTICES;
            case EDGE -> EDGES;
        };
    }

    /** Whether a number is small. */
    boolean contains(long number) {
        return number >= begin && number < begin + size;
    }

    /** How many numbers the stretch of a life has, over all partitions. */
    long count(int life) {
        return size >>> 1 + life;
    }

    /** The first number of the stretch of a life. */
    long first(int life) {
        return begin + size - 2 * count(life);
    }

    /** The number so many steps later in the same stretch, which wraps around at its end. */
    long after(long number, long steps) {
        long count = Long.highestOneBit(begin + size - 1 - number);
        long first = begin + size - 2 * count;
        return first + (number - first + steps) % count;
    }
}
