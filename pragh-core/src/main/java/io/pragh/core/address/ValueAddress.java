package io.pragh.core.address;

/**
 * The address of a value: the 64-bit word of its slot, which changes by compare-and-swap only. Zero means absent.
 *
 * <pre>
 *   63        62     61        55 54      47 46        38 37     31 30                0
 *   | special | busy | partition | size class | generation | entries | offset / 16 bytes |
 * </pre>
 *
 * <p>Busy: an update holds the key; absent and busy together lock a key that has no value yet. Special: the word is
 * no address but a mark of the key table or of a lost value. The generation grows with every block published for the
 * key, modulo 512. Entries is the number of records appended in place to that block since. Generation and entries
 * keep a compare-and-swap by a delayed node from matching a later word that would otherwise look the same (hole h6).
 * The word without busy bit and entries is the address of the block. A partition has at most 32 GiB, a block 32 MiB.
 * Stateless.
 */
public final class ValueAddress {
    /** No value. */
    public static final long ABSENT = 0;
    /** An update holds the key. */
    public static final long BUSY = 1L << 62;
    /** The bit of words that are no addresses. */
    public static final long SPECIAL = 1L << 63;
    /** The slot's content has moved to the grown key table; the reader continues there. */
    public static final long FORWARDED = SPECIAL | 1;
    /**
     * The value was on a node that died, and has not been restored. A read fails; a write of a whole value replaces
     * the mark.
     */
    public static final long LOST = SPECIAL | 2;

    /** The unit of the offset field, in bytes. */
    public static final int GRAIN_BYTES = SizeClass.GRAIN_BYTES;
    /** The largest number of entries that a word can count. */
    public static final int ENTRIES_MAX = 127;
    /** The size limit of a partition, in bytes. */
    public static final long OFFSET_MAX = (1L << 31) * GRAIN_BYTES;

    private static final int PARTITION_SHIFT = 55;
    private static final int CLASS_SHIFT = 47;
    private static final int GENERATION_SHIFT = 38;
    private static final int ENTRIES_SHIFT = 31;
    private static final long OFFSET_MASK = (1L << ENTRIES_SHIFT) - 1;
    private static final int GENERATION_MASK = (1 << CLASS_SHIFT - GENERATION_SHIFT) - 1;

    private ValueAddress() {}

    /**
     * The address of a block: partition 0..127, class of {@link SizeClass}, generation (9 bits are kept), byte
     * offset.
     */
    public static long of(int partition, int sizeClass, int generation, long offset) {
        return (long) partition << PARTITION_SHIFT
                | (long) sizeClass << CLASS_SHIFT
                | (long) (generation & GENERATION_MASK) << GENERATION_SHIFT
                | offset >>> 4;
    }

    /** True for an address of a block, busy or not; false for {@link #ABSENT} and for special words. */
    public static boolean isBlock(long word) {
        return (word & ~BUSY) > 0;
    }

    /** Whether an update holds the key. */
    public static boolean isBusy(long word) {
        return (word & BUSY) != 0;
    }

    /** The word without its busy bit. */
    public static long withoutBusy(long word) {
        return word & ~BUSY;
    }

    /**
     * The address of the block alone: the word without its busy bit and its entries. Special words are returned
     * unchanged.
     */
    public static long block(long word) {
        return word < 0 ? word : word & ~(BUSY | (long) ENTRIES_MAX << ENTRIES_SHIFT);
    }

    /** The number of entries that were appended to the block in place. */
    public static int entries(long word) {
        return (int) (word >>> ENTRIES_SHIFT) & ENTRIES_MAX;
    }

    /** The same word with another number of entries, 0 to 127. */
    public static long withEntries(long word, int entries) {
        return word & ~((long) ENTRIES_MAX << ENTRIES_SHIFT) | (long) entries << ENTRIES_SHIFT;
    }

    /** The partition that holds the value. */
    public static int partition(long word) {
        return (int) (word >>> PARTITION_SHIFT) & 0x7F;
    }

    /** The class of the block, see {@link SizeClass#bytes}. */
    public static int sizeClass(long word) {
        return (int) (word >>> CLASS_SHIFT) & 0xFF;
    }

    /** Bytes of the block. */
    public static int blockBytes(long word) {
        return SizeClass.bytes(sizeClass(word));
    }

    /** Generation of the word, 0 to 511. */
    public static int generation(long word) {
        return (int) (word >>> GENERATION_SHIFT) & GENERATION_MASK;
    }

    /** Byte offset of the block in its partition. */
    public static long offset(long word) {
        return (word & OFFSET_MASK) << 4;
    }

    /** An address as text for error messages. */
    public static String show(long word) {
        if (word == FORWARDED || word == LOST) {
            return word == LOST ? "lost" : "forwarded";
        }
        String busy = isBusy(word) ? " busy" : "";
        String entries = entries(word) == 0 ? "" : "+" + entries(word);
        return isBlock(word)
                ? "p" + partition(word) + "+0x" + Long.toHexString(offset(word)) + "/" + blockBytes(word) + "B gen"
                        + generation(word) + entries + busy
                : "absent" + busy;
    }
}
