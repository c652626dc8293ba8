package io.pragh.tinkerpop.load;

import io.pragh.core.memory.Words;

/**
 * Parses whole numbers in their usual notation: at most 18 digits, with a minus or not; eight digits are read at
 * once. Stateless.
 */
final class Digits {
    /** The result of {@link #parse} for all other texts; not a number of 18 digits. */
    static final long NONE = Long.MIN_VALUE;

    static final int DIGITS_MAX = 18;
    static final int RADIX = 10;

    /** The most digits of whole numbers and powers of ten that a {@code double} represents exactly. */
    private static final int EXACT_DIGITS_MAX = 15;

    private static final double[] POWERS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private static final long[] WHOLE_POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};
    private static final long ZEROES = ByteMatch.all('0');
    private static final long SIXES = ByteMatch.all(6);
    private static final long UPPER_HALVES = ByteMatch.all(0xF0);

    private Digits() {}

    /** The number in the bytes {@code from} to {@code to}, or {@link #NONE} unless all of them form one. */
    static long parse(byte[] bytes, int from, int to) {
        boolean negative = from < to && bytes[from] == '-';
        int first = negative ? from + 1 : from;
        if (first >= to || to - first > DIGITS_MAX) {
            return NONE;
        }
        if (run(bytes, first, to) < to) {
            return NONE;
        }
        long number = value(bytes, first, to);
        return negative ? -number : number;
    }

    /** The end of the digits that begin at a byte: {@code to} at most. */
    static int run(byte[] bytes, int from, int to) {
        int at = from;
        for (; at < to && at <= bytes.length - Long.BYTES; at += Long.BYTES) {
            long others = others(Words.getLong(bytes, at));
            if (others != 0) {
                return Math.min(to, at + ByteMatch.index(others));
            }
        }
        while (at < to && isDigit(bytes[at])) {
            at++;
        }
        return Math.min(to, at);
    }

    /** Not 0 if any byte is not a digit: then the lowest bit is in the first such byte. */
    // A digit is 0x30 to 0x39: its upper half is 3, and is 3 still when 6 is added. A carry into the next byte comes
    // only from a byte that is not a digit.
    private static long others(long word) {
        return (word & UPPER_HALVES ^ ZEROES) | (word + SIXES & UPPER_HALVES ^ ZEROES);
    }

    /** The number in the bytes {@code from} to {@code to}, all of them digits, at most 18. */
    static long value(byte[] bytes, int from, int to) {
        long number = 0;
        int at = from;
        for (; at < to && at <= bytes.length - Long.BYTES; at += Long.BYTES) {
            int count = Math.min(Long.BYTES, to - at);
            long last = Words.getLong(bytes, at) << (Long.BYTES - count) * Byte.SIZE; // zeroes precede them
            number = number * WHOLE_POWERS[count] + eight(last);
        }
        for (; at < to; at++) {
            number = number * RADIX + bytes[at] - '0';
        }
        return number;
    }

    /** Combines pairs of digits, then pairs of these, then fours, all of a word at once. */
    private static long eight(long word) {
        long pairs = (word & 0x0F0F_0F0F_0F0F_0F0FL) * (RADIX * 0x100 + 1) >>> 8 & 0x00FF_00FF_00FF_00FFL;
        long fours = pairs * (100 * 0x1_0000 + 1) >>> 16 & 0x0000_FFFF_0000_FFFFL;
        return fours * (10_000 * 0x1_0000_0000L + 1) >>> 32;
    }

    static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }

    /**
     * The number in the bytes {@code from} to {@code to}, if it has up to 15 digits, at least one before a point, and
     * no exponent; else NaN.
     */
    // Both parts of the quotient are exact, so the result is the nearest double, which Double.parseDouble returns
    // too.
    static double parseDecimal(byte[] bytes, int from, int to) {
        boolean negative = from < to && bytes[from] == '-';
        int first = negative ? from + 1 : from;
        int point = -1;
        long digits = 0;
        if (first >= to || to - first > EXACT_DIGITS_MAX || !isDigit(bytes[first])) {
            return Double.NaN;
        }
        for (int i = first; i < to; i++) {
            if (isDigit(bytes[i])) {
                digits = digits * RADIX + bytes[i] - '0';
            } else if (bytes[i] == '.' && point < 0) {
                point = i;
            } else {
                return Double.NaN;
            }
        }
        double number = point < 0 ? digits : digits / POWERS[to - point - 1];
        return negative ? -number : number;
    }
}
