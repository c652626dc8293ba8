package io.pragh.core.store.value;

import io.pragh.core.address.SizeClass;
import io.pragh.core.base.Invariant;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.Arrays;
import java.util.Set;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** All slabs of one size class; a slab of blocks from 32 KiB up has just one. Any thread (one lock per class). */
/*
 * Blocks come from one slab, the current one, until it is full. Then the fullest of the others becomes current, so
 * that sparse slabs drain. Slabs with free blocks lie in LISTS lists by how full they are; the current slab and full
 * ones lie in none. An empty slab goes back to the page allocator, except for one small spare, so that a single block
 * that comes and goes costs no pages.
 *
 * The tail of a slab, where no block fits, is at most a 32nd of it, or an eighth of a class's first slab. A new slab
 * takes a quarter of the pages that the class already has: small partitions waste little, large ones need few slabs.
 */
final class SlabClass {
    private static final int LISTS = 8;
    private static final int NO_LIST = -1;
    private static final int SLAB_PAGES_MAX = 256;
    private static final int SPARE_PAGES_MAX = 2;
    private static final int SPARE_SHARE_MAX = 16;
    private static final int SLAB_SHARE = 64;
    private static final int FIRST_TAIL_SHARE = 8;
    private static final int TAIL_SHARE = 32;
    private static final int SINGLE_BYTES_MIN = 32 << 10;
    private static final int[] FIRST_PAGES = pagesOfClasses(FIRST_TAIL_SHARE);
    private static final int[] UNIT_PAGES = pagesOfClasses(TAIL_SHARE);

    private final Region region;
    private final PageRuns pageRuns;
    private final SlabMap map;
    private final int sizeClass;
    private final int firstPages;
    private final int unitPages;
    private final int slabPagesMax;
    private final @Nullable Slab[] lists = new Slab[LISTS];
    private @Nullable Slab current;
    private @Nullable Slab spare;
    private long allocated;
    private long pages;

    SlabClass(Region region, PageRuns pageRuns, SlabMap map, int sizeClass) {
        this.region = region;
        this.pageRuns = pageRuns;
        this.map = map;
        this.sizeClass = sizeClass;
        int segmentPages = region.segmentBytes() / PageRuns.PAGE_BYTES;
        this.firstPages = Math.min(FIRST_PAGES[sizeClass], segmentPages);
        this.unitPages = Math.min(UNIT_PAGES[sizeClass], segmentPages);
        this.slabPagesMax = SizeClass.bytes(sizeClass) < SINGLE_BYTES_MIN ? Math.min(SLAB_PAGES_MAX, segmentPages) : 0;
    }

    private static int[] pagesOfClasses(int tailShare) {
        int[] pages = new int[SizeClass.COUNT];
        Arrays.setAll(pages, sizeClass -> pages(SizeClass.bytes(sizeClass), tailShare));
        return pages;
    }

    /**
     * The length of the shortest run whose tail, where no block fits, is at most a share of it (1 /
     * {@code tailShare}).
     */
    private static int pages(int blockBytes, int tailShare) {
        int pages = 1;
        while (pages * PageRuns.PAGE_BYTES < blockBytes
                || pages * PageRuns.PAGE_BYTES % blockBytes * tailShare > pages * PageRuns.PAGE_BYTES) {
            pages++;
        }
        return pages;
    }

    /** A block, or -1; pages come from {@code runs}, which has the contract of {@link PageRuns#allocate}. */
    synchronized long allocate(IntToLongFunction runs) {
        Slab slab = current;
        if (slab == null || slab.freeCount == 0) {
            slab = nextSlab(runs);
            current = slab;
            if (slab == null) {
                return -1;
            }
        }
        int index = slab.lowestFree();
        long block = slab.blockOffset(index);
        // Release: a thread that sees the block handed out sees it FREE until its header is written.
        region.setLongRelease(block + ValueHeader.STATE_OFFSET, StateWord.FREE);
        slab.take(index);
        allocated++;
        return block;
    }

    synchronized void free(Slab slab, long block) {
        Invariant.check(!slab.released, "a block to free lies in a slab", block);
        int index = slab.indexOf(block);
        Invariant.check(!slab.isFree(index), "a block to free was handed out", block);
        region.setLongRelease(block + ValueHeader.STATE_OFFSET, StateWord.FREE);
        slab.giveBack(index);
        allocated--;
        if (slab.freeCount == slab.capacity) {
            drop(slab);
        } else if (slab != current) {
            relist(slab);
        }
    }

    /** Gives back the pages of empty slabs that were kept. */
    synchronized void releaseEmpty() {
        Slab kept = spare;
        spare = null;
        if (kept != null) {
            release(kept);
        }
        Slab last = current;
        if (last != null && last.freeCount == last.capacity) {
            current = null;
            release(last);
        }
    }

    /** Adds a slab that was described; its pages are already handed out. */
    synchronized void add(Slab slab) {
        slab.list = NO_LIST;
        pages += slab.pages;
        allocated += slab.used();
        map.put(slab);
        if (slab.freeCount == slab.capacity) {
            dropOrKeep(slab);
        } else if (slab.freeCount > 0) {
            relist(slab);
        }
    }

    synchronized AllocatorStats stats() {
        long bytes = allocated * SizeClass.bytes(sizeClass);
        long held = pages * PageRuns.PAGE_BYTES;
        return new AllocatorStats(allocated, bytes, held, held - bytes);
    }

    /**
     * Copies the offsets of allocated blocks from an index on; returns the index to go on with, or -1 after the last
     * block.
     */
    synchronized int blocks(Slab slab, int fromIndex, Batch batch) {
        batch.count = 0;
        if (slab.released) {
            return -1;
        }
        int index = fromIndex;
        for (; index < slab.capacity && batch.count < batch.offsets.length; index++) {
            if (!slab.isFree(index)) {
                batch.offsets[batch.count++] = slab.blockOffset(index);
            }
        }
        return index < slab.capacity ? index : -1;
    }

    /**
     * The emptiest slab not visited yet that is no fuller than a share and whose blocks would find room in other
     * slabs.
     */
    synchronized @Nullable Slab sparse(double utilisationMax, Set<Slab> visited) {
        long freeBlocks = pages * PageRuns.PAGE_BYTES / SizeClass.bytes(sizeClass) - allocated;
        for (int list = 0; list < LISTS; list++) {
            for (Slab slab = lists[list]; slab != null; slab = slab.next) {
                if (slab.used() <= utilisationMax * slab.capacity
                        && slab.used() <= freeBlocks - slab.freeCount
                        && visited.add(slab)) {
                    return slab;
                }
            }
        }
        return null;
    }

    private @Nullable Slab nextSlab(IntToLongFunction runs) {
        for (int list = LISTS - 1; list >= 0; list--) {
            Slab slab = lists[list];
            if (slab != null) {
                unlist(slab);
                return slab;
            }
        }
        if (spare != null) {
            Slab slab = spare;
            spare = null;
            return slab;
        }
        return newSlab(runs);
    }

    private @Nullable Slab newSlab(IntToLongFunction runs) {
        if (SizeClass.bytes(sizeClass) > region.segmentBytes()) {
            return null;
        }
        long wished = Math.min(pages / SLAB_SHARE, slabPagesMax) / unitPages * unitPages;
        int run = pages == 0 ? firstPages : (int) Math.max(unitPages, wished);
        long offset = runs.applyAsLong(run);
        if (offset < 0 && run > firstPages) {
            run = firstPages;
            offset = runs.applyAsLong(run);
        }
        if (offset < 0) {
            return null;
        }
        Slab slab = new Slab(offset, run, sizeClass);
        slab.list = NO_LIST;
        pages += run;
        map.put(slab);
        return slab;
    }

    private void drop(Slab slab) {
        if (slab == current) {
            current = null;
        } else {
            unlist(slab);
        }
        dropOrKeep(slab);
    }

    private void dropOrKeep(Slab slab) {
        if (spare == null && (slab.pages <= SPARE_PAGES_MAX || slab.pages <= pages / SPARE_SHARE_MAX)) {
            spare = slab;
        } else {
            release(slab);
        }
    }

    private void release(Slab slab) {
        slab.released = true;
        pages -= slab.pages;
        map.remove(slab);
        pageRuns.free(slab.offset, slab.pages);
    }

    private void relist(Slab slab) {
        int list = (int) ((long) slab.used() * LISTS / slab.capacity);
        if (list != slab.list) {
            unlist(slab);
            Slab first = lists[list];
            slab.next = first;
            if (first != null) {
                first.previous = slab;
            }
            lists[list] = slab;
            slab.list = list;
        }
    }

    private void unlist(Slab slab) {
        if (slab.list == NO_LIST) {
            return;
        }
        Slab before = slab.previous;
        Slab after = slab.next;
        if (before == null) {
            lists[slab.list] = after;
        } else {
            before.next = after;
        }
        if (after != null) {
            after.previous = before;
        }
        slab.next = null;
        slab.previous = null;
        slab.list = NO_LIST;
    }

    /** Offsets of blocks, copied under the lock and visited without it. */
    static final class Batch {
        final long[] offsets = new long[512];
        int count;
    }
}
