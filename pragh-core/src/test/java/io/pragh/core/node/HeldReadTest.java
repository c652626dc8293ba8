package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MessageType;
import io.pragh.testkit.Workers;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a transaction that has read a key as absent aborts at once when another undecided transaction holds the
 * key. If it waited while it holds keys itself, and the other one waited for these keys, both would wait for as long
 * as they may, and so would the handover of their homes.
 */
class HeldReadTest {
    private static final long PATIENCE_NANOS = 600_000_000_000L;

    private final TransactionFixture world =
            new TransactionFixture(2, TransactionFixture.CONFIG.withRead(new ReadOptions(true, true, PATIENCE_NANOS)));
    private final Workers workers = new Workers();
    private final AtomicBoolean undecided = new AtomicBoolean(true);
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicBoolean aborted = new AtomicBoolean();
    private final long read = world.key(1, 1);
    private final long otherHome = world.key(0, 2);
    private final long written = world.key(0, 3);

    @AfterEach
    void end() {
        undecided.set(false);
        workers.close();
        world.close();
    }

    private boolean sent(Message message) {
        boolean decision = message.type() == MessageType.DECIDE;
        asked.compareAndSet(false, decision);
        return !decision || !undecided.get();
    }

    /** Begins a commit of two homes, both of which hold their keys until {@link #undecided} is taken back. */
    private void hold() {
        world.fabrics.get(0).hook(this::sent);
        workers.start(() -> {
            try (NodeSession session = world.nodes.get(0).openSession()) {
                session.retry(TransactionOptions.DEFAULT, transaction -> {
                    transaction.write(read, TransactionFixture.bytes(7));
                    transaction.write(otherHome, TransactionFixture.bytes(7));
                    return transaction;
                });
            }
        });
        workers.await("both homes hold their keys", asked::get);
    }

    private void assertAborts(Transaction reader) {
        reader.write(written, TransactionFixture.bytes(1));
        workers.start(() -> {
            assertThrows(ConflictException.class, reader::commit);
            aborted.set(true);
        });
        workers.await("it aborts while the other is not decided", aborted::get);
        undecided.set(false);
        workers.join();
        assertEquals(7, world.get(0, read));
        assertEquals(TransactionFixture.ABSENT, world.get(0, written));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aValueThatIsHeldIsAConflict(int node) {
        try (Transaction reader = world.sessions.get(node).begin()) {
            assertEquals(TransactionFixture.ABSENT, TransactionFixture.number(reader, read));
            world.put(1 - node, read, 6);
            hold();
            assertAborts(reader);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aTombstoneThatIsHeldIsAConflict(int node) {
        world.put(0, read, 5);
        try (NodeSession remembering = world.nodes.get(0).openSession();
                Transaction before = remembering.begin()) { // while it is open, the tombstone stays
            try (Transaction deletion = world.sessions.get(0).begin()) {
                deletion.delete(read);
                deletion.commit();
            }
            try (Transaction reader = world.sessions.get(node).begin()) {
                assertEquals(TransactionFixture.ABSENT, TransactionFixture.number(reader, read));
                hold();
                assertAborts(reader);
            }
            assertEquals(5, TransactionFixture.number(before, read));
        }
    }
}
