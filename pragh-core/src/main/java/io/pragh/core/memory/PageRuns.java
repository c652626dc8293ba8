package io.pragh.core.memory;

import io.pragh.core.base.Invariant;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.WordList;
import java.util.Arrays;

/**
 * Allocates runs of 4 KiB pages in a {@link Region}, which grows by a segment when no free run is long enough. The
 * region's first page is kept for the partition header. Only this object may grow the region. Any thread (one lock).
 */
/*
 * Boundary tags on the heap, three ints per page, so that no corruption of the region's bytes can damage them:
 *
 *   head[first page of a run]   +pages: free, -pages: handed out; 0 on every other page
 *   next, previous[first page]  neighbours in the list of free runs of similar length
 *   next[last page]             first page of a free run of two pages or more
 *
 * next[last page] may be stale; it is believed only when head of the page it names agrees. Free runs up to EXACT
 * pages are listed by length, longer ones in eight lists per doubling. A list of longer runs is searched for the best
 * fit among its first SEARCHED entries: the exact best fit for the lengths that slabs and extents ask for, and a run
 * within an eighth of it for longer ones.
 */
public final class PageRuns {
    /** Bytes of a page. */
    public static final int PAGE_BYTES = 4096;

    private static final int PAGE_SHIFT = 12;
    private static final int NONE = -1;
    private static final int EXACT = 64;
    private static final int STEPS_SHIFT = 3;
    private static final int LISTS = EXACT + (1 << STEPS_SHIFT) * 13;
    private static final int SEARCHED = 32;
    private static final int RESERVE_SHIFT = 6;

    private final Region region;
    private final int segmentPages;
    private final IdlePages idle;
    private final int[] lists = new int[LISTS];
    private final long[] filled = new long[(LISTS + 63) / 64];
    private int[] head = new int[0];
    private int[] next = new int[0];
    private int[] previous = new int[0];
    private int pageCount;
    private int freePages;
    private boolean refused;

    /** The runs of a copied region, from the {@link #describe} of the original. */
    public PageRuns(Region region, WordList description) {
        this.region = region;
        this.segmentPages = region.segmentBytes() >> PAGE_SHIFT;
        this.idle = new IdlePages(region);
        Arrays.fill(lists, NONE);
        int existing = (int) (region.bytes() >>> PAGE_SHIFT);
        head = new int[existing];
        next = new int[existing];
        previous = new int[existing];
        pageCount = existing;
        Invariant.check(description.next() == existing, "a copy has the pages of its original", existing);
        for (int first = 0; first < existing; ) {
            int run = (int) description.next();
            int pages = Math.abs(run);
            Invariant.check(pages > 0 && pages <= existing - first, "a run lies in its region", run);
            if (run > 0) {
                list(first, pages);
                freePages += pages;
            } else {
                head[first] = run;
            }
            first += pages;
        }
    }

    /** Writes down which runs are free and which are handed out. */
    public synchronized void describe(WordList description) {
        description.add(pageCount);
        for (int first = 0; first < pageCount; first += Math.abs(head[first])) {
            description.add(head[first]);
        }
    }

    /** Calls a visitor with every run that is handed out. */
    public synchronized void forEachUsed(RunVisitor visitor) {
        for (int first = 0; first < pageCount; first += Math.abs(head[first])) {
            if (head[first] < 0) {
                visitor.run((long) first << PAGE_SHIFT, -head[first]);
            }
        }
    }

    /** Receives runs. */
    @FunctionalInterface
    public interface RunVisitor {
        /** Receives a run of {@code pages} pages from a byte offset on, within one segment. */
        void run(long offset, int pages);
    }

    /**
     * Takes over a region: every byte but the first page is free.
     *
     * @throws PraghException when there is no memory for its first segment
     */
    public PageRuns(Region region) {
        this.region = region;
        this.segmentPages = region.segmentBytes() >> PAGE_SHIFT;
        this.idle = new IdlePages(region);
        Arrays.fill(lists, NONE);
        int existing = (int) (region.bytes() >>> PAGE_SHIFT);
        if (existing == 0) {
            if (region.grow() < 0) {
                throw new PraghException(
                        "there is no memory for a partition; give the process more (-XX:MaxDirectMemorySize, or -Xmx where that"
                                + " is not said), or open the graph with smaller segments (pragh.segmentBytes) or fewer"
                                + " partitions: segmentBytes=" + region.segmentBytes());
            }
            existing = segmentPages;
        }
        while (pageCount < existing) {
            addSegment();
        }
        int header = take(0, 1);
        Invariant.check(header == 0, "the first page belongs to the partition header");
    }

    /**
     * Hands out a run within one segment: its byte offset, or -1 when the region can grow no further. The contents
     * are undefined. A 64th of all pages is left to {@link #allocateOfReserve}.
     */
    public synchronized long allocate(int pages) {
        return allocate(pages, RESERVE_SHIFT);
    }

    /** The same, down to the last page, for allocations that lead to the freeing of memory. */
    public synchronized long allocateOfReserve(int pages) {
        return allocate(pages, Integer.SIZE - 1);
    }

    private long allocate(int pages, int reserveShift) {
        Invariant.check(pages > 0, "a run has pages");
        if (pages > segmentPages) {
            return -1;
        }
        int first = bestFit(pages);
        while (first == NONE || freePages - pages < pageCount >> reserveShift) {
            long grown = region.grow();
            if (grown < 0) {
                refused = true;
                return -1;
            }
            Invariant.check(grown == (long) pageCount << PAGE_SHIFT, "only the page allocator grows a region", grown);
            int added = addSegment();
            first = first == NONE ? added : first;
        }
        return (long) take(first, pages) << PAGE_SHIFT;
    }

    /** Takes back a whole run. Fails as an invariant when no such run is handed out. */
    public synchronized void free(long offset, int pages) {
        int first = (int) (offset >>> PAGE_SHIFT);
        Invariant.check(
                offset > 0 && (offset & PAGE_BYTES - 1) == 0 && offset >>> PAGE_SHIFT < pageCount,
                "a run to free lies on a page of this region",
                offset);
        Invariant.check(pages > 0 && head[first] == -pages, "a run to free was handed out with this length", offset);
        int start = first;
        int length = pages;
        int after = first + pages;
        if (after % segmentPages != 0 && head[after] > 0) {
            length += head[after];
            unlist(after);
        }
        int before = freeRunBefore(first);
        if (before != NONE) {
            length += head[before];
            head[first] = 0;
            unlist(before);
            start = before;
        }
        list(start, length);
        freePages += pages;
    }

    /** Bytes that exist in the region and are free. */
    public synchronized long freeBytes() {
        return (long) freePages << PAGE_SHIFT;
    }

    /** Bytes handed out, including the first page. */
    public synchronized long usedBytes() {
        return (long) (pageCount - freePages) << PAGE_SHIFT;
    }

    /** Whether an allocation has failed since the last call of this method. */
    public synchronized boolean takeRefused() {
        boolean was = refused;
        refused = false;
        return was;
    }

    /**
     * Begins a round: pages that are free now, and were free at the last call, may be returned to the system. Costs a
     * look at every run.
     */
    public synchronized void beginIdleRound() {
        if (!region.givesBack()) {
            return;
        }
        idle.beginRound();
        for (int first = 0; first < pageCount; first += Math.abs(head[first])) {
            if (head[first] > 0) {
                idle.free(first, head[first]);
            }
        }
    }

    /**
     * Returns idle pages to the system, at most {@code bytesMax} bytes, and returns their size in bytes; 0 when there
     * are none. They stay free, and read as zeros. Costs a system call, during which no run can be allocated.
     */
    public synchronized int giveBackIdle(int bytesMax) {
        return idle.giveBack(bytesMax >> PAGE_SHIFT);
    }

    /** Bytes returned to the system so far. */
    public synchronized long returnedBytes() {
        return idle.returnedBytes();
    }

    /** Bytes that were returned to the system and handed out again. */
    public synchronized long takenAgainBytes() {
        return idle.takenAgainBytes();
    }

    private int addSegment() {
        int first = pageCount;
        pageCount += segmentPages;
        if (head.length < pageCount) {
            int capacity = Math.max(pageCount, head.length * 2);
            head = Arrays.copyOf(head, capacity);
            next = Arrays.copyOf(next, capacity);
            previous = Arrays.copyOf(previous, capacity);
        }
        freePages += segmentPages;
        list(first, segmentPages);
        return first;
    }

    /** Cuts a run from the front of a free one. */
    private int take(int first, int pages) {
        int rest = head[first] - pages;
        unlist(first);
        head[first] = -pages;
        if (rest > 0) {
            list(first + pages, rest);
        }
        freePages -= pages;
        idle.taken(first, pages);
        return first;
    }

    private int bestFit(int pages) {
        for (int list = nextFilled(listOf(pages)); list != NONE; list = nextFilled(list + 1)) {
            int best = NONE;
            int seen = 0;
            for (int run = lists[list]; run != NONE && seen < SEARCHED; run = next[run], seen++) {
                if (head[run] >= pages && (best == NONE || head[run] < head[best])) {
                    best = run;
                }
            }
            if (best != NONE) {
                return best;
            }
        }
        return NONE;
    }

    private int freeRunBefore(int first) {
        if (first % segmentPages == 0) {
            return NONE;
        }
        int last = first - 1;
        if (head[last] != 0) {
            return head[last] == 1 ? last : NONE;
        }
        int start = next[last];
        return start >= 0 && start < last && head[start] > 0 && start + head[start] == first ? start : NONE;
    }

    private void list(int first, int pages) {
        int list = listOf(pages);
        int old = lists[list];
        head[first] = pages;
        next[first] = old;
        previous[first] = NONE;
        if (old != NONE) {
            previous[old] = first;
        }
        lists[list] = first;
        filled[list >>> 6] |= 1L << list;
        if (pages > 1) {
            head[first + pages - 1] = 0;
            next[first + pages - 1] = first;
        }
    }

    private void unlist(int first) {
        int list = listOf(head[first]);
        int after = next[first];
        int before = previous[first];
        if (after != NONE) {
            previous[after] = before;
        }
        if (before != NONE) {
            next[before] = after;
        } else {
            lists[list] = after;
            if (after == NONE) {
                filled[list >>> 6] &= ~(1L << list);
            }
        }
        head[first] = 0;
    }

    private int nextFilled(int from) {
        for (int word = from >>> 6; word < filled.length; word++) {
            long bits = word == from >>> 6 ? filled[word] & -1L << from : filled[word];
            if (bits != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        return NONE;
    }

    private static int listOf(int pages) {
        if (pages <= EXACT) {
            return pages - 1;
        }
        int shift = 31 - Integer.numberOfLeadingZeros(pages) - STEPS_SHIFT;
        return EXACT + (shift - 3 << STEPS_SHIFT) + (pages >>> shift) - (1 << STEPS_SHIFT);
    }
}
