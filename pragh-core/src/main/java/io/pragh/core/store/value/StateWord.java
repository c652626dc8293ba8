package io.pragh.core.store.value;

import io.pragh.core.address.ValueAddress;

/**
 * The state word of a block's header, the only word of it that changes: 3 bits of state, 7 bits for the number of
 * entries of its {@link Tail} that count, 54 bits that depend on the state. LIVE, PENDING and MOVED carry a print of
 * key and address, so that a compare-and-swap meant for a block that no longer exists never matches its successor in
 * the same memory. LOCKED carries the locker's begin timestamp, SUPERSEDED the successor's commit timestamp.
 * Stateless.
 */
public final class StateWord {
    /** Memory that holds no value. */
    public static final int FREE = 0;
    /** The current version. */
    public static final int LIVE = 1;
    /**
     * The current version, while its predecessor may still look valid to some readers: may be read, not replaced or
     * moved.
     */
    public static final int PENDING = 2;
    /** About to be replaced: wait, or look the slot up again. */
    public static final int LOCKED = 3;
    /** Replaced: look the slot up again. */
    public static final int SUPERSEDED = 4;
    /** Moved to another partition: look the slot up again. */
    public static final int MOVED = 5;

    private static final int SHIFT = 61;
    private static final int ENTRIES_SHIFT = 54;
    private static final long MASK = (1L << ENTRIES_SHIFT) - 1;
    /**
     * The timestamp under which upkeep locks a block whose value it leaves as it is: later than every timestamp, so
     * any snapshot may read the block.
     */
    public static final long KEPT = MASK;
    /**
     * The timestamp under which upkeep locks a block to forget a deleted key: earlier than every timestamp. Upkeep
     * holds no other key meanwhile, so a transaction that holds keys may wait for it.
     */
    public static final long FORGOTTEN = 0;

    private static final long ENTRIES_MASK = (long) ValueAddress.ENTRIES_MAX << ENTRIES_SHIFT;

    private StateWord() {}

    /** The state of a word. */
    public static int state(long word) {
        return (int) (word >>> SHIFT);
    }

    /** The number of entries of the block's tail that count. */
    public static int entries(long word) {
        return (int) ((word & ENTRIES_MASK) >>> ENTRIES_SHIFT);
    }

    /** The timestamp in a LOCKED or SUPERSEDED word. */
    public static long timestamp(long word) {
        return word & MASK;
    }

    /** The LIVE word of the block that holds {@code key} at {@code address}, with the address's number of entries. */
    public static long live(long key, long address) {
        return word(LIVE, address) | print(key, address);
    }

    /** The PENDING word of that block. */
    public static long pending(long key, long address) {
        return word(PENDING, address) | print(key, address);
    }

    /** The MOVED word of that block. */
    public static long moved(long key, long address) {
        return word(MOVED, address) | print(key, address);
    }

    /** The LOCKED word of the block at {@code address}, by a locker that began at {@code timestamp}. */
    public static long locked(long address, long timestamp) {
        return word(LOCKED, address) | timestamp & MASK;
    }

    /** The SUPERSEDED word of the block at {@code address}, whose successor has version {@code timestamp}. */
    public static long superseded(long address, long timestamp) {
        return word(SUPERSEDED, address) | timestamp & MASK;
    }

    /**
     * Whether the word is LIVE or PENDING and carries the print of this key and block, however many entries count.
     */
    public static boolean isCurrent(long word, long key, long address) {
        int state = state(word);
        return (state == LIVE || state == PENDING) && isOf(word, key, address);
    }

    /**
     * Whether the word is LOCKED by upkeep that leaves the value as it is: the content stays current until another
     * block takes its place.
     */
    public static boolean isKept(long word) {
        return state(word) == LOCKED && timestamp(word) == KEPT;
    }

    /** Whether the print of a LIVE, PENDING or MOVED word is that of this key and block. */
    public static boolean isOf(long word, long key, long address) {
        return (word & MASK) == print(key, address);
    }

    private static long word(int state, long address) {
        return (long) state << SHIFT | (long) ValueAddress.entries(address) << ENTRIES_SHIFT;
    }

    private static long print(long key, long address) {
        long x = (key ^ ValueAddress.block(address) * 0x9E3779B97F4A7C15L) * 0xC2B2AE3D27D4EB4FL;
        return (x ^ x >>> 32) & MASK;
    }
}
