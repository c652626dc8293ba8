package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks rolls that are watched beside a key that the validating node has never read: the node requests the key while
 * it validates the rolls.
 */
class WatchedBesideReadTest {
    private final TransactionFixture fixture = new TransactionFixture(3);
    /** A key that sorts before all rolls, at home on a node that is neither the reader's nor the validating one. */
    private final long read = GraphKey.of(GraphKey.KIND_INDEX, 0, 0, vid(1, 1));

    private final long note = fixture.key(2, 1);
    private final long roll = GraphKey.of(GraphKey.KIND_ROLL, 0, 9, vid(2, 0));

    private long vid(int node, int number) {
        return GraphKey.vid(fixture.key(node, number));
    }

    @AfterEach
    void end() {
        fixture.close();
    }

    /** Begins a transaction on node 0 that writes at node 2 only, which therefore validates. */
    private Transaction begin() {
        Transaction transaction = fixture.sessions.get(0).begin(TransactionOptions.DEFAULT);
        assertEquals(5, TransactionFixture.number(transaction, read));
        transaction.watch(roll);
        transaction.write(note, TransactionFixture.bytes(1));
        return transaction;
    }

    @Test
    void aRollThatAnotherHasSignedSinceIsAConflict() {
        fixture.put(0, read, 5);
        try (Transaction watches = begin();
                Transaction signs = fixture.sessions.get(1).begin(TransactionOptions.DEFAULT)) {
            signs.write(fixture.key(2, 2), TransactionFixture.bytes(2));
            signs.sign(roll, 0);
            signs.commit();
            assertThrows(ConflictException.class, watches::commit);
        }
        assertEquals(TransactionFixture.ABSENT, fixture.get(0, note));
    }

    @Test
    void aRollThatOnlyItselfHasSignedIsNone() {
        fixture.put(0, read, 5);
        try (Transaction both = begin()) {
            both.sign(roll, 0);
            both.commit();
        }
        assertEquals(1, fixture.get(0, note));
    }
}
