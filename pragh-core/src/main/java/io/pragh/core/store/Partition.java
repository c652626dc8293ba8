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
        Region region = Region.direct(limits.segmentBytes(), limits.segmentCountMax());
        PageRuns pages = new PageRuns(region);
        BlockAllocator blocks = new BlockAllocator(region, pages);
        RetireRings rings = RetireRings.create(region, pages, homes.partitions());
        RestingPages resting = new RestingPages(pages, lease.reclaimNanos());
        KeyTable table = new KeyTable(region, pages, homes, id, limits.expectedKeys(), resting);
        Reclaimer reclaimer = new Reclaimer(region, blocks, pins, rings, lease);
        region.setLongRelease(PartitionHeader.MAGIC_OFFSET, PartitionHeader.MAGIC);
        return new Partition(id, region, pages, blocks, table, reclaimer, resting);
    }

    /** Frees what has rested long enough; the owner calls it every few milliseconds. Returns how many blocks were freed. */
    public int upkeep(long nowNanos) {
        retiredPages.run(nowNanos);
        table.growStep(16);
        return reclaimer.run(nowNanos);
    }
}
