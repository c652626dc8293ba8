package io.pragh.tinkerpop.load;

/** Whole numbers that are written as most are: at most 18 digits, with a minus or not. Stateless. */
final class Digits {
    /** What {@link #parse} returns for all else; no number of 18 digits. */
    static final long NONE = Long.MIN_VALUE;

    static final int DIGITS_MAX = 18;
    static final int RADIX = 10;

    /** Whole numbers and powers of ten that a {@code double} has exactly. */
    private static final int EXACT_DIGITS_MAX = 15;

    private static final double[] POWERS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

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

    static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }

    /**
     * The number that bytes {@code from} to {@code to} are, all of them, if it has up to 15 digits, one at least before a point, and no
     * exponent; else NaN, which says nothing.
     */
    // Both parts of the quotient are exact, so it is the nearest number there is, which Double.parseDouble returns too.
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
