package io.pragh.core.address;

/**
 * How many members a roll has, in the header of a partition, for the first {@link #ROLLS} rolls: the sum of what all commits that are over
 * have changed, and the latest of them one by one, so that a snapshot can leave out what came after it.
 *
 * <pre>
 *   0          8        16       24      32      40     64                      896
 *   | checksum | signed | oldest | total | floor | zero | (timestamp, change) 52 |
 * </pre>
 *
 * <p>Checksum: the sum of {@link #share} of all other words: the words of a READ may be of different moments. Signed: how many have
 * signed. Oldest: the number, from 0, of the oldest signature whose transaction is not over; as signed when there is none. Floor: no
 * commit with a greater timestamp is missing among the latest; {@link #BEGUN_ANEW} or {@link #LOST} when the total says nothing.
 * Stateless.
 */
public final class RollCount {
    /** So many rolls of a partition are counted: those with the smallest numbers. */
    public static final int ROLLS = 2;
    /** Commits that are remembered one by one. */
    public static final int RECENT = 52;
    /** Offset of the checksum. */
    public static final int CHECKSUM_OFFSET = 0;
    /** Offset of how many have signed. */
    public static final int SIGNED_OFFSET = CHECKSUM_OFFSET + Long.BYTES;
    /** Offset of the oldest that is not over. */
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
    /** Floor of a partition that was begun anew after a death, until it is declared complete. */
    public static final long BEGUN_ANEW = Long.MAX_VALUE;
    /** Floor of a partition that has lost values with another node: members may have gone without a commit. */
    public static final long LOST = Long.MAX_VALUE - 1;

    private RollCount() {}

    /** Whether a roll's members are counted. */
    public static boolean isCounted(long roll) {
        return PartitionHeader.roll(roll) < ROLLS;
    }

    /** What a word adds to the checksum. */
    public static long share(int offset, long word) {
        long mixed = (word ^ offset * 0x9E37_79B9_7F4A_7C15L) * 0xBF58_476D_1CE4_E5B9L;
        return (mixed ^ mixed >>> 29) * 0x94D0_49BB_1331_11EBL;
    }
}
