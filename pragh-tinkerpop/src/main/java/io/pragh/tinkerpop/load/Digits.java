package io.pragh.tinkerpop.load;

/** Whole numbers that are written as most are: at most 18 digits, with a minus or not. Stateless. */
final class Digits {
    /** What {@link #parse} returns for all else; no number of 18 digits. */
    static final long NONE = Long.MIN_VALUE;

    private static final int DIGITS_MAX = 18;
    private static final int RADIX = 10;

    private Digits() {}

    /** The number that bytes {@code from} to {@code to} are, all of them, or {@link #NONE}. */
    static long parse(byte[] bytes, int from, int to) {
        boolean negative = from < to && bytes[from] == '-';
        int first = negative ? from + 1 : from;
        if (first >= to || to - first > DIGITS_MAX) {
            return NONE;
        }
        long number = 0;
        for (int i = first; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit >= RADIX) {
                return NONE;
            }
            number = number * RADIX + digit;
        }
        return negative ? -number : number;
    }
}
