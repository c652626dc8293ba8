package io.pragh.core.property;

import java.util.Arrays;

/** Numbers other than 0. One thread. */
public final class NumberSet {
    private static final int BITS_FIRST = 4;

    /** By hash, 0 where there is none; half of them at most are taken. */
    private long[] places = {};

    private int bits;
    private int size;

    /** Whether a number is there. */
    public boolean contains(long number) {
        return size > 0 && places[place(number)] == number;
    }

    /** Adds a number, which may be there. */
    public void add(long number) {
        if (contains(number)) {
            return;
        }
        if (2 * size >= places.length) {
            grow();
        }
        places[place(number)] = number;
        size++;
    }

    private void grow() {
        long[] before = places;
        bits = Math.max(BITS_FIRST, bits + 1);
        places = new long[1 << bits];
        Arrays.stream(before).filter(number -> number != 0).forEach(number -> places[place(number)] = number);
    }

    private int place(long number) {
        int at = (int) (number * 0x9E37_79B9_7F4A_7C15L >>> Long.SIZE - bits);
        while (places[at] != 0 && places[at] != number) {
            at = at + 1 & places.length - 1;
        }
        return at;
    }
}
