package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.memory.Region;
import io.pragh.testkit.Workers;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks a call with many keys that goes on for longer than its snapshot may stay open. */
class ExpiredReadTest {
    /** One key more than are looked up at a time, so the last one is looked up when the first has been visited. */
    private static final int KEYS = 257;

    private final TransactionFixture world =
            new TransactionFixture(2, TransactionFixture.CONFIG.withSnapshots(new SnapshotPolicy(300_000_000, true)));
    private final Workers workers = new Workers();

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    private void delete(long key) {
        try (Transaction transaction = world.sessions.get(1).begin()) {
            transaction.delete(key);
            transaction.commit();
        }
    }

    private boolean isForgotten() {
        world.nodes.forEach(PraghNode::poll);
        return world.nodes.stream().mapToLong(PraghNode::keysForgotten).sum() == 1;
    }

    /** The key's home is the reading node, or the other one. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatWasForgottenMeanwhileIsNotTakenForAbsent(int home) {
        long[] keys = new long[KEYS];
        for (int i = 0; i < KEYS; i++) {
            keys[i] = world.key(i == KEYS - 1 ? home : 0, i);
            world.put(1, keys[i], i);
        }
        long gone = keys[KEYS - 1];
        AtomicBoolean deleted = new AtomicBoolean();
        AtomicInteger absent = new AtomicInteger();
        try (Transaction old = world.sessions.get(0).begin()) {
            assertEquals(0, TransactionFixture.number(old, keys[0]));
            ValueVisitor visitor = new ValueVisitor() {
                @Override
                public void value(int index, Region region, long body, int bodyBytes) {
                    if (deleted.compareAndSet(false, true)) {
                        delete(gone);
                        workers.await("what was deleted is forgotten", ExpiredReadTest.this::isForgotten);
                    }
                }

                @Override
                public void absent(int index) {
                    absent.incrementAndGet();
                }
            };
            SnapshotTooOldException told = assertThrows(
                    SnapshotTooOldException.class, () -> old.read(keys, 0, KEYS, Integer.MAX_VALUE, visitor));
            assertTrue(told.retryable());
        }
        assertTrue(deleted.get());
        assertEquals(0, absent.get(), "it had a value in that snapshot");
    }
}
