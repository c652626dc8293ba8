package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whether somebody looks on is asked a process, so not for each record of a log. */
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
