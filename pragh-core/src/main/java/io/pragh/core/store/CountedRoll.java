package io.pragh.core.store;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.RollCount;
import io.pragh.core.memory.Region;

/** Keeps the {@link RollCount} of one roll, at its home. One thread at a time. */
final class CountedRoll {
    private final Region region;
    private final int at;
    /** What the checksum is to change by with the words that were put since it was right. */
    private long unsealed;

    private CountedRoll(Region region, int roll) {
        this.region = region;
        this.at = PartitionHeader.countOffset(roll);
    }

    /** The count of a roll that had no member when its partition began. */
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

    /** After every change: what was read since it began does not add up. */
    private void seal() {
        region.setLongRelease(at + RollCount.CHECKSUM_OFFSET, get(RollCount.CHECKSUM_OFFSET) + unsealed);
        unsealed = 0;
    }

    /** Somebody has signed; returns which signature it is. */
    long sign() {
        long number = get(RollCount.SIGNED_OFFSET);
        put(RollCount.SIGNED_OFFSET, number + 1);
        seal();
        return number;
    }

    /** A signature is over that has changed nothing, or is in the sum by now; {@code oldest} is the first of those that are not. */
    void over(long oldest) {
        put(RollCount.OLDEST_OFFSET, oldest);
        seal();
    }

    /** How many have signed so far. */
    long signed() {
        return get(RollCount.SIGNED_OFFSET);
    }

    /** A commit adds members to the sum, or takes some off. */
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

    /** A commit that nobody else's stood beside has counted the members. */
    void counted(long timestamp, long members) {
        put(RollCount.TOTAL_OFFSET, members);
        put(RollCount.FLOOR_OFFSET, timestamp);
        for (int offset = RollCount.RECENT_OFFSET; offset < RollCount.LENGTH; offset += Long.BYTES) {
            put(offset, 0);
        }
        seal();
    }

    /** The partition was begun anew and is complete since {@code timestamp}: what was committed here is all there is. */
    void settle(long timestamp) {
        if (get(RollCount.FLOOR_OFFSET) == RollCount.BEGUN_ANEW) {
            put(RollCount.FLOOR_OFFSET, timestamp);
            seal();
        }
    }

    /** Members are lost without a commit. */
    void lose() {
        put(RollCount.FLOOR_OFFSET, RollCount.LOST);
        seal();
    }
}
