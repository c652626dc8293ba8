package io.pragh.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that free pages return to the system when they have been unused for a while. */
class ReturnedPagesTest {
    private static final int PAGE = PageRuns.PAGE_BYTES;
    private static final int SEGMENT_PAGES = 256;
    private static final int ALL = Integer.MAX_VALUE;

    private final Region region = Region.direct(SEGMENT_PAGES * PAGE, 4);
    private final PageRuns pages = new PageRuns(region);

    @BeforeEach
    void systemTakesMemoryBack() {
        assumeTrue(SystemMemory.isAsked());
    }

    private long written(int count) {
        long run = pages.allocateOfReserve(count);
        for (int i = 0; i < count * PAGE; i += Long.BYTES) {
            region.setLong(run + i, -1);
        }
        return run;
    }

    private long giveBackAll() {
        long all = 0;
        for (int given = 1; given > 0; all += given) {
            given = pages.giveBackIdle(ALL);
        }
        return all;
    }

    @Test
    void aPageGoesBackWhenItWasFreeForAWholeRound() {
        long run = written(100);
        long kept = written(10);
        pages.free(run, 100);
        assertEquals(0, giveBackAll(), "no round has begun");
        pages.beginIdleRound();
        assertEquals(0, giveBackAll(), "it is free for a moment only");
        pages.beginIdleRound();
        long given = giveBackAll();
        long free = pages.freeBytes();
        assertTrue(given <= free && given >= free - 4 * PAGE, given + " of " + free);
        assertEquals(given, pages.returnedBytes());
        assertEquals(0, region.getLong(run + 50 * PAGE), "zero is no state of a value but FREE");
        for (int i = 0; i < 10 * PAGE; i += Long.BYTES) {
            assertEquals(-1, region.getLong(kept + i), "what is in use stays");
        }
        pages.beginIdleRound();
        pages.beginIdleRound();
        assertEquals(0, giveBackAll(), "it has gone already");
    }

    @Test
    void whatComesAndGoesAllTheTimeStays() {
        long rest = pages.allocateOfReserve(SEGMENT_PAGES - 1 - 64);
        assertTrue(rest > 0);
        for (int i = 0; i < 10; i++) {
            pages.beginIdleRound();
            long run = written(64);
            assertEquals(0, giveBackAll());
            pages.free(run, 64);
        }
        assertEquals(0, pages.returnedBytes());
        assertEquals(0, pages.takenAgainBytes());
    }

    /** The pages are taken after the first round that found them free, or after the second one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatIsInUseAgainStaysAsItIs(int rounds) {
        pages.free(written(SEGMENT_PAGES - 1), SEGMENT_PAGES - 1);
        for (int i = 0; i < rounds; i++) {
            pages.beginIdleRound();
        }
        long run = written(SEGMENT_PAGES - 1);
        if (rounds == 1) {
            pages.beginIdleRound();
        }
        assertEquals(0, giveBackAll());
        for (int i = 0; i < (SEGMENT_PAGES - 1) * PAGE; i += Long.BYTES) {
            assertEquals(-1, region.getLong(run + i));
        }
    }

    @Test
    void whatWasTakenAgainIsCountedAndGoesBackAgain() {
        long run = written(SEGMENT_PAGES - 1);
        pages.free(run, SEGMENT_PAGES - 1);
        pages.beginIdleRound();
        pages.beginIdleRound();
        long first = giveBackAll();
        assertTrue(first > 0);
        long half = written(128);
        assertEquals(128L * PAGE, pages.takenAgainBytes());
        assertEquals(-1, region.getLong(half + 127 * PAGE));
        pages.free(half, 128);
        pages.beginIdleRound();
        pages.beginIdleRound();
        long second = giveBackAll();
        assertTrue(second >= 126L * PAGE && second <= 128L * PAGE, "only what was taken: " + second);
    }

    @Test
    void eachCallHasItsBoundAndShortRunsStay() {
        long a = written(40);
        long b = written(1);
        long c = written(IdlePages.RUN_MIN - 1);
        long d = written(SEGMENT_PAGES - 1 - 40 - 1 - IdlePages.RUN_MIN + 1);
        assertTrue(b > 0 && d > 0);
        pages.free(a, 40);
        pages.free(c, IdlePages.RUN_MIN - 1);
        pages.beginIdleRound();
        pages.beginIdleRound();
        assertEquals(0, pages.giveBackIdle(4 * PAGE), "too few for a call, and all of them stay due");
        int first = pages.giveBackIdle(20 * PAGE);
        assertTrue(first > 0 && first <= 20 * PAGE, "bytes " + first);
        assertTrue(giveBackAll() <= 20 * PAGE);
        assertEquals(-1, region.getLong(c), "a run that is too short");
        assertEquals(0, region.getLong(a + 30 * PAGE));
    }

    @Test
    void memoryThatOthersMapAsWellStays() {
        Region shared = new Region(SEGMENT_PAGES * PAGE, 1, bytes -> java.nio.ByteBuffer.allocateDirect(bytes));
        PageRuns ofShared = new PageRuns(shared);
        shared.setLong(100 * PAGE, -1);
        ofShared.beginIdleRound();
        ofShared.beginIdleRound();
        assertEquals(0, ofShared.giveBackIdle(ALL));
        assertEquals(-1, shared.getLong(100 * PAGE));
    }
}
