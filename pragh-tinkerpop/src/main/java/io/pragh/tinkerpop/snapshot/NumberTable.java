package io.pragh.tinkerpop.snapshot;

import io.pragh.core.property.TooManyResultsException;
import java.util.Arrays;

/** Different numbers, from 0 on, in the order in which they came first. Reusable; one thread. */
final class NumberTable {
    private static final int SIZE_FIRST = 512;
    /** So many are added without a look at whether there is room. */
    private static final int TOGETHER = SIZE_FIRST / 2;

    private static final int SLOTS_EACH = 2;

    private static final long HASH = 0x9E37_79B9_7F4A_7C15L;
    private static final long EMPTY = 0;

    private final int sizeMax;
    /** By hash, each number plus one. */
    private long[] slots = new long[SLOTS_EACH * SIZE_FIRST];

    private long[] numbers = new long[SIZE_FIRST];
    /** Which slot a number has. */
    private int[] places = new int[SIZE_FIRST];

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
        for (int next = from; next < to; next += TOGETHER) {
            while (size > numbers.length - TOGETHER) {
                grow();
            }
            addFew(more, next, Math.min(to, next + TOGETHER));
            if (size > sizeMax) {
                throw new TooManyResultsException(sizeMax);
            }
        }
    }

    /** Each is written as if it were new, and counts if it is: whether it is cannot be foreseen, so that a branch costs more than to write. */
    private void addFew(long[] more, int from, int to) {
        int count = size;
        for (int i = from; i < to; i++) {
            long number = more[i];
            int at = place(number);
            int isNew = slots[at] == EMPTY ? 1 : 0;
            slots[at] = number + 1;
            places[count] = at;
            numbers[count] = number;
            count += isNew;
        }
        size = count;
    }

    private int place(long number) {
        long wanted = number + 1;
        int mask = slots.length - 1;
        int at = (int) (number * HASH >>> Integer.SIZE) & mask;
        while (slots[at] != EMPTY && slots[at] != wanted) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
        places = new int[numbers.length];
        slots = new long[SLOTS_EACH * numbers.length];
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
