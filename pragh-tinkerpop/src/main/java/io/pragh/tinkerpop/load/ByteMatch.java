package io.pragh.tinkerpop.load;

/** Looks for bytes in the eight of a little-endian word at once. Stateless. */
final class ByteMatch {
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHEST_BITS = ONES << 7;

    private ByteMatch() {}

    /** A word of eight such bytes. */
    static long all(int wanted) {
        return wanted * ONES;
    }

    /** Not 0 if a byte is as those of another word, all the same: then its lowest bit is the highest one of the first such byte. */
    // The borrow of a byte that is equal may reach those behind it, so that they say nothing.
    static long firstOf(long word, long wanted) {
        long zeroes = word ^ wanted;
        return zeroes - ONES & ~zeroes & HIGHEST_BITS;
    }

    /** Which byte has the lowest bit of a word: 0 to 7. */
    static int index(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }
}
