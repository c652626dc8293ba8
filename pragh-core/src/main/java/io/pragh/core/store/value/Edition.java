package io.pragh.core.store.value;

/**
 * What a transaction has seen of a value, as one number to compare: the version of the block, and how many entries of its tail. Equal when
 * nobody has committed anything to the value in between. Stateless.
 */
public final class Edition {
    /** That of a key without value. */
    public static final long NONE = 0;

    private static final int ENTRY_BITS = 7;

    private Edition() {}

    /** The edition of a block with so many entries behind its body. */
    public static long of(long version, int entries) {
        return version << ENTRY_BITS | entries;
    }

    /** The version of the block. */
    public static long version(long edition) {
        return edition >>> ENTRY_BITS;
    }
}
