package io.pragh.tinkerpop.snapshot;

import io.pragh.core.property.NumberSet;
import io.pragh.core.property.TooManyResultsException;
import java.util.Arrays;

/** Different numbers, in the order in which they came first. Reusable; one thread. */
final class NumberTable {
    private static final int SIZE_FIRST = 512;
    /** So many are added without a look at whether there is room. */
    private static final int TOGETHER = SIZE_FIRST / 2;

    private final int sizeMax;
    private final NumberSet seen = new NumberSet();
    private long[] numbers = new long[SIZE_FIRST];
    private int size;

    NumberTable(int sizeMax) {
        this.sizeMax = sizeMax;
    }

    /** Forgets all. Cost: a write or two for each. */
    void clear() {
        seen.clear();
        size = 0;
    }

    /**
     * Adds those numbers from an index to another one that are not there.
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

    /** Those from an index on. */
    long[] from(int index) {
        return Arrays.copyOfRange(numbers, index, size);
    }
}
