package io.pragh.core.placement.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstDetectorTest {
    private static final long MILLI = 1_000_000;

    private final BurstDetector bursts = new BurstDetector(100, at(0));

    /** A time; the clock passes its largest value after two seconds. */
    private static long at(long millis) {
        return Long.MAX_VALUE - 2000 * MILLI + millis * MILLI;
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1000000000", "2, 2, 1000000000", "100, 64, 640000000", "1000000, 524288, 524288000"})
    void stepIsAPowerOfTwo(int readsPerSecond, int step, long nanos) {
        BurstDetector detector = new BurstDetector(readsPerSecond, 0);
        assertEquals(step, detector.step());
        assertFalse(detector.passes(5, nanos + 1));
        assertTrue(detector.passes(5, nanos + 1 + nanos));
    }

    @Test
    void burstLateInAnIntervalIsSeen() {
        assertFalse(bursts.passes(5, at(9000)), "64 reads in nine seconds");
        assertTrue(bursts.passes(5, at(9500)), "64 more in half a second");
    }

    @Test
    void keyIsToldOnceInAnInterval() {
        assertTrue(bursts.passes(5, at(100)));
        assertFalse(bursts.passes(5, at(200)));
        assertTrue(bursts.passes(6, at(200)));
        bursts.nextInterval(at(300));
        assertTrue(bursts.passes(5, at(400)));
        assertFalse(bursts.passes(6, at(1300)));
    }

    @Test
    void stepsOfTheIntervalBeforeAreForgotten() {
        bursts.nextInterval(at(1000));
        assertFalse(bursts.passes(5, at(1641)));
        bursts.nextInterval(at(5000));
        assertTrue(bursts.passes(5, at(5300)));
    }

    @Test
    void noMoreKeysAreToldThanThereIsRoomFor() {
        int told = 0;
        for (int key = 1; key <= 2 * BurstDetector.TOLD_MAX; key++) {
            told += bursts.passes(key, at(1)) ? 1 : 0;
        }
        assertEquals(BurstDetector.TOLD_MAX, told);
    }
}
