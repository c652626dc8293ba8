package io.pragh.core.store.value;

/**
 * The state of a value that a transaction has seen, as one number: the version of the block, and the number of
 * entries of its tail. Two editions are the same when no commit changed the value in between, or when commits only
 * appended entries that were not seen. Stateless.
 */
public final class Edition {
    /** The edition of a key without value. */
    public static final long NONE = 0;

    private static final int ENTRY_BITS = 7;
    /** Marks an edition of which only the body was seen, so that later entries do not matter. */
    private static final long BODY_ONLY = 1L << 62;

    private Edition() {}

    /** The edition of a block with {@code entries} entries behind its body. */
    public static long of(long version, int entries) {
        return version << ENTRY_BITS | entries;
    }

    /** The edition of a reader that needed only the body. */
    public static long ofBody(long version) {
        return BODY_ONLY | version << ENTRY_BITS;
    }

    /** The version of the block. */
    public static long version(long edition) {
        return (edition & ~BODY_ONLY) >>> ENTRY_BITS;
    }

    /** Whether the parts seen in one edition are unchanged in another, which counts all its entries. */
    public static boolean isSame(long seen, long now) {
        return seen == now || seen == ofBody(version(now));
    }

    /**
     * The edition of two reads of one value together: the wider one if they saw the same version and one of them only
     * its body, else the first.
     */
    public static long both(long first, long second) {
        return isSame(first, second) ? second : first;
    }
}
