package io.pragh.benchmarks.fof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Checks the counts of calls by their outcome, and the longest call, with those under way. */
class CallTallyTest {
    private static final long MILLISECOND = 1_000_000;

    private final AtomicLong now = new AtomicLong();
    private final Clock clock = now::get;
    private final TraversalTally answered = new TraversalTally(clock);
    private final CallTally tally = new CallTally(clock, 3, answered);

    private Runnable taking(long millis) {
        return () -> now.addAndGet(millis * MILLISECOND);
    }

    private CallCounts counts() {
        return tally.counts(4, List.of(1));
    }

    private static Runnable throwing(RuntimeException failure) {
        return () -> {
            throw failure;
        };
    }

    @Test
    void answersAreCountedByWhatTheyNeeded() {
        assertTrue(tally.call(0, true, false, taking(1)));
        assertTrue(tally.call(0, false, false, taking(1)));
        assertTrue(tally.call(1, false, false, taking(1)));
        assertTrue(tally.call(1, true, true, taking(1)));
        assertTrue(tally.call(1, false, true, taking(1)));
        CallCounts counts = counts();
        assertEquals(1, counts.reaching());
        assertEquals(2, counts.others());
        assertEquals(2, counts.inserts());
        assertEquals(0, counts.again() + counts.againOthers() + counts.failed());
    }

    @Test
    void failuresAreToldApartByWhetherTheyCanBeTriedAgain() {
        assertFalse(tally.call(0, true, false, throwing(new PraghException("later", null, true))));
        assertFalse(tally.call(0, false, true, throwing(new PraghException("later", null, true))));
        assertFalse(tally.call(0, false, false, throwing(new PraghException("later", null, true))));
        assertEquals(0, counts().failed());
        assertFalse(tally.call(0, true, false, throwing(new PraghException("never"))));
        assertFalse(tally.call(1, false, false, throwing(new IllegalStateException("a bug"))));
        CallCounts counts = counts();
        assertEquals(1, counts.again());
        assertEquals(2, counts.againOthers());
        assertEquals(2, counts.failed());
        assertTrue(String.valueOf(counts.failure()).contains("never"), counts.failure());
        assertEquals(0, counts.reaching() + counts.others() + counts.inserts());
    }

    @Test
    void errorsAreNotFailuresOfCalls() {
        assertThrows(
                AssertionError.class,
                () -> tally.call(0, true, false, () -> {
                    throw new AssertionError("a bug");
                }));
        assertEquals(0, counts().failed());
    }

    @Test
    void theLongestCallIsThatSinceTheCountsBeforeAlsoOfThoseThatFailed() {
        tally.call(0, true, false, taking(40));
        tally.call(0, true, false, taking(30));
        assertEquals(40 * MILLISECOND, counts().longestNanos());
        assertEquals(0, counts().longestNanos());
        tally.call(0, true, false, () -> {
            taking(70).run();
            throw new PraghException("later", null, true);
        });
        assertEquals(70 * MILLISECOND, counts().longestNanos());
    }

    @Test
    void callsUnderWayCount() {
        tally.call(0, true, false, () -> {
            now.addAndGet(CallTally.WAITING_NANOS);
            assertEquals(0, counts().waiting());
            tally.call(1, false, false, () -> {
                now.addAndGet(1);
                CallCounts counts = counts();
                assertEquals(1, counts.waiting());
                assertEquals(CallTally.WAITING_NANOS + 1, counts.longestNanos());
                now.addAndGet(CallTally.WAITING_NANOS);
                assertEquals(2, counts().waiting());
            });
        });
        assertEquals(0, counts().waiting());
    }
}
