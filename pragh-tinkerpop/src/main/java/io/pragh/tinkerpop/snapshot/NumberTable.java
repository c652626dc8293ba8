package io.pragh.tinkerpop.snapshot;

import io.pragh.core.property.TooManyResultsException;
import java.util.Arrays;

/** Different numbers, from 0 on, in the order in which they came first. Reusable; one thread. */
final class NumberTable {
    private static final int BITS_FIRST = 8;
    private static final long HASH = 0x9E37_79B9_7F4A_7C15L;
    private static final long EMPTY = 0;

    private final int sizeMax;
    /** By hash, each number plus one; half of them at most are taken. */
    private long[] slots = new long[1 << BITS_FIRST];

    private int shift = Long.SIZE - BITS_FIRST;
    private long[] numbers = new long[1 << BITS_FIRST - 1];
    /** Which slot a number has. */
    private int[] places = new int[1 << BITS_FIRST - 1];

    private int size;

    NumberTable(int sizeMax) {
        this.sizeMax = sizeMax;
    }

    /** Forgets all. Cost: a write for each. */
    void clear() {
        for (int i = 0; i < size; i++) {
            slots[places[i]] = EMPTY;
        }
        size = 0;
    }

    /**
     * Adds those numbers from an index to another one that are not there.
     *
     * @throws TooManyResultsException when there are too many
     */
    void add(long[] more, int from, int to) {
        for (int i = from; i < to; i++) {
            long number = more[i];
            int at = place(number);
            if (slots[at] == EMPTY) {
                if (size == sizeMax) {
                    throw new TooManyResultsException(sizeMax);
                }
                if (size == numbers.length) {
                    grow();
                    at = place(number);
                }
                slots[at] = number + 1;
                places[size] = at;
                numbers[size++] = number;
            }
        }
    }

    private int place(long number) {
        long wanted = number + 1;
        int mask = slots.length - 1;
        int at = (int) (number * HASH >>> shift);
        while (slots[at] != EMPTY && slots[at] != wanted) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        numbers = Arrays.copyOf(numbers, 2 * size);
        places = new int[2 * size];
        slots = new long[2 * slots.length];
        shift--;
        for (int i = 0; i < size; i++) {
            places[i] = place(numbers[i]);
            slots[places[i]] = numbers[i] + 1;
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
