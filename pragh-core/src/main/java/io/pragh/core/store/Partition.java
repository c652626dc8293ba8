package io.pragh.core.store;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.WordList;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.reclaim.Reclaimer;
import io.pragh.core.store.reclaim.RetireRings;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.table.SlotSwap;
import io.pragh.core.store.value.BlockAllocator;
import io.pragh.core.timestamp.Timestamps;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * One partition in its node's memory: the key table of the keys whose home it is, and blocks of values, its own and migrated ones.
 * Any thread.
 *
 * @param id number of the partition
 * @param region all of its memory
 * @param pages free pages of it
 * @param blocks free blocks of it
 * @param table its keys
 * @param reclaimer its retired blocks
 * @param tombstones keys that were deleted, not yet forgotten
 * @param retiredPages pages of outgrown tables that rest until no reader has the old geometry
 * @param rolls when its keys came and went
 */
public record Partition(
        int id,
        Region region,
        PageRuns pages,
        BlockAllocator blocks,
        KeyTable table,
        Reclaimer reclaimer,
        RestingPages retiredPages,
        Tombstones tombstones,
        Rolls rolls) {

    /**
     * What all partitions of a node share.
     *
     * @param pins the node's readers
     * @param restNanos how long retired memory rests for the sake of readers on other nodes
     * @param words swaps the slots of a table that grows
     * @param horizon below it no snapshot is open
     * @param memory makes the regions that partitions live in
     */
    public record Surroundings(ReaderPins pins, long restNanos, OwnWords words, LongSupplier horizon, Memory memory) {
        private SlotSwap swapping(int id, Region region) {
            return (at, expected, update) -> words.compareAndExchange(id, region, at, expected, update);
        }
    }

    /** Makes regions: {@link io.pragh.core.fabric.Fabric#region}. */
    @FunctionalInterface
    public interface Memory {
        /** A region without segments. */
        Region region(int segmentBytes, int segmentCountMax);
    }

    /** An empty partition, ready to be exposed. */
    public static Partition create(int id, HomeMap homes, MemoryLimits limits, Surroundings around) {
        return create(id, homes, limits, around, PartitionHeader.life(1, false));
    }

    /**
     * An empty partition in the place of one whose node died; it is incomplete until it is {@link #restored}. {@code viewEpoch} is that
     * of the view that gives it to this node.
     */
    public static Partition substitute(
            int id, HomeMap homes, MemoryLimits limits, Surroundings around, long viewEpoch) {
        return create(id, homes, limits, around, PartitionHeader.life(viewEpoch, true));
    }

    /**
     * A partition whose memory was copied here byte for byte, with all that its former node knew of it. What was resting there rests
     * anew: whoever may look at it counts from before. {@code nowNanos} is this node's clock.
     */
    public static Partition copied(
            int id, HomeMap homes, Region region, WordList description, Surroundings around, long nowNanos) {
        PageRuns pages = new PageRuns(region, description);
        BlockAllocator blocks = new BlockAllocator(region, pages, description);
        RestingPages resting = new RestingPages(pages, around.pins, around.restNanos);
        resting.add(description);
        KeyTable table =
                KeyTable.described(region, pages, homes, id, description, resting, around.swapping(id, region));
        Reclaimer reclaimer =
                new Reclaimer(region, blocks, around.pins, RetireRings.open(region), around.restNanos, around.horizon);
        for (long count = description.next(); count > 0; count--) {
            reclaimer.retire(description.next(), nowNanos);
        }
        Tombstones tombstones = new Tombstones(region, around.restNanos);
        tombstones.add(description, nowNanos);
        return new Partition(id, region, pages, blocks, table, reclaimer, resting, tombstones, Rolls.copied(region));
    }

    /** Writes down all that is known of the partition and is not in its memory. Nothing may change it meanwhile. */
    public void describe(WordList description) {
        pages.describe(description);
        blocks.describe(description);
        retiredPages.describe(description);
        table.describe(description);
        Set<Long> retired = reclaimer.restingAddresses();
        description.add(retired.size());
        retired.forEach(description::add);
        tombstones.describe(description);
    }

    /** Writes down which pages are in use at the moment: the beginning of what {@link #describe} writes. All may go on meanwhile. */
    public void describePages(WordList description) {
        pages.describe(description);
    }

    private static Partition create(int id, HomeMap homes, MemoryLimits limits, Surroundings around, long life) {
        ReaderPins pins = around.pins;
        long restNanos = around.restNanos;
        Region region = around.memory.region(limits.segmentBytes(), limits.segmentCountMax());
        PageRuns pages = new PageRuns(region);
        BlockAllocator blocks = new BlockAllocator(region, pages);
        RetireRings rings = RetireRings.create(region, pages, homes.partitions());
        RestingPages resting = new RestingPages(pages, pins, restNanos);
        KeyTable table =
                new KeyTable(region, pages, homes, id, limits.expectedKeys(), resting, around.swapping(id, region));
        Reclaimer reclaimer = new Reclaimer(region, blocks, pins, rings, restNanos, around.horizon);
        region.setLong(PartitionHeader.TIMESTAMP_OFFSET, Timestamps.first(PartitionHeader.lifeNumber(life)));
        region.setLong(PartitionHeader.REGISTRATION_OFFSET, Timestamps.NEVER);
        region.setLong(PartitionHeader.LIFE_OFFSET, life);
        Rolls rolls = PartitionHeader.isIncomplete(life) ? Rolls.unknown(region) : Rolls.create(region);
        region.setLongRelease(PartitionHeader.MAGIC_OFFSET, PartitionHeader.MAGIC);
        return new Partition(
                id, region, pages, blocks, table, reclaimer, resting, new Tombstones(region, restNanos), rolls);
    }

    /** A number that differs every time the partition is created anew: the epoch of the locks of its keys. */
    public long life() {
        return PartitionHeader.lifeNumber(region.getLongAcquire(PartitionHeader.LIFE_OFFSET));
    }

    /** Whether its values were lost with its former node, and not restored: a key that is not found is then not known to be absent. */
    public boolean isIncomplete() {
        return PartitionHeader.isIncomplete(region.getLongAcquire(PartitionHeader.LIFE_OFFSET));
    }

    /** Everything that was lost has been written again. */
    public void restored() {
        region.setLongRelease(PartitionHeader.LIFE_OFFSET, region.getLong(PartitionHeader.LIFE_OFFSET) & ~1L);
    }

    /** The epoch of the view up to which somebody has declared this partition's losses given up, when that is not settled; else 0. */
    public long toGiveUp() {
        long asked = region.getLongAcquire(PartitionHeader.GIVEN_UP_OFFSET);
        return asked > Math.abs(region.getLong(PartitionHeader.SETTLED_OFFSET)) ? asked : 0;
    }

    /** What {@link #toGiveUp} told is done; or it is refused, and nothing was. */
    public void settled(long epoch, boolean done) {
        region.setLongRelease(PartitionHeader.SETTLED_OFFSET, done ? epoch : -epoch);
    }

    /** Frees what has rested long enough; the owner calls it every few milliseconds. Returns how many blocks were freed. */
    public int upkeep(long nowNanos) {
        retiredPages.run(nowNanos);
        table.growStep(16);
        return reclaimer.run(nowNanos);
    }
}
