package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.api.ConflictException;
import io.pragh.core.api.Transaction;
import io.pragh.testkit.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a transaction that has read a deleted key has read it as absent, whether the tombstone still exists at
 * its commit or not.
 */
class ForgottenReadTest {
    private final TransactionFixture world = new TransactionFixture(3);
    private final Workers workers = new Workers();
    private final long gone = world.key(1, 1);
    private final long other = world.key(2, 2);

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    private long forgotten() {
        return world.nodes.stream().mapToLong(PraghNode::keysForgotten).sum();
    }

    private void delete() {
        world.put(0, gone, 5);
        try (Transaction transaction = world.sessions.get(0).begin()) {
            transaction.delete(gone);
            transaction.commit();
        }
        world.put(0, other, -1); // advances T, so that no snapshot begun from now on needs the tombstone
    }

    private boolean isForgotten(long times) {
        world.nodes.forEach(PraghNode::poll);
        return forgotten() == times;
    }

    /** An open transaction that has read the key before its tombstone was forgotten. */
    private Transaction readBeforeForgotten(int node) {
        for (long times = 1; times < 50; times++) {
            delete();
            long later = world.nodes.get(0).parts.timestamps.next();
            long now = times;
            workers.await(
                    "a snapshot begun now does not need the deleted value", () -> isForgotten(now) || isPast(later));
            Transaction reader = world.sessions.get(node).begin();
            assertEquals(TransactionFixture.ABSENT, TransactionFixture.number(reader, gone));
            boolean early = !isForgotten(times);
            workers.await("the tombstone is forgotten", () -> isForgotten(now));
            if (early) {
                return reader;
            }
            reader.rollback();
        }
        throw new AssertionError("tombstones are forgotten before anybody can read them");
    }

    private boolean isPast(long timestamp) {
        return world.nodes.stream().allMatch(n -> n.parts.timestamps.horizon() >= timestamp);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aTombstoneThatIsForgottenMeanwhileIsNoConflict(int node) {
        try (Transaction reader = readBeforeForgotten(node)) {
            reader.write(other, TransactionFixture.bytes(node));
            reader.commit();
        }
        assertEquals(node, world.get(0, other));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aKeyThatWasReadAsAbsentCanBeWrittenWhenItsTombstoneIsForgotten(int node) {
        try (Transaction writer = readBeforeForgotten(node)) {
            writer.write(gone, TransactionFixture.bytes(9));
            writer.commit();
        }
        assertEquals(9, world.get(0, gone));
    }

    @Test
    void aValueThatIsWrittenMeanwhileIsAConflict() {
        delete();
        try (Transaction reader = world.sessions.get(0).begin()) {
            assertEquals(TransactionFixture.ABSENT, TransactionFixture.number(reader, gone));
            world.put(1, gone, 6);
            reader.write(other, TransactionFixture.bytes(1));
            assertThrows(ConflictException.class, reader::commit);
        }
    }
}
