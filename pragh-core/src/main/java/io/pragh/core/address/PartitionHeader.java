package io.pragh.core.address;

/**
 * The layout of the first page of every partition's memory, which says where the other parts lie. Another node finds
 * them by READs of this page, without a message.
 *
 * <pre>
 *   0       8           16             24                      32         40          48  64              128
 *   | magic | key table | retire rings | life 63, incomplete 1 | given up | settled | … | timestamp | … | registration |
 *   136               144    152       160      256             2048        4096
 *   | short of memory | room | decided | zero … | counts, 896 2 | rolls 256 |
 * </pre>
 *
 * <p>Key table: offset of the table's geometry. Retire rings: offset of the ring directory. Both are written once,
 * before the partition is exposed.
 *
 * <p>Life: a number that differs each time the partition is created anew (on another node, after a crash). A reader
 * that sees another life discards what it knew of the key table. Incomplete: values of a former life were lost, so a
 * key that is not found is not known to be absent.
 *
 * <p>Given up: the epoch of the latest view up to which all losses are declared given up; any node may raise it.
 * Settled: the last such epoch that the serving node has processed; negative when it refused because further values
 * were lost after that view.
 *
 * <p>Timestamp: T, in partition 0. Registration: the smallest snapshot that may be open on the node that registers
 * here; {@code Long.MAX_VALUE} when no node does. Short of memory: not zero while the serving node is. Room: bytes
 * available for new values, at least 1; 0 until the node has reported it.
 *
 * <p>Decided: the greatest W up to which the node has durably recorded the outcome of every transaction of several
 * homes in which it takes part. Counts: the number of members of the first rolls, see {@link RollCount}. Rolls: one
 * word for each, see {@link RollWord}. Stateless.
 */
public final class PartitionHeader {
    /** Marks the memory as a partition of this layout: "PRAGH" and the layout's version, 1. */
    public static final long MAGIC = 0x5052_4147_4800_0001L;
    /** Offset of {@link #MAGIC}. */
    public static final int MAGIC_OFFSET = 0;
    /** Offset of the word that holds the offset of the table's geometry. */
    public static final int TABLE_OFFSET = MAGIC_OFFSET + Long.BYTES;
    /** Offset of the word that holds the offset of the ring directory. */
    public static final int RINGS_OFFSET = TABLE_OFFSET + Long.BYTES;
    /** Offset of the word that holds the partition's life and whether the partition is incomplete. */
    public static final int LIFE_OFFSET = RINGS_OFFSET + Long.BYTES;
    /** Offset of the word that holds the epoch up to which losses are declared given up. */
    public static final int GIVEN_UP_OFFSET = LIFE_OFFSET + Long.BYTES;
    /**
     * Offset of the word that holds the epoch up to which the serving node has processed {@link #GIVEN_UP_OFFSET}.
     */
    public static final int SETTLED_OFFSET = GIVEN_UP_OFFSET + Long.BYTES;
    /** Offset of the word that holds the epoch of the view that the serving node has in force. */
    public static final int VIEW_OFFSET = SETTLED_OFFSET + Long.BYTES;
    /** The partition whose timestamp word is T. */
    public static final int LEADING = 0;
    /**
     * Offset of the timestamp word, in a cache line of its own. Only the word of partition {@link #LEADING} is used.
     */
    public static final int TIMESTAMP_OFFSET = 64;
    /**
     * Offset of the registration: the node that registers here has no snapshot open below it. In a cache line of its
     * own.
     */
    public static final int REGISTRATION_OFFSET = 128;
    /** Offset of the word that says whether the serving node is short of memory. */
    public static final int SHORT_OFFSET = REGISTRATION_OFFSET + Long.BYTES;
    /** Offset of the word that holds the number of bytes available for new values. */
    public static final int ROOM_OFFSET = SHORT_OFFSET + Long.BYTES;
    /**
     * Offset of the word that holds the decided moment: the outcomes of transactions up to it are durable at this
     * node.
     */
    public static final int DECIDED_OFFSET = ROOM_OFFSET + Long.BYTES;
    /** Offset of the first roll's count; the second one's follows. */
    public static final int COUNTS_OFFSET = 256;
    /** Offset of the first roll's word. */
    public static final int ROLLS_OFFSET = 2048;
    /** How many rolls a partition has. */
    public static final int ROLLS = 256;
    /** Bytes of the header, which nothing else may use. */
    public static final int LENGTH = ROLLS_OFFSET + ROLLS * Long.BYTES;

    private PartitionHeader() {}

    /** The number of a roll, from 0: the label of a key of kind {@link GraphKey#KIND_ROLL}. */
    public static int roll(long key) {
        return GraphKey.label(key) & ROLLS - 1;
    }

    /** Offset of a roll's word. */
    public static int rollOffset(long key) {
        return ROLLS_OFFSET + roll(key) * Long.BYTES;
    }

    /** Offset of the {@link RollCount} of a roll that is counted. */
    public static int countOffset(int roll) {
        return COUNTS_OFFSET + roll * RollCount.LENGTH;
    }

    /** The word at {@link #LIFE_OFFSET}. */
    public static long life(long number, boolean incomplete) {
        return number << 1 | (incomplete ? 1 : 0);
    }

    /** The number in a life's word. */
    public static long lifeNumber(long life) {
        return life >>> 1;
    }

    /** Whether a life's word says that values were lost and not restored. */
    public static boolean isIncomplete(long life) {
        return (life & 1) != 0;
    }
}
