package io.pragh.core.store;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.reclaim.Reclaimer;
import io.pragh.core.store.reclaim.RetireRings;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.BlockAllocator;

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
 * @param retiredPages pages of outgrown tables that rest until no reader has the old geometry
 */
public record Partition(
        int id,
        Region region,
        PageRuns pages,
        BlockAllocator blocks,
        KeyTable table,
        Reclaimer reclaimer,
        RestingPages retiredPages) {

    /** An empty partition, ready to be exposed. */
    public static Partition create(int id, HomeMap homes, MemoryLimits limits, ReaderPins pins, LeasePolicy lease) {
        return create(id, homes, limits, pins, lease, PartitionHeader.life(1, false));
    }

    /**
     * An empty partition in the place of one whose node died; it is incomplete until it is {@link #restored}. {@code viewEpoch} is that
     * of the view that gives it to this node.
     */
    public static Partition substitute(
            int id, HomeMap homes, MemoryLimits limits, ReaderPins pins, LeasePolicy lease, long viewEpoch) {
        return create(id, homes, limits, pins, lease, PartitionHeader.life(viewEpoch, true));
    }

    private static Partition create(
            int id, HomeMap homes, MemoryLimits limits, ReaderPins pins, LeasePolicy lease, long life) {
        Region region = Region.direct(limits.segmentBytes(), limits.segmentCountMax());
        PageRuns pages = new PageRuns(region);
        BlockAllocator blocks = new BlockAllocator(region, pages);
        RetireRings rings = RetireRings.create(region, pages, homes.partitions());
        RestingPages resting = new RestingPages(pages, pins, lease.reclaimNanos());
        KeyTable table = new KeyTable(region, pages, homes, id, limits.expectedKeys(), resting);
        Reclaimer reclaimer = new Reclaimer(region, blocks, pins, rings, lease);
        region.setLong(PartitionHeader.LIFE_OFFSET, life);
        region.setLongRelease(PartitionHeader.MAGIC_OFFSET, PartitionHeader.MAGIC);
        return new Partition(id, region, pages, blocks, table, reclaimer, resting);
    }

    /** Whether its values were lost with its former node, and not restored: a key that is not found is then not known to be absent. */
    public boolean isIncomplete() {
        return PartitionHeader.isIncomplete(region.getLongAcquire(PartitionHeader.LIFE_OFFSET));
    }

    /** Everything that was lost has been written again. */
    public void restored() {
        region.setLongRelease(PartitionHeader.LIFE_OFFSET, region.getLong(PartitionHeader.LIFE_OFFSET) & ~1L);
    }

    /** Frees what has rested long enough; the owner calls it every few milliseconds. Returns how many blocks were freed. */
    public int upkeep(long nowNanos) {
        retiredPages.run(nowNanos);
        table.growStep(16);
        return reclaimer.run(nowNanos);
    }
}
