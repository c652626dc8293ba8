package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Checks a node that wants to leave beside one that has no memory for what it offers. */
class OfferedPartitionTest {
    private static final long SOON_NANOS = 1_000_000_000;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    @Test
    void whoHasNoMemorySaysSoAndTakesItLater() {
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> uncaught.set(failure));
        try (TransactionFixture world = new TransactionFixture(2)) {
            world.put(0, world.key(0, 1), 7);
            world.fabrics.get(1).leaveSegments(0);
            assertFalse(world.nodes.get(0).handOverAll(SOON_NANOS));
            assertEquals(7, world.get(1, world.key(0, 1)), "it stays where it is");
            world.fabrics.get(1).leaveSegments(64);
            assertTrue(world.nodes.get(0).handOverAll(PATIENCE_NANOS));
            assertEquals(7, world.get(1, world.key(0, 1)));
            assertNull(uncaught.get());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }
}
