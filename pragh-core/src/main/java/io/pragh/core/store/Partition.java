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
 * A partition in the memory of the node that serves it: the key table of the keys whose home it is, and the blocks of
 * values that it owns, including migrated ones. Any thread.
 *
 * @param id number of the partition
 * @param region its memory
 * @param pages allocator of pages in the region
 * @param blocks allocator of blocks in the region
 * @param table its key table
 * @param reclaimer frees its retired blocks
 * @param tombstones deleted keys that are not yet forgotten
 * @param retiredPages pages of outgrown key tables, which rest until no reader uses the old geometry
 * @param rolls its rolls
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
     * The facilities that all partitions of a node share.
     *
     * @param pins the pins of the node's readers
     * @param restNanos how long retired memory rests for the sake of readers on other nodes
     * @param words swaps the slots of a growing table
     * @param horizon timestamp below which no snapshot is open
     * @param memory makes the regions of partitions
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
     * An empty partition in place of one whose node died; it is incomplete until it is {@link #restored}.
     * {@code viewEpoch} is the epoch of the view that assigns it to this node.
     */
    public static Partition substitute(
            int id, HomeMap homes, MemoryLimits limits, Surroundings around, long viewEpoch) {
        return create(id, homes, limits, around, PartitionHeader.life(viewEpoch, true));
    }

    /**
     * A partition whose memory was copied here byte for byte, with its former node's {@link #describe description}.
     * The rest of retired memory begins anew, because readers may have found it before the move. {@code nowNanos} is
     * this node's clock.
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

    /**
     * Writes down the state of the partition that is not in its memory. The caller excludes all changes meanwhile.
     */
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

    /**
     * Writes down which pages are in use at the moment: the first part of what {@link #describe} writes. Changes may
     * go on meanwhile.
     */
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

    /** A number that differs every time the partition is created anew; it is the epoch of the locks of its keys. */
    public long life() {
        return PartitionHeader.lifeNumber(region.getLongAcquire(PartitionHeader.LIFE_OFFSET));
    }

    /**
     * Whether values were lost with the partition's former node, and not restored. If so, a key that is not found is
     * not known to be absent.
     */
    public boolean isIncomplete() {
        return PartitionHeader.isIncomplete(region.getLongAcquire(PartitionHeader.LIFE_OFFSET));
    }

    /** Records that all lost values have been written again. */
    public void restored() {
        region.setLongRelease(PartitionHeader.LIFE_OFFSET, region.getLong(PartitionHeader.LIFE_OFFSET) & ~1L);
    }

    /**
     * The epoch up to which this partition's losses were declared given up, when the declaration is not settled; else
     * 0.
     */
    public long toGiveUp() {
        long asked = region.getLongAcquire(PartitionHeader.GIVEN_UP_OFFSET);
        return asked > Math.abs(region.getLong(PartitionHeader.SETTLED_OFFSET)) ? asked : 0;
    }

    /**
     * Settles the declaration that {@link #toGiveUp} returned: it was carried out ({@code done}), or refused without
     * effect.
     */
    public void settled(long epoch, boolean done) {
        region.setLongRelease(PartitionHeader.SETTLED_OFFSET, done ? epoch : -epoch);
    }

    /**
     * Frees memory that has rested long enough; the node calls it every few milliseconds. Returns the number of freed
     * blocks.
     */
    public int upkeep(long nowNanos) {
        retiredPages.run(nowNanos);
        table.growStep(16);
        return reclaimer.run(nowNanos);
    }
}
