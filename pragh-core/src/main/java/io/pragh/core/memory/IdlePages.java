package io.pragh.core.memory;

import java.util.BitSet;

/**
 * Which free pages nobody has used for a while, and which of them have gone back to the system. One thread at a time (the lock of its
 * {@link PageRuns}).
 */
// Pages that are free when a round begins are idle, and due when the next one begins and nobody has taken them: so a
// page goes back at most once in two rounds, however busy the store is.
final class IdlePages {
    /** So many pages next to each other go back, or none: a call of the system costs as much as some of them. */
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

    /** What was idle is due. */
    void beginRound() {
        due.clear();
        due.or(idle);
        idle.clear();
    }

    /** Pages are free while a round begins. */
    void free(int first, int pages) {
        int end = first + pages;
        for (int from = returned.nextClearBit(first); from < end; ) {
            int next = returned.nextSetBit(from);
            int to = next < 0 ? end : Math.min(next, end);
            idle.set(from, to);
            from = returned.nextClearBit(to);
        }
    }

    /** Gives some of the pages that are due back, not more than so many; the bytes of them, 0 when none is due or they are too few. */
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

    /** Bytes that have gone back so far. */
    long returnedBytes() {
        return returnedBytes;
    }

    /** Bytes of pages that had gone back and were used again. */
    long takenAgainBytes() {
        return takenAgain * PageRuns.PAGE_BYTES;
    }
}
