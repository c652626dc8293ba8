package io.pragh.core.node;

import static io.pragh.core.node.TransactionFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.GraphKey;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.api.UpdateResult;
import io.pragh.testkit.Workers;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that no transaction takes a lost value for an absent one: a key is inserted, the insert is acknowledged, and
 * the value dies with its node. The key's new home has no slot for it, which does not prove that it had no value.
 */
class LostInsertTest {
    private static final int READER = 0;
    private static final int VICTIM = 1;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final TransactionFixture world =
            new TransactionFixture(3, TransactionFixture.CONFIG.withRead(new ReadOptions(true, true, PATIENCE_NANOS)));
    private final Workers workers = new Workers();

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    private void insertAndLose(long key) {
        world.put(2, key, 1);
        world.network.kill(VICTIM);
        world.membership.change(LocalCluster.without(world.membership.view(), VICTIM));
        workers.await("the others have what it had", () -> {
            world.nodes.get(0).poll();
            world.nodes.get(2).poll();
            return world.nodes.get(0).recovered() && world.nodes.get(2).recovered();
        });
    }

    private long lost(int partition) {
        return GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, world.nodes.get(0).homes().mint(partition, 9));
    }

    @ParameterizedTest(name = "a key of partition {0}")
    @ValueSource(ints = {1, 4})
    void whoFoundNothingDoesNotWriteOverWhatIsLost(int partition) {
        long lost = lost(partition);
        try (Transaction transaction = world.sessions.get(READER).begin()) {
            assertEquals(TransactionFixture.ABSENT, number(transaction, lost));
            insertAndLose(lost);
            transaction.write(lost, TransactionFixture.bytes(2));
            UpdateRefusedException refused = assertThrows(UpdateRefusedException.class, transaction::commit);
            assertEquals(UpdateResult.LOST, refused.result());
        }
        assertThrows(LostValueException.class, () -> world.get(READER, lost));
    }

    @ParameterizedTest(name = "a key of partition {0}")
    @ValueSource(ints = {1, 4})
    void aSnapshotFromBeforeDoesNotTakeALostValueThatWasWrittenAnewForAbsent(int partition) {
        long lost = lost(partition);
        insertAndLose(lost);
        try (Transaction before = world.sessions.get(READER).begin()) {
            assertThrows(LostValueException.class, () -> number(before, lost));
            world.put(2, lost, 2);
            assertThrows(
                    LostValueException.class, () -> number(before, lost), "its version is later than the snapshot");
        }
        assertEquals(2, world.get(READER, lost));
    }

    @ParameterizedTest(name = "a key of partition {0}, by a transaction that writes at nodes {1}")
    @CsvSource({"1, 0", "1, 2", "4, 0", "4, 2", "1, 0 2", "4, 0 2"})
    void whoFoundNothingBeforeItConflicts(int partition, String writesAt) {
        long lost = lost(partition);
        long[] written = Arrays.stream(writesAt.split(" ", -1))
                .mapToLong(node -> world.key(Integer.parseInt(node), 1))
                .toArray();
        for (long key : written) {
            world.put(READER, key, 1);
        }
        try (Transaction transaction = world.sessions.get(READER).begin()) {
            assertEquals(TransactionFixture.ABSENT, number(transaction, lost));
            insertAndLose(lost);
            for (long key : written) {
                transaction.write(key, TransactionFixture.bytes(2));
            }
            assertThrows(ConflictException.class, transaction::commit);
        }
        for (long key : written) {
            assertEquals(1, world.get(READER, key));
        }
        assertThrows(LostValueException.class, () -> world.get(READER, lost));
    }
}
