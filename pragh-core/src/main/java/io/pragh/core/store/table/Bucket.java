package io.pragh.core.store.table;

/**
 * The layout of a bucket of the key table: fifteen slots and two more words in four cache lines, 256 bytes, which one
 * READ of a key's home fetches. The home writes it; any node reads it by one-sided READs and changes address words by
 * compare-and-swap.
 *
 * <pre>
 *        0     8         16    24        32    40        48     56
 *     0  | key | address | key | address | key | address | key  | address |
 *    64  | key | address | key | address | key | address | key  | address |
 *   128  | key | address | key | address | key | address | key  | address |
 *   192  | key | address | key | address | key | address | mark | link    |
 * </pre>
 *
 * <p>Key 0: the slot is empty, and its address is 0. Mark: {@link #OPEN}, or {@link #FORWARDED} once every slot has
 * moved to the grown table; it is a word of kind 0, so it is neither a key nor empty. Link: offset of the next
 * bucket, or 0. A key's search begins in the line {@link #firstLine} and wraps around; it ends at the first empty
 * slot, since slots are filled in the order of the search and never become empty again. Stateless.
 */
/*
 * Why four lines and not one: with 3 keys per line on average, 17% of the keys find no room in a bucket of one line;
 * with 12 keys per bucket of four lines, 3.4% do not, and a search takes 1.04 READs (KeyTableLoadTest). A READ of 256
 * bytes takes as long as one of 64. The processor still touches one line for most keys, because the search starts in
 * the key's own line.
 */
public final class Bucket {
    /** Bytes of a bucket, and of a READ that brings one. */
    public static final int BYTES = 256;
    /** Bytes of a slot. */
    public static final int SLOT_BYTES = 16;
    /** Slots of a bucket, without mark and link. */
    public static final int SLOTS = BYTES / SLOT_BYTES - 1;
    /** Offset of the address in a slot; the key comes first. */
    public static final int ADDRESS_OFFSET = Long.BYTES;
    /** Offset of the mark. */
    public static final int MARK_OFFSET = SLOTS * SLOT_BYTES;
    /** Offset of the link. */
    public static final int LINK_OFFSET = MARK_OFFSET + Long.BYTES;

    /** The mark of a bucket in use: "BUCKET" in a word of kind 0. */
    public static final long OPEN = 0x0000_4255_434B_4554L;
    /** The mark of a bucket whose slots have all moved to the grown table. */
    public static final long FORWARDED = OPEN | 1L << 48;

    static final int LINE_BYTES = 64;
    static final int LINES = BYTES / LINE_BYTES;

    private Bucket() {}

    /** The line, 0 to 3, in which the search for a key begins. */
    public static int firstLine(long key) {
        return (int) (key * 0xD6E8_FEB8_6659_FD93L >>> 62);
    }
}
