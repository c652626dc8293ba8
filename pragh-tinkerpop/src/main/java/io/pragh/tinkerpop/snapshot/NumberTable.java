package io.pragh.tinkerpop.snapshot;

import io.pragh.core.property.NumberSet;
import io.pragh.core.property.TooManyResultsException;
import java.util.Arrays;

/** A set of numbers, in the order in which they came first. Reusable; one thread. */
final class NumberTable {
    private static final int SIZE_FIRST = 512;
    /** Numbers that are added between two checks for room. */
    private static final int TOGETHER = SIZE_FIRST / 2;

    private final int sizeMax;
    private final NumberSet seen = new NumberSet();
    private long[] numbers = new long[SIZE_FIRST];
    private int size;

    NumberTable(int sizeMax) {
        this.sizeMax = sizeMax;
    }

    /** Clears the table. Cost: a write or two for each number. */
    void clear() {
        seen.clear();
        size = 0;
    }

    /**
     * Adds the numbers from an index to another one that are new.
     *
     * @throws TooManyResultsException when there are too many
     */
    void add(long[] more, int from, int to) {
        for (int next = from; next < to; next += TOGETHER) {
            while (size > numbers.length - TOGETHER) {
                numbers = Arrays.copyOf(numbers, 2 * numbers.length);
            }
            size = seen.addAll(more, next, Math.min(to, next + TOGETHER), numbers, size);
            if (size > sizeMax) {
                throw new TooManyResultsException(sizeMax);
            }
        }
    }

    int size() {
        return size;
    }

    /** The numbers, in a longer array that is written to when more are added. */
    long[] buffer() {
        return numbers;
    }

    /** A copy of the numbers from an index on. */
    long[] from(int index) {
        return Arrays.copyOfRange(numbers, index, size);
    }
}
