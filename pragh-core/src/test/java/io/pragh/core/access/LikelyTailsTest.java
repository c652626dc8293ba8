package io.pragh.core.access;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Checks when a READ that asks for the first bytes of a block fetches the whole block. */
class LikelyTailsTest {
    private static final int SMALL = 512;

    private final LikelyTails tails = new LikelyTails();

    @Test
    void blocksAreReadToTheirEndsWhileReadsWantWhatIsThere() {
        for (int i = 0; i < LikelyTails.LIKELY; i++) {
            assertFalse(tails.areLikely(SMALL), "read " + i);
            tails.seen(true);
        }
        assertTrue(tails.areLikely(SMALL));
        tails.seen(false);
        assertFalse(tails.areLikely(SMALL));
    }

    @Test
    void whatWasWantedLongAgoIsForgotten() {
        for (int i = 0; i < 100; i++) {
            tails.seen(true);
        }
        for (int i = 0; i <= LikelyTails.LIKELY; i++) {
            assertTrue(tails.areLikely(SMALL), "read " + i);
            tails.seen(false);
        }
        assertFalse(tails.areLikely(SMALL));
    }

    @Test
    void aLargeBlockIsNot() {
        for (int i = 0; i < LikelyTails.LIKELY; i++) {
            tails.seen(true);
        }
        assertTrue(tails.areLikely(LikelyTails.BLOCK_BYTES_MAX));
        assertFalse(tails.areLikely(LikelyTails.BLOCK_BYTES_MAX + 1));
    }
}
