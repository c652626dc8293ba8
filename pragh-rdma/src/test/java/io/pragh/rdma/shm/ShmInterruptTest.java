package io.pragh.rdma.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.testkit.Asker;
import io.pragh.testkit.Workers;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a thread that was interrupted, as that of a query whose time is up, disturbs no other one. The JDK closes
 * a file as soon as such a thread works on it.
 */
class ShmInterruptTest {
    private static final int SEGMENT = 1 << 16;
    private static final int LAST_ENDPOINT = Control.ENDPOINTS_MAX - 1;

    private final ShmNodes nodes = ShmNodes.join(2, UnaryOperator.identity());

    @AfterEach
    void close() {
        assertFalse(Thread.interrupted(), "what comes next is not disturbed");
        nodes.close();
    }

    private static void interrupted(Runnable work) {
        Thread.currentThread().interrupt();
        try {
            work.run();
        } finally {
            assertTrue(Thread.interrupted(), "the thread still knows that it was interrupted");
        }
    }

    @Test
    void aRegionGrows() {
        Region memory = nodes.node(1).region(SEGMENT, 3);
        interrupted(() -> assertEquals(0, memory.grow()));
        assertEquals(SEGMENT, memory.grow());
        interrupted(() -> assertEquals(2 * SEGMENT, memory.grow()));
    }

    @Test
    void aReaderReachesWhatWasAdded() {
        Region memory = nodes.node(1).region(SEGMENT, 3);
        memory.grow();
        nodes.node(1).expose(5, memory);
        try (Asker asker = new Asker(nodes.node(0))) {
            interrupted(() -> assertEquals(OpStatus.OK, asker.tryRead(5, 8)));
            memory.grow();
            interrupted(() -> assertEquals(OpStatus.OK, asker.tryRead(5, SEGMENT + 8)));
            memory.grow();
            assertEquals(OpStatus.OK, asker.tryRead(5, 2 * SEGMENT + 8));
        }
    }

    @Test
    void aFenceWaitsForWhatIsUnderWay() {
        Control fenced = nodes.shm(1).control();
        AtomicBoolean began = new AtomicBoolean();
        AtomicBoolean over = new AtomicBoolean();
        fenced.begin(LAST_ENDPOINT);
        try (Workers workers = new Workers()) {
            workers.start(() -> interrupted(() -> {
                began.set(true);
                nodes.node(0).fence(1);
                over.set((fenced.turn(LAST_ENDPOINT) & 1) == 0);
            }));
            workers.await(
                    "it fences", () -> began.get() && nodes.shm(0).control().refuses(1));
            LockSupport.parkNanos(200_000_000);
            fenced.end(LAST_ENDPOINT);
            workers.join();
        }
        assertTrue(over.get(), "an operation could still take effect");
    }
}
