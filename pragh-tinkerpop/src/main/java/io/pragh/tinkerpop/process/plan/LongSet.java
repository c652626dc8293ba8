package io.pragh.tinkerpop.process.plan;

import java.util.Arrays;

/** Numbers that have come, each once: a table of open addresses, at most half full, from which a number can be taken out again. One thread. */
final class LongSet {
    private static final int CAPACITY_FIRST = 64;
    /** A first table is no larger, however many numbers are said to come. */
    private static final int CAPACITY_SAID_MAX = 1 << 13;

    private static final long EMPTY = 0;

    /** Numbers; {@link #EMPTY} where none is, so zero itself is kept apart. */
    private long[] slots = {};

    private int size;
    private boolean hasZero;

    /** So many more may come, some of them more than once. */
    void expect(int more) {
        if (slots.length == 0) {
            int wanted = Math.min(CAPACITY_SAID_MAX, Math.max(CAPACITY_FIRST, 2 * more));
            slots = new long[Integer.highestOneBit(wanted)];
        }
    }

    /** True when it was not there. */
    boolean add(long number) {
        if (number == EMPTY) {
            boolean added = !hasZero;
            hasZero = true;
            return added;
        }
        expect(0);
        long[] table = slots;
        int mask = table.length - 1;
        int slot = slot(number, mask);
        while (table[slot] != EMPTY) {
            if (table[slot] == number) {
                return false;
            }
            slot = slot + 1 & mask;
        }
        table[slot] = number;
        if (2 * ++size > table.length) {
            grow();
        }
        return true;
    }

    boolean contains(long number) {
        if (number == EMPTY || slots.length == 0) {
            return number == EMPTY && hasZero;
        }
        int mask = slots.length - 1;
        int slot = slot(number, mask);
        while (slots[slot] != EMPTY && slots[slot] != number) {
            slot = slot + 1 & mask;
        }
        return slots[slot] == number;
    }

    /** Adds those from an index to another one. */
    void addAll(long[] numbers, int from, int to) {
        expect(to - from);
        for (int i = from; i < to; i++) {
            add(numbers[i]);
        }
    }

    /** Takes all of them out. */
    void clear() {
        if (size > 0) {
            Arrays.fill(slots, EMPTY);
        }
        size = 0;
        hasZero = false;
    }

    private void grow() {
        long[] before = slots;
        long[] table = new long[2 * before.length];
        int mask = table.length - 1;
        for (long number : before) {
            if (number != EMPTY) {
                int slot = slot(number, mask);
                while (table[slot] != EMPTY) {
                    slot = slot + 1 & mask;
                }
                table[slot] = number;
            }
        }
        slots = table;
    }

    /** Takes a number out that is there. */
    void remove(long number) {
        if (number == EMPTY) {
            hasZero = false;
            return;
        }
        int mask = slots.length - 1;
        int gap = slot(number, mask);
        while (slots[gap] != number) {
            gap = gap + 1 & mask;
        }
        // What follows moves up, as far as it may: a search for it must not meet the gap before it meets the number.
        for (int at = gap + 1 & mask; slots[at] != EMPTY; at = at + 1 & mask) {
            int distance = at - slot(slots[at], mask) & mask;
            if (distance >= (at - gap & mask)) {
                slots[gap] = slots[at];
                gap = at;
            }
        }
        slots[gap] = EMPTY;
        size--;
    }

    /** Fibonacci hashing: the upper bits, as neighbours' numbers differ in the lower ones. */
    private static int slot(long number, int mask) {
        return (int) (number * 0x9E37_79B9_7F4A_7C15L >>> 33) & mask;
    }

    int size() {
        return size + (hasZero ? 1 : 0);
    }

    /** How many bytes it takes. */
    long bytes() {
        return (long) Long.BYTES * slots.length;
    }
}
