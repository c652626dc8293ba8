package io.pragh.core.store;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.RollCount;
import io.pragh.core.memory.Region;

/** Maintains the {@link RollCount} of one roll, at its home. Used by {@link Rolls}. One thread at a time. */
final class CountedRoll {
    private final Region region;
    private final int at;
    /** The change of the checksum that the words written since the last {@link #seal} require. */
    private long unsealed;

    private CountedRoll(Region region, int roll) {
        this.region = region;
        this.at = PartitionHeader.countOffset(roll);
    }

    /** The count of a roll that had no members when its partition began. */
    static CountedRoll create(Region region, int roll, long floor) {
        CountedRoll count = new CountedRoll(region, roll);
        count.unsealed = -count.get(RollCount.CHECKSUM_OFFSET);
        for (int offset = RollCount.SIGNED_OFFSET; offset < RollCount.LENGTH; offset += Long.BYTES) {
            count.unsealed += RollCount.share(offset, count.get(offset));
        }
        count.put(RollCount.FLOOR_OFFSET, floor);
        count.seal();
        return count;
    }

    /** The count of a roll in memory that was copied. */
    static CountedRoll copied(Region region, int roll) {
        return new CountedRoll(region, roll);
    }

    private long get(int offset) {
        return region.getLong(at + offset);
    }

    private void put(int offset, long word) {
        unsealed += RollCount.share(offset, word) - RollCount.share(offset, get(offset));
        region.setLongRelease(at + offset, word);
    }

    /**
     * Updates the checksum after a change. Until then, the checksum of a READ that began before the change does not
     * match.
     */
    private void seal() {
        region.setLongRelease(at + RollCount.CHECKSUM_OFFSET, get(RollCount.CHECKSUM_OFFSET) + unsealed);
        unsealed = 0;
    }

    /** Records a signature; returns its number. */
    long sign() {
        long number = get(RollCount.SIGNED_OFFSET);
        put(RollCount.SIGNED_OFFSET, number + 1);
        seal();
        return number;
    }

    /**
     * Records that a signature has ended, without a change or with its change in the sum; {@code oldest} is the first
     * signature that has not.
     */
    void over(long oldest) {
        put(RollCount.OLDEST_OFFSET, oldest);
        seal();
    }

    /** The number of signatures so far. */
    long signed() {
        return get(RollCount.SIGNED_OFFSET);
    }

    /** Adds the change of a commit to the sum: members added, or negative for members removed. */
    void add(long timestamp, long change) {
        put(RollCount.TOTAL_OFFSET, get(RollCount.TOTAL_OFFSET) + change);
        int earliest = RollCount.RECENT_OFFSET;
        for (int i = 1; i < RollCount.RECENT && get(earliest) != 0; i++) {
            int entry = RollCount.RECENT_OFFSET + i * RollCount.ENTRY_BYTES;
            earliest = get(entry) < get(earliest) ? entry : earliest;
        }
        long forgotten = Math.min(get(earliest), timestamp);
        if (timestamp > forgotten) {
            put(earliest, timestamp);
            put(earliest + Long.BYTES, change);
        }
        put(RollCount.FLOOR_OFFSET, Math.max(get(RollCount.FLOOR_OFFSET), forgotten));
        seal();
    }

    /** Sets the sum to the number of members that a commit has counted while no other signature was open. */
    void counted(long timestamp, long members) {
        put(RollCount.TOTAL_OFFSET, members);
        put(RollCount.FLOOR_OFFSET, timestamp);
        for (int offset = RollCount.RECENT_OFFSET; offset < RollCount.LENGTH; offset += Long.BYTES) {
            put(offset, 0);
        }
        seal();
    }

    /**
     * The partition was begun anew and is complete since {@code timestamp}, so the commits made here account for all
     * members.
     */
    void settle(long timestamp) {
        if (get(RollCount.FLOOR_OFFSET) == RollCount.BEGUN_ANEW) {
            put(RollCount.FLOOR_OFFSET, timestamp);
            seal();
        }
    }

    /** Members were lost without a commit, so the sum is not valid. */
    void lose() {
        put(RollCount.FLOOR_OFFSET, RollCount.LOST);
        seal();
    }
}
