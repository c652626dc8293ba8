package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.Transaction;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.protocol.MessageType;
import io.pragh.testkit.Workers;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a share of a backup waits for the transactions that were committing when the moment of the backup was
 * taken.
 */
class BackupShareTest {
    private static final long A_WHILE_NANOS = 200_000_000;

    private final TransactionFixture world = new TransactionFixture(2);
    private final Workers workers = new Workers();
    private final AtomicBoolean over = new AtomicBoolean();

    @AfterEach
    void close() {
        workers.close();
        world.close();
    }

    private void await() {
        workers.start(() -> {
            BackupShare.awaitEnds(world.nodes.get(1), BackupProgress.NONE);
            over.set(true);
        });
    }

    @Test
    void aCommitOfSeveralNodesThatHasItsTimestampAndNoRecordHereIsWaitedFor() {
        long here = world.key(1, 1);
        long there = world.key(0, 1);
        AtomicBoolean decides = new AtomicBoolean();
        AtomicBoolean lost = new AtomicBoolean();
        world.fabrics.get(0).hook(message -> {
            boolean isDecision = message.type() == MessageType.DECIDE && message.to() == 1;
            lost.set(lost.get() || isDecision);
            return !isDecision || decides.get();
        });
        workers.start(() -> {
            try (Transaction both = world.sessions.get(0).begin()) {
                both.write(here, TransactionFixture.bytes(1));
                both.write(there, TransactionFixture.bytes(1));
                both.commit();
            }
        });
        workers.await("it has a timestamp", lost::get);
        await();
        LockSupport.parkNanos(A_WHILE_NANOS);
        assertFalse(over.get());
        decides.set(true);
        workers.await("the share goes on", over::get);
        assertEquals(1, world.get(1, here));
    }

    @Test
    void aCommitOfTheNodesOwnIsWaitedFor() {
        int through = world.nodes.get(1).parts.store.passage().enter();
        await();
        LockSupport.parkNanos(A_WHILE_NANOS);
        assertFalse(over.get());
        world.nodes.get(1).parts.store.passage().exit(through);
        workers.await("the share goes on", over::get);
    }

    @Test
    void whoeverIsToEndDoesNotWait() {
        int through = world.nodes.get(1).parts.store.passage().enter();
        assertTrue(assertThrows(
                        PraghException.class,
                        () -> BackupShare.awaitEnds(world.nodes.get(1), (what, done, of) -> {
                            throw new PraghException("the node ends");
                        }))
                .getMessage()
                .contains("ends"));
        world.nodes.get(1).parts.store.passage().exit(through);
    }
}
