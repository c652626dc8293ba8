package io.pragh.tinkerpop.snapshot;

import io.pragh.core.property.TooManyResultsException;
import java.util.Arrays;

/** A growing list of numbers. Reusable; one thread. */
final class NumberList {
    private static final int CAPACITY_FIRST = 64;

    private final int sizeMax;
    private long[] numbers = new long[CAPACITY_FIRST];
    private int size;

    NumberList(int sizeMax) {
        this.sizeMax = sizeMax;
    }

    void clear() {
        size = 0;
    }

    /**
     * Adds the numbers from an index to another one.
     *
     * @throws TooManyResultsException when there are too many
     */
    void add(long[] more, int from, int to) {
        int count = to - from;
        if (count > sizeMax - size) {
            throw new TooManyResultsException(sizeMax);
        }
        if (size + count > numbers.length) {
            numbers = Arrays.copyOf(numbers, (int) Math.min(sizeMax, Math.max(2L * numbers.length, size + count)));
        }
        System.arraycopy(more, from, numbers, size, count);
        size += count;
    }

    int size() {
        return size;
    }

    /** The numbers, in a longer array. */
    long[] buffer() {
        return numbers;
    }

    long[] toArray() {
        return Arrays.copyOf(numbers, size);
    }
}
