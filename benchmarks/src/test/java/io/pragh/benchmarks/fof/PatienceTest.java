package io.pragh.benchmarks.fof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.UnavailableException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Checks which failures of a call a load survives, and for how long. */
class PatienceTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger waits = new AtomicInteger();
    private final Clock clock = nanos::get;
    private final Patience patience = new Patience(clock, () -> {
        waits.incrementAndGet();
        nanos.addAndGet(SECOND);
    });

    @Test
    void aRetryableFailureIsSurvivedWhileOthersRun() {
        patience.rest(new UnavailableException("silent"), 1);
        patience.rest(new UnavailableException("silent"), 2);
        assertEquals(2, patience.again());
        assertEquals(2, waits.get(), "the worker's other tasks ran in between");
    }

    @Test
    void aFinalFailureIsThrownAtOnce() {
        PraghException failure = new PraghException("the disk is full");
        assertSame(failure, assertThrows(PraghException.class, () -> patience.rest(failure, 1)));
        IllegalStateException fault = new IllegalStateException("a fault");
        assertSame(fault, assertThrows(IllegalStateException.class, () -> patience.rest(fault, 1)));
        assertEquals(0, patience.again());
    }

    @Test
    void aFailureThatLastsIsThrownAndTheNextCallHasItsOwnTime() {
        UnavailableException failure = new UnavailableException("silent");
        for (int tries = 1; tries <= 30; tries++) {
            patience.rest(failure, tries);
        }
        assertSame(failure, assertThrows(UnavailableException.class, () -> patience.rest(failure, 31)));
        patience.rest(failure, 1);
        assertEquals(31, patience.again());
    }
}
