package io.pragh.core.address;

/**
 * The first page of every partition's memory: where its parts lie, so that another node needs no message to find them.
 *
 * <pre>
 *   0       8           16             24                      32         40          48  64              128
 *   | magic | key table | retire rings | life 63, incomplete 1 | given up | settled | … | timestamp | … | registration |
 *   136               144    152       160      256             2048        4096
 *   | short of memory | room | decided | zero … | counts, 896 2 | rolls 256 |
 * </pre>
 *
 * <p>Key table: offset of the table's geometry. Retire rings: offset of the ring directory. Both are written once, before the
 * partition is exposed. Life: a number that differs every time the partition is created anew (on another node, after a crash), so
 * that a reader can tell that what it knew of the table is void. Incomplete: values of a former life were lost, so that a key that is
 * not found is not known to be absent. Given up: the epoch of the view up to which somebody has declared all losses given up; any node
 * raises it. Settled: the last such epoch that the partition's node has acted on, negative when it refused because more was lost after
 * that view. Timestamp: T, in partition 0. Registration: the smallest snapshot that may be open on the node that registers here; the
 * largest number where none does. Short of memory: not zero when that node is. Room: bytes that new values find, at least 1; 0 when the
 * node has not told yet. Decided: the greatest W up to which the node has written down, where that lasts, how all transactions of several
 * parts have ended that it takes part in. Counts: how many members the first rolls have, see {@link RollCount}. Rolls: one word for each, see
 * {@link RollWord}. Stateless.
 */
public final class PartitionHeader {
    /** Says that this is a partition of this layout: "PRAGH" and its version, 1. */
    public static final long MAGIC = 0x5052_4147_4800_0001L;
    /** Offset of {@link #MAGIC}. */
    public static final int MAGIC_OFFSET = 0;
    /** Offset of the word that holds the offset of the table's geometry. */
    public static final int TABLE_OFFSET = MAGIC_OFFSET + Long.BYTES;
    /** Offset of the word that holds the offset of the ring directory. */
    public static final int RINGS_OFFSET = TABLE_OFFSET + Long.BYTES;
    /** Offset of the word that tells life and completeness. */
    public static final int LIFE_OFFSET = RINGS_OFFSET + Long.BYTES;
    /** Offset of the word that tells up to which view losses are given up. */
    public static final int GIVEN_UP_OFFSET = LIFE_OFFSET + Long.BYTES;
    /** Offset of the word that tells what became of that. */
    public static final int SETTLED_OFFSET = GIVEN_UP_OFFSET + Long.BYTES;
    /** Offset of the word that tells which view the node that serves the partition has in force, by its epoch. */
    public static final int VIEW_OFFSET = SETTLED_OFFSET + Long.BYTES;
    /** The partition whose timestamp word counts. */
    public static final int LEADING = 0;
    /** Offset of the timestamp word, in a cache line of its own; that of partition {@link #LEADING} counts. */
    public static final int TIMESTAMP_OFFSET = 64;
    /** Offset of the word below which the node that registers here has no snapshot open, in a cache line of its own. */
    public static final int REGISTRATION_OFFSET = 128;
    /** Offset of the word that tells whether the node is short of memory. */
    public static final int SHORT_OFFSET = REGISTRATION_OFFSET + Long.BYTES;
    /** Offset of the word that tells how much room new values find. */
    public static final int ROOM_OFFSET = SHORT_OFFSET + Long.BYTES;
    /** Offset of the word up to which the node knows, for good, how transactions have ended. */
    public static final int DECIDED_OFFSET = ROOM_OFFSET + Long.BYTES;
    /** Offset of the first roll's count; the second one's follows. */
    public static final int COUNTS_OFFSET = 256;
    /** Offset of the first roll's word. */
    public static final int ROLLS_OFFSET = 2048;
    /** How many rolls a partition has. */
    public static final int ROLLS = 256;
    /** Bytes that nothing else may use. */
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
