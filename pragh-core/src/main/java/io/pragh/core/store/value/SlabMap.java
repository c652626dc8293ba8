package io.pragh.core.store.value;

import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Maps pages to slabs: an array per segment. Any thread; pages of one slab are entered and removed by one thread. */
/*
 * Look-ups take no lock. A thread that frees a block has received it, through some synchronization, from the thread
 * that allocated it and that entered the slab before. A sweep may see an entry late, or still see a removed one, and
 * asks the slab. A slab's fields are final.
 */
final class SlabMap {
    private final Region region;
    private final int segmentPages;
    private volatile @Nullable Slab[][] segments = new Slab[0][];

    SlabMap(Region region) {
        this.region = region;
        this.segmentPages = region.segmentBytes() / PageRuns.PAGE_BYTES;
    }

    /** The slab over an offset; null for a page without one, and outside of the region. */
    @Nullable
    Slab get(long offset) {
        long page = offset >>> 12;
        long segment = page / segmentPages;
        @Nullable Slab[][] all = segments;
        if (segment >= all.length) {
            return null;
        }
        @Nullable Slab[] slabs = all[(int) segment];
        return slabs == null ? null : slabs[(int) (page % segmentPages)];
    }

    void put(Slab slab) {
        fill(slab, slab);
    }

    void remove(Slab slab) {
        fill(slab, null);
    }

    private void fill(Slab slab, @Nullable Slab entry) {
        long page = slab.offset >>> 12;
        @Nullable Slab[] slabs = segment((int) (page / segmentPages));
        int first = (int) (page % segmentPages);
        Arrays.fill(slabs, first, first + slab.pages, entry);
    }

    private synchronized @Nullable Slab[] segment(int segment) {
        @Nullable Slab[][] all = segments;
        if (segment >= all.length || all[segment] == null) {
            all = Arrays.copyOf(all, Math.max(all.length, (int) (region.bytes() / region.segmentBytes())));
            all[segment] = new Slab[segmentPages];
            segments = all;
        }
        @Nullable Slab[] slabs = all[segment];
        assert slabs != null;
        return slabs;
    }
}
