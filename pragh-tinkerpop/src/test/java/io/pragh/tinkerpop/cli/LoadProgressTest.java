package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Checks that the question whether standard error is a terminal, which starts a process, is asked once and not at
 * each record of a log.
 */
final class LoadProgressTest {
    private static final int STEPS = 1_000;

    @Test
    void whetherSomebodyLooksOnIsAskedOnceAndNotAtEachStep() {
        AtomicInteger asked = new AtomicInteger();
        try (LoadProgress progress = LoadProgress.none(() -> {
            asked.incrementAndGet();
            return false;
        })) {
            for (int step = 0; step <= STEPS; step++) {
                progress.restored("restoring", step, STEPS);
            }
        }
        assertEquals(1, asked.get());
    }
}
