package io.pragh.core.store.value;

import io.pragh.core.address.ValueAddress;

/**
 * The one word of a block that changes: 3 bits of state, 61 bits that depend on it. LIVE, PENDING and MOVED carry a print of key and
 * address, so that a compare-and-swap meant for a block that is gone never hits its successor in the same memory; LOCKED carries the
 * locker's begin timestamp, SUPERSEDED the successor's commit timestamp. Stateless.
 */
public final class StateWord {
    /** Memory that holds no value. */
    public static final int FREE = 0;
    /** The current version. */
    public static final int LIVE = 1;
    /** The current version while its predecessor may still look valid to somebody: may be read, not replaced or moved. */
    public static final int PENDING = 2;
    /** About to be replaced: wait, or look the slot up again. */
    public static final int LOCKED = 3;
    /** Replaced: look the slot up again. */
    public static final int SUPERSEDED = 4;
    /** Moved to another partition: look the slot up again. */
    public static final int MOVED = 5;

    private static final int SHIFT = 61;
    private static final long MASK = (1L << SHIFT) - 1;

    private StateWord() {}

    /** State of a word. */
    public static int state(long word) {
        return (int) (word >>> SHIFT);
    }

    /** Timestamp under LOCKED and SUPERSEDED. */
    public static long timestamp(long word) {
        return word & MASK;
    }

    /** The LIVE word of the block that holds {@code key} at {@code address}. */
    public static long live(long key, long address) {
        return (long) LIVE << SHIFT | print(key, address);
    }

    /** The PENDING word of that block. */
    public static long pending(long key, long address) {
        return (long) PENDING << SHIFT | print(key, address);
    }

    /** The MOVED word of that block. */
    public static long moved(long key, long address) {
        return (long) MOVED << SHIFT | print(key, address);
    }

    /** The LOCKED word of a locker that began at {@code timestamp}. */
    public static long locked(long timestamp) {
        return (long) LOCKED << SHIFT | timestamp & MASK;
    }

    /** The SUPERSEDED word of a block whose successor has version {@code timestamp}. */
    public static long superseded(long timestamp) {
        return (long) SUPERSEDED << SHIFT | timestamp & MASK;
    }

    private static long print(long key, long address) {
        long x = (key ^ ValueAddress.withoutBusy(address) * 0x9E3779B97F4A7C15L) * 0xC2B2AE3D27D4EB4FL;
        return (x ^ x >>> 32) & MASK;
    }
}
