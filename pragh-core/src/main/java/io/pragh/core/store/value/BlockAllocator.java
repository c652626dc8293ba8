package io.pragh.core.store.value;

import io.pragh.core.address.SizeClass;
import io.pragh.core.base.WordList;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToLongFunction;

/**
 * Allocates memory for value blocks in a partition's region: slabs of pages for each size class, one block per slab
 * from 32 KiB up. Its state is on the heap; of a block it writes only the state word. Any thread.
 */
public final class BlockAllocator {
    private final Region region;
    private final SlabMap map;
    private final SlabClass[] classes = new SlabClass[SizeClass.COUNT];
    private final IntToLongFunction runs;
    private final IntToLongFunction runsOfReserve;

    /** An allocator without blocks; it takes pages as it needs them. */
    public BlockAllocator(Region region, PageRuns pages) {
        this.region = region;
        this.map = new SlabMap(region);
        this.runs = pages::allocate;
        this.runsOfReserve = pages::allocateOfReserve;
        for (int sizeClass = 0; sizeClass < classes.length; sizeClass++) {
            classes[sizeClass] = new SlabClass(region, pages, map, sizeClass);
        }
    }

    /** The blocks of a region that was copied, from the {@link #describe} of the original. */
    public BlockAllocator(Region region, PageRuns pages, WordList description) {
        this(region, pages);
        for (long count = description.next(); count > 0; count--) {
            Slab slab = Slab.described(description);
            classes[slab.sizeClass].add(slab);
        }
    }

    /** Writes down which blocks are handed out; the caller excludes allocation and freeing meanwhile. */
    public void describe(WordList description) {
        int count = description.size();
        description.add(0);
        long slabs = 0;
        for (long at = 0; at < region.bytes(); ) {
            Slab slab = map.get(at);
            if (slab != null) {
                slab.describe(description);
                slabs++;
            }
            at = slab == null ? at + PageRuns.PAGE_BYTES : slab.end();
        }
        description.set(count, slabs);
    }

    /** Offset of a block of a class, with state FREE and other bytes undefined; -1 when only the reserve is left. */
    public long allocate(int sizeClass) {
        return allocate(sizeClass, runs);
    }

    /**
     * The same, also from the reserve: for a value that takes no more than the one that it replaces, which is freed
     * later.
     */
    public long allocateOfReserve(int sizeClass) {
        return allocate(sizeClass, runsOfReserve);
    }

    private long allocate(int sizeClass, IntToLongFunction from) {
        long block = classes[sizeClass].allocate(from);
        if (block < 0) {
            for (SlabClass each : classes) {
                each.releaseEmpty();
            }
            block = classes[sizeClass].allocate(from);
        }
        return block;
    }

    /** Takes a block back and marks it FREE. Fails as an invariant when no such block is handed out. */
    public void free(long offset) {
        Slab slab = map.get(offset);
        if (slab == null) {
            throw new AssertionError("invariant broken: a block to free lies in a slab 0x" + Long.toHexString(offset));
        }
        classes[slab.sizeClass].free(slab, offset);
    }

    /**
     * Visits every block that is handed out from before the call until after it, in the order of addresses. No lock
     * is held while the consumer works, and a lock is held for at most 512 blocks at a time. A block that is handed
     * out or freed meanwhile may be visited or not. So a visited block may be FREE, not written yet, or freed
     * already: the consumer checks its state.
     */
    public void forEachBlock(BlockConsumer consumer) {
        forEachBlock(0, Integer.MAX_VALUE, consumer);
    }

    /**
     * Visits blocks from an offset on, slab by slab, until {@code blocksMax} were visited; otherwise like
     * {@link #forEachBlock}. Returns the offset to go on with, or -1 after the last block.
     */
    public long forEachBlock(long from, int blocksMax, BlockConsumer consumer) {
        SlabClass.Batch batch = new SlabClass.Batch();
        long at = from;
        for (int blocks = 0; at < region.bytes() && blocks < blocksMax; ) {
            Slab slab = map.get(at);
            if (slab == null) {
                at += PageRuns.PAGE_BYTES;
            } else {
                blocks += visit(slab, batch, consumer);
                at = slab.end();
            }
        }
        return at < region.bytes() ? at : -1;
    }

    /**
     * Visits the blocks of slabs that are no fuller than a share (0 to 1) and whose blocks would find room in other
     * slabs. When every such block is moved to a newly allocated block and freed, the slab's pages become free.
     * Classes that waste most, and in them the emptiest slabs, come first. Stops after the slab in which
     * {@code blocksMax} is reached; returns the number of visited blocks. May miss and repeat blocks as
     * {@link #forEachBlock} does.
     */
    public int sparseSlabs(double utilisationMax, int blocksMax, BlockConsumer consumer) {
        SlabClass.Batch batch = new SlabClass.Batch();
        Set<Slab> visited = new HashSet<>();
        int blocks = 0;
        for (SlabClass each : mostWastefulFirst()) {
            for (Slab slab; blocks < blocksMax && (slab = each.sparse(utilisationMax, visited)) != null; ) {
                blocks += visit(slab, batch, consumer);
            }
        }
        return blocks;
    }

    /** The blocks handed out and the memory taken for them, over all classes. */
    public AllocatorStats stats() {
        long blocks = 0;
        long bytes = 0;
        long slabBytes = 0;
        for (SlabClass each : classes) {
            AllocatorStats stats = each.stats();
            blocks += stats.allocatedBlocks();
            bytes += stats.allocatedBytes();
            slabBytes += stats.slabBytes();
        }
        return new AllocatorStats(blocks, bytes, slabBytes, slabBytes - bytes);
    }

    private List<SlabClass> mostWastefulFirst() {
        record Waste(SlabClass slabs, long bytes) {}

        return Arrays.stream(classes)
                .map(each -> new Waste(each, each.stats().freeBytes()))
                .filter(waste -> waste.bytes > 0)
                .sorted(Comparator.comparingLong(Waste::bytes).reversed())
                .map(Waste::slabs)
                .toList();
    }

    private int visit(Slab slab, SlabClass.Batch batch, BlockConsumer consumer) {
        int blocks = 0;
        int index = 0;
        while (index >= 0) {
            index = classes[slab.sizeClass].blocks(slab, index, batch);
            for (int i = 0; i < batch.count; i++) {
                consumer.accept(batch.offsets[i], slab.sizeClass);
            }
            blocks += batch.count;
        }
        return blocks;
    }
}
