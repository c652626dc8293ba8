package io.pragh.tinkerpop.load;

/** Searches the eight bytes of a little-endian word at once. Stateless. */
final class ByteMatch {
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHEST_BITS = ONES << 7;

    private ByteMatch() {}

    /** A word of eight equal bytes. */
    static long all(int wanted) {
        return wanted * ONES;
    }

    /**
     * Not 0 if any byte equals that of another word, whose bytes are all the same: then the lowest bit is the highest
     * one of the first such byte.
     */
    // The borrow of an equal byte may reach later bytes, whose bits are therefore meaningless.
    static long firstOf(long word, long wanted) {
        long zeroes = word ^ wanted;
        return zeroes - ONES & ~zeroes & HIGHEST_BITS;
    }

    /** The byte that holds the lowest bit of a word: 0 to 7. */
    static int index(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }
}
