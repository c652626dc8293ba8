package io.pragh.core.base;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Checks that a thread that waits for long looks seldom, so that it leaves the processors to other threads. */
class WaitingTest {
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /**
     * Two hundred milliseconds of ever longer rests amount to some 400 looks; after that there is one look per
     * millisecond.
     */
    private static final int LOOKS_MAX = 1_500;

    @Test
    void whoCountsLooksLooksSeldomInTheEnd() {
        long began = System.nanoTime();
        int looks = 0;
        while (System.nanoTime() - began < WAIT_NANOS) {
            Waiting.afterLooks(looks++);
        }
        assertTrue(looks < LOOKS_MAX, "looks=" + looks);
    }

    @Test
    void whoMeasuresTimeLooksSeldomAfterTheFirstMoment() {
        long began = System.nanoTime();
        int looks = 0;
        for (long waited = 0; waited < WAIT_NANOS; waited = System.nanoTime() - began) {
            Waiting.afterNanos(waited);
            looks += waited < TimeUnit.MILLISECONDS.toNanos(1) ? 0 : 1; // it spins before that
        }
        assertTrue(looks < LOOKS_MAX, "looks=" + looks);
    }
}
