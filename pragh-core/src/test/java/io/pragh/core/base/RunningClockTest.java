package io.pragh.core.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.ManualClock;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * Checks that a {@link RunningClock} counts a standstill, a time without a beat, as at most a quarter of a second,
 * both before and after the next beat.
 */
class RunningClockTest {
    private static final long MILLI = 1_000_000;
    private static final long STANDSTILL = 250 * MILLI;

    private final ManualClock clock = new ManualClock();
    private final RunningClock running = new RunningClock(clock);

    @Test
    void goesOnWithTheOtherClockWhileItBeats() {
        long began = running.nanos();
        for (int i = 0; i < 1_000; i++) {
            clock.advance(200 * MILLI);
            assertEquals(clock.nanos(), running.beat());
        }
        assertEquals(200_000 * MILLI, running.nanos() - began);
    }

    @Test
    void leavesAStandstillOutBeforeAndAfterTheNextBeat() {
        long began = running.nanos();
        clock.advance(7_000 * MILLI);
        assertEquals(STANDSTILL, running.nanos() - began);
        running.beat();
        assertEquals(STANDSTILL, running.nanos() - began);
        clock.advance(10 * MILLI);
        assertEquals(STANDSTILL + 10 * MILLI, running.nanos() - began);
    }

    @Test
    void goesOnAgainWhenNoBeatWillEverCome() {
        long began = running.nanos();
        clock.advance(60_000 * MILLI);
        assertEquals(STANDSTILL, running.nanos() - began);
        clock.advance(5_000 * MILLI);
        assertEquals(STANDSTILL + 5_000 * MILLI, running.nanos() - began);
    }

    @Property
    void neverGoesBackwardsNorFasterThanTheOther(
            @ForAll @Size(max = 60) List<@LongRange(min = 1, max = 100_000) Long> millis, @ForAll boolean[] beats) {
        long before = running.nanos();
        long realBefore = clock.nanos();
        for (int i = 0; i < millis.size(); i++) {
            clock.advance(millis.get(i) * MILLI);
            if (i < beats.length && beats[i]) {
                running.beat();
            }
            long now = running.nanos();
            assertTrue(now >= before && now - before <= clock.nanos() - realBefore, () -> "step " + now);
            before = now;
            realBefore = clock.nanos();
        }
    }
}
