package io.pragh.core.address;

/**
 * The layout of a roll's member count, in the header of a partition, for the first {@link #ROLLS} rolls: the sum of
 * the changes of all finished commits, and the latest commits one by one. A snapshot subtracts the commits later than
 * itself.
 *
 * <pre>
 *   0          8        16       24      32      40     64                      896
 *   | checksum | signed | oldest | total | floor | zero | (timestamp, change) 52 |
 * </pre>
 *
 * <p>Checksum: the sum of {@link #share} of all other words, because the words of one READ may be from different
 * moments. Signed: the number of signatures so far. Oldest: the number, from 0, of the oldest signature whose
 * transaction is not finished; equal to Signed when there is none. Floor: the latest commits include every commit
 * with a greater timestamp; {@link #BEGUN_ANEW} or {@link #LOST} when the total is not valid. Stateless.
 */
public final class RollCount {
    /** The number of rolls in a partition that are counted: those with the smallest numbers. */
    public static final int ROLLS = 2;
    /** The number of latest commits that are remembered one by one. */
    public static final int RECENT = 52;
    /** Offset of the checksum. */
    public static final int CHECKSUM_OFFSET = 0;
    /** Offset of the number of signatures. */
    public static final int SIGNED_OFFSET = CHECKSUM_OFFSET + Long.BYTES;
    /** Offset of the number of the oldest unfinished signature. */
    public static final int OLDEST_OFFSET = SIGNED_OFFSET + Long.BYTES;
    /** Offset of the sum of all changes. */
    public static final int TOTAL_OFFSET = OLDEST_OFFSET + Long.BYTES;
    /** Offset of the floor. */
    public static final int FLOOR_OFFSET = TOTAL_OFFSET + Long.BYTES;
    /** Offset of the latest commits, each a timestamp and a change; timestamp 0 for none. */
    public static final int RECENT_OFFSET = 64;
    /** Bytes of one commit among the latest. */
    public static final int ENTRY_BYTES = 2 * Long.BYTES;
    /** Bytes of one roll's count. */
    public static final int LENGTH = RECENT_OFFSET + RECENT * ENTRY_BYTES;
    /** Floor of a partition that was begun anew after its node died, until it is declared complete. */
    public static final long BEGUN_ANEW = Long.MAX_VALUE;
    /**
     * Floor of a partition that has lost values that lay on another node: members may have disappeared without a
     * commit.
     */
    public static final long LOST = Long.MAX_VALUE - 1;

    private RollCount() {}

    /** Whether a roll's members are counted. */
    public static boolean isCounted(long roll) {
        return PartitionHeader.roll(roll) < ROLLS;
    }

    /** The contribution of a word to the checksum. */
    public static long share(int offset, long word) {
        long mixed = (word ^ offset * 0x9E37_79B9_7F4A_7C15L) * 0xBF58_476D_1CE4_E5B9L;
        return (mixed ^ mixed >>> 29) * 0x94D0_49BB_1331_11EBL;
    }
}
