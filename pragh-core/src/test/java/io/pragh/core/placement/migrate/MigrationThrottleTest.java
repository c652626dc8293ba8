package io.pragh.core.placement.migrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import org.junit.jupiter.api.Test;

class MigrationThrottleTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aBurstIsATenthOfASecond() {
        MigrationThrottle throttle = new MigrationThrottle(1000, 1 << 20, 0);
        assertEquals(100, throttle.allowance(0));
        assertEquals(100, throttle.allowance(60 * SECOND), "what is not used is not saved up");
    }

    @Test
    void valuesComeBackWithTime() {
        MigrationThrottle throttle = new MigrationThrottle(1000, 1 << 30, 0);
        throttle.spend(100, 0);
        assertEquals(0, throttle.allowance(0));
        assertEquals(1, throttle.allowance(SECOND / 500) / 2);
        assertEquals(52, throttle.allowance(SECOND / 500 + SECOND / 20));
    }

    @Test
    void bytesThatWereBorrowedAreWaitedFor() {
        MigrationThrottle throttle = new MigrationThrottle(1000, 1000, 0);
        throttle.spend(1, 600); // 100 were there
        assertEquals(0, throttle.allowance(SECOND / 4));
        assertEquals(0, throttle.allowance(SECOND / 2));
        assertTrue(throttle.allowance(SECOND / 2 + SECOND / 100) > 0);
    }

    @Test
    void aSlowThrottleStillLetsOneThrough() {
        MigrationThrottle throttle = new MigrationThrottle(1, 1, 0);
        assertEquals(1, throttle.allowance(0));
        throttle.spend(1, 1);
        assertEquals(0, throttle.allowance(SECOND - 1000));
        assertEquals(1, throttle.allowance(SECOND + 1000));
    }

    @Test
    void aClockThatStandsGivesNothing() {
        MigrationThrottle throttle = new MigrationThrottle(1000, 1000, 5 * SECOND);
        throttle.spend(100, 10);
        assertEquals(0, throttle.allowance(5 * SECOND));
        assertEquals(0, throttle.allowance(4 * SECOND));
    }

    @Test
    void limitsArePositive() {
        assertThrows(PraghException.class, () -> new MigrationThrottle(0, 1, 0));
        assertThrows(PraghException.class, () -> new MigrationThrottle(1, 0, 0));
    }
}
