package io.pragh.core.store.value;

/**
 * What a transaction has seen of a value, as one number to compare: the version of the block, and how many entries of its tail. The same when
 * nobody has committed anything to the value in between, or only entries behind those that it has seen. Stateless.
 */
public final class Edition {
    /** That of a key without value. */
    public static final long NONE = 0;

    private static final int ENTRY_BITS = 7;
    /** Whatever entries there are, none of them would have been seen. */
    private static final long BODY_ONLY = 1L << 62;

    private Edition() {}

    /** The edition of a block with so many entries behind its body. */
    public static long of(long version, int entries) {
        return version << ENTRY_BITS | entries;
    }

    /** What was seen by a reader that had enough of the body. */
    public static long ofBody(long version) {
        return BODY_ONLY | version << ENTRY_BITS;
    }

    /** The version of the block. */
    public static long version(long edition) {
        return (edition & ~BODY_ONLY) >>> ENTRY_BITS;
    }

    /** Whether nothing that was seen has changed in an edition with all its entries. */
    public static boolean isSame(long seen, long now) {
        return seen == now || seen == ofBody(version(now));
    }

    /** What was seen by two reads of one value: what both saw if they saw the same block, else what the first saw. */
    public static long both(long first, long second) {
        return isSame(first, second) ? second : first;
    }
}
