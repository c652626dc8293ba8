package io.pragh.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import io.pragh.core.store.reclaim.ReaderPins;
import org.junit.jupiter.api.Test;

class RestingPagesTest {
    private static final long REST = 1000;

    private final PageRuns pages = new PageRuns(Region.direct(1 << 16, 4));
    private final RestingPages resting = new RestingPages(pages, new ReaderPins(), REST);

    @Test
    void pagesRestFromTheFirstLookAfterTheyWereRetired() {
        long before = pages.usedBytes();
        long run = pages.allocate(3);
        long used = pages.usedBytes();
        resting.run(50);
        resting.retire(run, 3);
        resting.run(100);
        resting.run(100 + REST - 1);
        assertEquals(used, pages.usedBytes());
        resting.run(100 + REST);
        assertEquals(before, pages.usedBytes());
        resting.run(100 + 5 * REST);
        assertEquals(before, pages.usedBytes(), "freed once");
    }

    @Test
    void everyRunHasItsOwnTime() {
        long before = pages.usedBytes();
        long first = pages.allocate(1);
        long second = pages.allocate(2);
        resting.retire(first, 1);
        long origin = Long.MAX_VALUE - 10; // clocks may have any origin, and may pass the largest number
        resting.run(origin);
        resting.retire(second, 2);
        resting.run(origin + REST / 2);
        resting.run(origin + REST);
        assertEquals(before + 2 * PageRuns.PAGE_BYTES, pages.usedBytes());
        resting.run(origin + REST / 2 + REST);
        assertEquals(before, pages.usedBytes());
    }
}
