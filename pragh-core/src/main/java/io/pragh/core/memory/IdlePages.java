package io.pragh.core.memory;

import java.util.BitSet;

/**
 * Tracks which free pages have been unused for a while, and which of them were returned to the operating system. One
 * thread at a time (the lock of its {@link PageRuns}).
 */
// Pages that are free when a round begins are idle. They are due when the next round begins, if they were not
// allocated meanwhile. So a page is returned at most once in two rounds, however busy the store is.
final class IdlePages {
    /** The smallest run of adjacent pages that is returned: a system call costs as much as returning some pages. */
    static final int RUN_MIN = 16;

    private final Region region;
    private final int segmentPages;
    private final BitSet idle = new BitSet();
    private final BitSet due = new BitSet();
    private final BitSet returned = new BitSet();
    private long returnedBytes;
    private long takenAgain;

    IdlePages(Region region) {
        this.region = region;
        this.segmentPages = region.segmentBytes() / PageRuns.PAGE_BYTES;
    }

    /** Pages are used from now on. */
    void taken(int first, int pages) {
        int end = first + pages;
        idle.clear(first, end);
        due.clear(first, end);
        int again = returned.nextSetBit(first);
        if (again >= 0 && again < end) {
            takenAgain += returned.get(first, end).cardinality();
            returned.clear(first, end);
        }
    }

    /** Begins a round: the pages that were idle are due. */
    void beginRound() {
        due.clear();
        due.or(idle);
        idle.clear();
    }

    /** Reports pages that are free while a round begins. */
    void free(int first, int pages) {
        int end = first + pages;
        for (int from = returned.nextClearBit(first); from < end; ) {
            int next = returned.nextSetBit(from);
            int to = next < 0 ? end : Math.min(next, end);
            idle.set(from, to);
            from = returned.nextClearBit(to);
        }
    }

    /**
     * Returns some of the due pages to the system, at most {@code pagesMax}. The result is their size in bytes; 0
     * when none is due or the runs are too short.
     */
    int giveBack(int pagesMax) {
        if (pagesMax < RUN_MIN) {
            return 0;
        }
        for (int first = due.nextSetBit(0); first >= 0; first = due.nextSetBit(first)) {
            int endOfSegment = (first / segmentPages + 1) * segmentPages;
            int end = Math.min(due.nextClearBit(first), endOfSegment);
            int pages = Math.min(end - first, pagesMax);
            due.clear(first, first + pages);
            if (pages >= RUN_MIN) {
                int bytes = region.giveBack((long) first * PageRuns.PAGE_BYTES, pages * PageRuns.PAGE_BYTES);
                if (bytes > 0) {
                    returned.set(first, first + pages);
                    returnedBytes += bytes;
                    return bytes;
                }
            }
        }
        return 0;
    }

    /** Bytes returned to the system so far. */
    long returnedBytes() {
        return returnedBytes;
    }

    /** Bytes of pages that were returned to the system and used again later. */
    long takenAgainBytes() {
        return takenAgain * PageRuns.PAGE_BYTES;
    }
}
