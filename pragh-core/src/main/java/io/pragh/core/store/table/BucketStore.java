package io.pragh.core.store.table;

import io.pragh.core.base.Invariant;
import io.pragh.core.base.WordList;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The home's side of one {@link BucketArray}: its memory, its overflow buckets, and the assignment of slots to keys.
 * One writer at a time (the table's lock), beside any number of readers.
 */
/*
 * A full bucket links to an overflow bucket. The buckets of a group share theirs: the overflow buckets of a group
 * form one list, each new one is appended to its end, and a main bucket links to the newest one at the time when it
 * first needs one. So every chain leads from older to newer buckets and ends. Since a reader compares whole keys,
 * keys of neighbouring buckets in its chain do not disturb it.
 *
 * Order: a bucket is initialized before a link names it (release); a slot's address is written before its key
 * (release).
 */
final class BucketStore {
    private static final int EXTENT_PAGES_SHIFT = 8;
    private static final int OVERFLOW_PAGES_MAX = 64;

    private final Region region;
    private final PageRuns pages;
    private final BucketArray array;
    private long opened;
    private long[] overflowRuns = new long[4];
    private int overflowRunCount;
    private long overflowNext;
    private long overflowEnd;
    private final int overflowPages;

    private BucketStore(Region region, PageRuns pages, BucketArray array) {
        this.region = region;
        this.pages = pages;
        this.array = array;
        this.overflowPages =
                (int) Math.max(1, Math.min(Math.min(OVERFLOW_PAGES_MAX, segmentPages(region)), array.groups() / 64));
    }

    /** Allocates memory for {@code groups} groups, none of which is open yet; null when there is none. */
    static @Nullable BucketStore allocate(Region region, PageRuns pages, long groups) {
        int shift = EXTENT_PAGES_SHIFT;
        while (groups + (1L << shift) - 1 >>> shift > TableGeometry.EXTENTS_MAX) {
            shift++;
        }
        shift = Math.min(shift, Integer.numberOfTrailingZeros(segmentPages(region)));
        long count = groups + (1L << shift) - 1 >>> shift;
        if (count > TableGeometry.EXTENTS_MAX) {
            return null;
        }
        long[] extents = new long[(int) count];
        BucketArray array = new BucketArray(groups, shift, extents);
        for (int i = 0; i < extents.length; i++) {
            extents[i] = pages.allocate(array.extentPages(i));
            if (extents[i] < 0) {
                while (--i >= 0) {
                    pages.free(extents[i], array.extentPages(i));
                }
                return null;
            }
        }
        return new BucketStore(region, pages, array);
    }

    /** The buckets of a table that was copied, from the {@link #describe} of the original; all groups are open. */
    static BucketStore described(Region region, PageRuns pages, BucketArray array, WordList description) {
        BucketStore store = new BucketStore(region, pages, array);
        store.opened = array.groups();
        store.overflowRunCount = description.next(Integer.MAX_VALUE);
        store.overflowRuns = new long[Math.max(4, store.overflowRunCount)];
        for (int i = 0; i < store.overflowRunCount; i++) {
            store.overflowRuns[i] = description.next();
        }
        store.overflowNext = description.next();
        store.overflowEnd = description.next();
        return store;
    }

    /** Writes down where the overflow buckets lie. */
    void describe(WordList description) {
        description.add(overflowRunCount);
        for (int i = 0; i < overflowRunCount; i++) {
            description.add(overflowRuns[i]);
        }
        description.add(overflowNext).add(overflowEnd);
    }

    private static int segmentPages(Region region) {
        return region.segmentBytes() / PageRuns.PAGE_BYTES;
    }

    BucketArray array() {
        return array;
    }

    /** Bytes of main and overflow buckets. */
    long bytes() {
        return array.groups() * BucketArray.GROUP_BYTES + (long) overflowRunCount * overflowPages * PageRuns.PAGE_BYTES;
    }

    /** Initializes empty buckets in all groups up to this one. */
    void openThrough(long group) {
        long last = Math.min(group, array.groups() - 1);
        for (; opened <= last; opened++) {
            long page = array.groupOffset(opened);
            for (int i = 0; i < BucketArray.GROUP_BUCKETS; i++) {
                draw(page + (long) i * Bucket.BYTES);
            }
        }
    }

    /**
     * Offset of the key's address word: either a new slot that holds {@code address}, or the existing one; 0 when
     * there is no memory.
     */
    long findOrInsert(long key, long fraction, long address) {
        long main = array.bucketOffset(key, fraction);
        long bucket = main;
        while (true) {
            long slot = probe(bucket, key);
            if (slot != 0) {
                if (region.getLong(slot) == 0) {
                    region.setLong(slot + Bucket.ADDRESS_OFFSET, address);
                    region.setLongRelease(slot, key);
                }
                return slot + Bucket.ADDRESS_OFFSET;
            }
            long link = region.getLong(bucket + Bucket.LINK_OFFSET);
            bucket = link != 0 ? link : extend(main, bucket, key);
            if (bucket == 0) {
                return 0;
            }
        }
    }

    /** Offset of the key's address word, or 0 when it has none here. */
    long find(long key, long fraction) {
        for (long bucket = array.bucketOffset(key, fraction);
                bucket != 0;
                bucket = region.getLong(bucket + Bucket.LINK_OFFSET)) {
            long slot = probe(bucket, key);
            if (slot != 0) {
                return region.getLong(slot) == key ? slot + Bucket.ADDRESS_OFFSET : 0;
            }
        }
        return 0;
    }

    void retire(RunRetirer retirer) {
        for (int i = 0; i < array.extentCount(); i++) {
            retirer.retire(array.extent(i), array.extentPages(i));
        }
        for (int i = 0; i < overflowRunCount; i++) {
            retirer.retire(overflowRuns[i], overflowPages);
        }
    }

    /** The slot that holds a key, or the first empty one of its search; 0 when other keys fill the bucket. */
    private long probe(long bucket, long key) {
        int line = Bucket.firstLine(key);
        for (int tried = 0; tried < Bucket.LINES; tried++) {
            long slot = bucket + (long) line * Bucket.LINE_BYTES;
            for (long end = slot + Bucket.LINE_BYTES; slot < end; slot += Bucket.SLOT_BYTES) {
                long found = region.getLong(slot);
                if (found == key || found == 0) {
                    return slot;
                }
            }
            line = line + 1 & Bucket.LINES - 1;
        }
        return 0;
    }

    /** Appends a bucket with room for the key to a chain. */
    private long extend(long main, long last, long key) {
        long newest = newestOverflow(main & -BucketArray.GROUP_BYTES);
        long successor = newest;
        if (newest == 0 || probe(newest, key) == 0) {
            successor = newOverflow();
            if (successor == 0) {
                return 0;
            }
            if (newest != 0) {
                region.setLongRelease(newest + Bucket.LINK_OFFSET, successor);
            }
        }
        if (last != newest) {
            region.setLongRelease(last + Bucket.LINK_OFFSET, successor);
        }
        return successor;
    }

    private long newestOverflow(long page) {
        long overflow = 0;
        for (int i = 0; i < BucketArray.GROUP_BUCKETS && overflow == 0; i++) {
            overflow = region.getLong(page + (long) i * Bucket.BYTES + Bucket.LINK_OFFSET);
        }
        if (overflow == 0) {
            return 0;
        }
        for (long after = overflow; after != 0; after = region.getLong(after + Bucket.LINK_OFFSET)) {
            overflow = after;
        }
        return overflow;
    }

    private long newOverflow() {
        if (overflowNext == overflowEnd) {
            long run = pages.allocate(overflowPages);
            if (run < 0) {
                return 0;
            }
            if (overflowRunCount == overflowRuns.length) {
                overflowRuns = Arrays.copyOf(overflowRuns, overflowRunCount * 2);
            }
            overflowRuns[overflowRunCount++] = run;
            overflowNext = run;
            overflowEnd = run + (long) overflowPages * PageRuns.PAGE_BYTES;
        }
        long bucket = overflowNext;
        overflowNext += Bucket.BYTES;
        draw(bucket);
        return bucket;
    }

    private void draw(long bucket) {
        Invariant.check(bucket % Bucket.BYTES == 0, "a bucket begins at a cache line", bucket);
        region.clear(bucket, Bucket.BYTES);
        region.setLong(bucket + Bucket.MARK_OFFSET, Bucket.OPEN);
    }
}
