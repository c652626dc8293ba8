package io.pragh.core.access;

/**
 * Whether the first bytes of a block will not do, because entries lie behind the body that a reader wants as well: as it was with its last
 * reads. Then a READ that brings all of a small block saves the second one, with the round that it takes. One thread.
 */
final class LikelyTails {
    /** Larger blocks are read to their ends only once it is known that there is something. */
    static final int BLOCK_BYTES_MAX = 4096;
    /** After so many more reads that wanted entries than did not, the next ones are likely to. */
    static final int LIKELY = 4;

    private static final int SURE = 2 * LIKELY;

    private int wanted;

    /** Whether all of a block of so many bytes is to be read at once. */
    boolean areLikely(int blockBytes) {
        return wanted >= LIKELY && blockBytes <= BLOCK_BYTES_MAX;
    }

    /** Whether a read of the first bytes of a block wanted what lies behind its body. */
    void seen(boolean isWanted) {
        wanted = isWanted ? Math.min(SURE, wanted + 1) : Math.max(0, wanted - 1);
    }
}
