package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.Transaction;
import io.pragh.core.base.Clock;
import io.pragh.core.durable.CommitLog;
import io.pragh.testkit.Workers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks, with a log whose records become durable when the test says so, that only callers that have committed wait
 * for the log.
 */
class HeldLogTest {
    private final CountDownLatch durable = new CountDownLatch(1);
    private final AtomicBoolean held = new AtomicBoolean();
    private final AtomicBoolean awaited = new AtomicBoolean();
    private final TransactionFixture world =
            new TransactionFixture(1, TransactionFixture.CONFIG.withLog(new HeldLog()));
    private final Workers workers = new Workers();

    private final class HeldLog implements CommitLog {
        @Override
        public boolean isKept() {
            return true;
        }

        @Override
        public long append(byte[] record) {
            return 1;
        }

        @Override
        public void await(long ticket) {
            if (!held.get()) {
                return;
            }
            awaited.set(true);
            try {
                durable.await();
            } catch (InterruptedException ends) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void whenDurable(long ticket, Runnable then) {
            await(ticket);
            then.run();
        }
    }

    @AfterEach
    void end() {
        durable.countDown();
        workers.close();
        world.close();
    }

    @Test
    void upkeepGoesOnWhileACommitWaitsForItsRecord() {
        long kept = world.key(0, 1);
        long forgotten = world.key(0, 2);
        world.put(0, forgotten, 5);
        try (NodeSession remembering = world.nodes.get(0).openSession();
                Transaction before = remembering.begin()) {
            try (Transaction deletion = world.sessions.get(0).begin()) {
                deletion.delete(forgotten);
                deletion.commit();
            }
            // the snapshot of the waiting commit holds back the versions it sees, but nothing later
            world.nodes.get(0).parts.timestamps.raise(Clock.SYSTEM.nanos());
            held.set(true);
            workers.start(() -> world.put(0, kept, 7));
            workers.await("the commit waits for its record", awaited::get);
            assertEquals(
                    5, TransactionFixture.number(before, forgotten), "the tombstone stays as long as this is open");
        }
        workers.await("upkeep forgets the other key", () -> world.nodes.get(0).keysForgotten() > 0);
        assertTrue(durable.getCount() > 0);
        durable.countDown();
        workers.join();
        assertEquals(7, world.get(0, kept));
    }
}
