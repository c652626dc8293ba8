package io.pragh.core.access;

/**
 * Predicts from the latest reads whether the first bytes of a block will be insufficient, because a reader also needs
 * the entries behind the body. If so, one READ of a whole small block saves the second READ and its round. One
 * thread.
 */
final class LikelyTails {
    /** Larger blocks are read to their ends only if they are known to have entries. */
    static final int BLOCK_BYTES_MAX = 4096;
    /** With this surplus of reads that needed entries, the next ones are likely to need them. */
    static final int LIKELY = 4;

    private static final int SURE = 2 * LIKELY;

    private int wanted;

    /** Whether a block of this size is to be read as a whole at once. */
    boolean areLikely(int blockBytes) {
        return wanted >= LIKELY && blockBytes <= BLOCK_BYTES_MAX;
    }

    /** Notes whether a read of the first bytes of a block needed the entries behind its body. */
    void seen(boolean isWanted) {
        wanted = isWanted ? Math.min(SURE, wanted + 1) : Math.max(0, wanted - 1);
    }
}
