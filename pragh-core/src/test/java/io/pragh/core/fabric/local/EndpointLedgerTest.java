package io.pragh.core.fabric.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.testkit.Workers;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class EndpointLedgerTest {
    private static final int ROUNDS = 60_000;

    private final EndpointLedger ledger = new EndpointLedger();
    private final AtomicInteger view = new AtomicInteger();
    private final AtomicInteger memory = new AtomicInteger();

    /**
     * One thread posts by the view that it finds; another thread replaces the view and waits. No operation by the old
     * view may take effect after that.
     */
    @Test
    void whoWaitsMissesNoBatchThatGoesByTheOldView() {
        AtomicIntegerArray wentByOldView = new AtomicIntegerArray(ROUNDS + 1);
        AtomicIntegerArray missed = new AtomicIntegerArray(ROUNDS + 1);
        AtomicInteger arrived = new AtomicInteger();
        try (Workers workers = new Workers()) {
            workers.start(() -> {
                for (int round = 1; round <= ROUNDS; round++) {
                    meet(workers, arrived, 2 * round);
                    ledger.begin();
                    boolean old = view.getPlain() < round;
                    memory.setRelease(round);
                    ledger.end();
                    wentByOldView.setPlain(round, old ? 1 : 0);
                }
            });
            workers.start(() -> {
                for (int round = 1; round <= ROUNDS; round++) {
                    meet(workers, arrived, 2 * round);
                    view.setRelease(round);
                    ledger.awaitIdle();
                    missed.setPlain(round, memory.getAcquire() < round ? 1 : 0);
                }
            });
            workers.join();
        }
        for (int round = 1; round <= ROUNDS; round++) {
            assertEquals(0, wentByOldView.getPlain(round) & missed.getPlain(round), "round " + round);
        }
    }

    /** Both threads start at the same moment; otherwise the race would never occur. */
    private static void meet(Workers workers, AtomicInteger arrived, int all) {
        arrived.incrementAndGet();
        while (arrived.get() < all && !workers.stopped()) {
            Thread.onSpinWait();
        }
    }
}
