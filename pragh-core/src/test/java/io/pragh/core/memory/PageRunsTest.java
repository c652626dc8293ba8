package io.pragh.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import org.junit.jupiter.api.Test;

class PageRunsTest {
    private static final int PAGE = PageRuns.PAGE_BYTES;
    private static final int SEGMENT_PAGES = 16;

    private final Region region = Region.direct(SEGMENT_PAGES * PAGE, 3);
    private final PageRuns pages = new PageRuns(region);

    @Test
    void theFirstPageIsNeverHandedOut() {
        assertEquals(PAGE, pages.usedBytes());
        assertEquals((SEGMENT_PAGES - 1L) * PAGE, pages.freeBytes());
        assertEquals(PAGE, pages.allocate(SEGMENT_PAGES - 1));
        assertThrows(AssertionError.class, () -> pages.free(0, 1));
    }

    @Test
    void theRegionGrowsWhenNothingFitsAndEndsWithMinusOne() {
        assertEquals((long) SEGMENT_PAGES * PAGE, pages.allocate(SEGMENT_PAGES));
        assertEquals(2L * SEGMENT_PAGES * PAGE, pages.allocate(SEGMENT_PAGES));
        assertEquals(-1, pages.allocate(SEGMENT_PAGES));
        assertEquals(PAGE, pages.allocate(SEGMENT_PAGES - 1), "what is free is still handed out");
        assertEquals(-1, pages.allocate(1));
    }

    @Test
    void aPartitionWithoutMemorySaysWhatToDo() {
        Region none = new Region(SEGMENT_PAGES * PAGE, 3, bytes -> {
            throw new OutOfMemoryError("as direct memory does");
        });
        String said =
                assertThrows(PraghException.class, () -> new PageRuns(none)).getMessage();
        assertTrue(said.contains("-XX:MaxDirectMemorySize") && said.contains("segmentBytes=65536"), said);
    }

    @Test
    void aRunLongerThanASegmentDoesNotExist() {
        assertEquals(-1, pages.allocate(SEGMENT_PAGES + 1));
        assertEquals((long) SEGMENT_PAGES * PAGE, region.bytes(), "and the region did not grow for it");
    }

    @Test
    void theShortestRunThatFitsIsTaken() {
        long five = pages.allocate(5);
        pages.allocate(1);
        long three = pages.allocate(3);
        pages.allocate(1);
        pages.free(five, 5);
        pages.free(three, 3);

        assertEquals(three, pages.allocate(3));
        assertEquals(five, pages.allocate(4));
    }

    @Test
    void neighboursMergeButNotAcrossSegments() {
        long first = pages.allocate(SEGMENT_PAGES - 1);
        long second = pages.allocate(SEGMENT_PAGES);
        pages.free(first, SEGMENT_PAGES - 1);
        pages.free(second, SEGMENT_PAGES);

        long a = pages.allocate(4);
        long b = pages.allocate(4);
        long c = pages.allocate(4);
        pages.free(a, 4);
        pages.free(c, 4);
        pages.free(b, 4);

        assertEquals(second, pages.allocate(SEGMENT_PAGES));
        assertEquals(first, pages.allocate(SEGMENT_PAGES - 1));
        assertEquals(2L * SEGMENT_PAGES * PAGE, region.bytes());
    }

    @Test
    void whatWasNotHandedOutCannotBeFreed() {
        long run = pages.allocate(4);
        pages.allocate(1);

        assertThrows(AssertionError.class, () -> pages.free(run, 3), "wrong length");
        assertThrows(AssertionError.class, () -> pages.free(run + PAGE, 3), "inside a run");
        assertThrows(AssertionError.class, () -> pages.free(run + 8, 4), "not a page");
        assertThrows(AssertionError.class, () -> pages.free(run + 6L * PAGE, 1), "free");
        assertThrows(AssertionError.class, () -> pages.free(1L << 40, 1), "outside");
        assertThrows(AssertionError.class, () -> pages.free(-PAGE, 1), "outside");
        pages.free(run, 4);
        assertThrows(AssertionError.class, () -> pages.free(run, 4), "twice");
        assertTrue(pages.allocate(4) > 0);
    }
}
