package io.pragh.core.node;

import static io.pragh.core.node.TransactionFixture.ABSENT;
import static io.pragh.core.node.TransactionFixture.bytes;
import static io.pragh.core.node.TransactionFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.FabricCounters;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.store.MemoryLimits;
import io.pragh.testkit.ListElements;
import io.pragh.testkit.Workers;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks transactions on three nodes. */
class TransactionsTest {
    private static final long RETENTION_NANOS = 50_000_000;

    private final TransactionFixture world = new TransactionFixture(3);
    private final Workers workers = new Workers();
    private final long a = world.key(0, 1);
    private final long b = world.key(1, 1);

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    private Transaction begin(int node) {
        return world.sessions.get(node).begin();
    }

    private Transaction begin(int node, IsolationLevel level) {
        return world.sessions.get(node).begin(TransactionOptions.of(level));
    }

    private void settle() {
        workers.await("nothing is under way", () -> {
            world.nodes.forEach(PraghNode::poll);
            return world.nodes.stream().allMatch(n -> n.parts.transactions.underWay() == 0);
        });
        AuditedNodes.settle(world.nodes, workers);
        AuditedNodes.check(world.nodes);
    }

    @Test
    void aSnapshotSeesNothingThatWasCommittedAfterItBegan() {
        world.put(0, a, 1);
        try (Transaction old = begin(2)) {
            world.put(1, a, 2);
            world.put(1, b, 3);
            assertEquals(1, number(old, a));
            assertEquals(ABSENT, number(old, b));
        }
        assertEquals(2, world.get(2, a));
        assertEquals(3, world.get(0, b));
        settle();
    }

    @Test
    void aTransactionSeesItsOwnUpdatesAndNobodyElseDoesBeforeItCommits() {
        world.put(0, a, 1);
        try (Transaction mine = begin(0)) {
            mine.write(a, bytes(5));
            mine.write(b, bytes(6));
            assertEquals(5, number(mine, a));
            assertEquals(6, number(mine, b));
            mine.delete(a);
            assertEquals(ABSENT, number(mine, a));
            assertEquals(1, world.get(1, a));
            mine.commit();
        }
        assertEquals(ABSENT, world.get(1, a));
        assertEquals(6, world.get(1, b));
        settle();
    }

    @Test
    void whatATransactionHasNotWrittenIsReadTogether() {
        long[] keys = new long[40];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = world.key(1 + i % 2, i);
            world.put(1, keys[i], i);
        }
        long[] seen = new long[keys.length];
        try (Transaction mine = begin(0)) {
            for (int i = 0; i < keys.length; i += 10) {
                mine.write(keys[i], bytes(1000 + i));
            }
            ReadCounters before = world.sessions.get(0).counters().copy();
            long roundTrips = world.nodes.get(0).fabric().tally().counters().batches();
            mine.read(keys, 0, keys.length, 8, (index, region, body, bytes) -> seen[index] = region.getLong(body));
            long read = world.sessions.get(0).counters().since(before).valuesRemote;
            roundTrips = world.nodes.get(0).fabric().tally().counters().batches() - roundTrips;
            assertEquals(keys.length, read);
            assertTrue(roundTrips < keys.length, "each on its own: round trips=" + roundTrips);
        }
        for (int i = 0; i < keys.length; i++) {
            assertEquals(i % 10 == 0 ? 1000 + i : i, seen[i]);
        }
        settle();
    }

    @Test
    void whatIsRolledBackNeverHappened() {
        world.put(0, a, 1);
        try (Transaction mine = begin(0)) {
            mine.write(a, bytes(5));
            mine.rollback();
            assertThrows(PraghException.class, mine::commit);
        }
        assertEquals(1, world.get(0, a));
    }

    @Test
    void anUpdateIsNotLost() {
        for (IsolationLevel level : IsolationLevel.values()) {
            world.put(0, a, 1);
            Transaction first = begin(0, level);
            Transaction second = begin(1, level);
            first.write(a, bytes(number(first, a) + 1));
            second.write(a, bytes(number(second, a) + 1));
            first.commit();
            assertThrows(ConflictException.class, second::commit, level.name());
            assertEquals(2, world.get(2, a), level.name());
        }
        settle();
    }

    @Test
    void ofTwoThatEachReadWhatTheOtherWritesTheSecondConflicts() {
        for (IsolationLevel level : IsolationLevel.values()) {
            world.put(0, a, 1);
            world.put(0, b, 1);
            Transaction first = begin(0, level);
            Transaction second = begin(1, level);
            first.write(b, bytes(number(first, a) + 10));
            second.write(a, bytes(number(second, b) + 10));
            first.commit();
            assertThrows(ConflictException.class, second::commit, level.name());
        }
    }

    @Test
    void anAbsentKeyThatWasReadAndAppearsIsAConflict() {
        Transaction first = begin(0);
        assertEquals(ABSENT, number(first, a));
        first.write(b, bytes(1));
        world.put(2, a, 7);
        assertThrows(ConflictException.class, first::commit);
        assertEquals(ABSENT, world.get(0, b));
        settle();
    }

    @Test
    void aRefusedUpdateUndoesItsWholeTransaction() {
        world.put(0, a, 1);
        Transaction mine = begin(0);
        mine.write(a, bytes(2));
        mine.update(ListOperations.remove(b, 9, 0));
        UpdateRefusedException refused = assertThrows(UpdateRefusedException.class, mine::commit);
        assertEquals(b, refused.key());
        assertEquals(UpdateResult.PRECONDITION_FAILED, refused.result());
        assertEquals(1, world.get(1, a));
        settle();
    }

    @Test
    void aSessionSeesItsOwnCommitsAtOnceInCachedSnapshots() {
        for (int i = 0; i < 200; i++) {
            world.put(0, a, i);
            try (Transaction read = begin(0, IsolationLevel.SERIALIZABLE_CACHED)) {
                assertEquals(i, number(read, a));
            }
        }
    }

    @Test
    void aCachedSnapshotOverValuesInThisMemoryAsksNobody() {
        for (int i = 0; i < 20; i++) {
            world.put(1, world.key(1, i), i);
            world.nodes.get(0).pull(world.key(1, i));
        }
        workers.await(
                "values are moved",
                () -> world.nodes.get(0).migrationCounters().bytesMoved() > 0 && readsRemotely() == 0);
    }

    private long readsRemotely() {
        FabricCounters before = world.nodes.get(0).fabric().tally().counters();
        long[] keys = new long[20];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = world.key(1, i);
        }
        long valuesBefore = world.sessions.get(0).counters().valuesRemote;
        long keysBefore = world.sessions.get(0).counters().keysRemote;
        try (Transaction read = begin(0, IsolationLevel.SERIALIZABLE_CACHED)) {
            read.read(keys, 0, keys.length, 8, (index, region, body, bytes) -> {});
        }
        assertTrue(world.nodes.get(0).fabric().tally().counters().since(before).messages() == 0, "no message either");
        return world.sessions.get(0).counters().valuesRemote
                - valuesBefore
                + world.sessions.get(0).counters().keysRemote
                - keysBefore;
    }

    @Test
    void appendsToOneListFromAllNodesNeverConflict() {
        int perNode = 300;
        long list = world.key(0, 3);
        for (int n = 0; n < 3; n++) {
            int node = n;
            workers.start(() -> {
                try (NodeSession session = world.nodes.get(node).openSession()) {
                    for (int i = 0; i < perNode; i++) {
                        Transaction append = session.begin();
                        append.update(ListOperations.append(list, node * 1000L + i, 0));
                        append.update(ListOperations.append(world.key(node, 7), node * 1000L + i, 0));
                        append.commit(); // would throw on a conflict
                    }
                }
            });
        }
        workers.join();
        long[] seen;
        try (Transaction read = begin(1)) {
            seen = ListElements.read(read, list);
        }
        assertEquals(3 * perNode, seen.length);
        assertEquals(3L * perNode, LongStream.of(seen).distinct().count());
        settle();
    }

    @Test
    void moneyIsNeitherMadeNorLostWhileValuesMove() {
        long seed = 7;
        int accounts = 12;
        long[] keys = new long[accounts];
        for (int i = 0; i < accounts; i++) {
            keys[i] = world.key(i % 3, 20 + i);
            world.put(0, keys[i], 100);
        }
        AtomicLong transfers = new AtomicLong();
        for (int n = 0; n < 3; n++) {
            int node = n;
            workers.start(() -> transfer(node, seed, keys, transfers));
        }
        workers.start(() -> {
            SplittableRandom random = new SplittableRandom(seed);
            while (!workers.stopped()) {
                world.nodes.get(random.nextInt(3)).pull(keys[random.nextInt(accounts)]);
            }
        });
        List<IsolationLevel> levels = List.of(IsolationLevel.values());
        NodeSession session = world.nodes.get(1).openSession();
        for (int i = 0; i < 400 || transfers.get() < 300; i++) {
            IsolationLevel level = levels.get(i % levels.size());
            try (Transaction read = session.begin(TransactionOptions.of(level).reading())) {
                long sum = 0;
                for (long key : keys) {
                    sum += number(read, key);
                }
                assertEquals(100L * accounts, sum, "seed " + seed + " " + level);
            }
        }
        session.close();
        workers.stop();
        settle();
    }

    private void transfer(int node, long seed, long[] keys, AtomicLong transfers) {
        SplittableRandom random = new SplittableRandom(seed + node);
        try (NodeSession session = world.nodes.get(node).openSession()) {
            while (!workers.stopped()) {
                long from = keys[random.nextInt(keys.length)];
                long to = keys[random.nextInt(keys.length)];
                if (from != to) {
                    session.retry(TransactionOptions.DEFAULT, t -> {
                        long amount = 1L + random.nextInt(5);
                        t.write(from, bytes(number(t, from) - amount));
                        t.write(to, bytes(number(t, to) + amount));
                        return amount;
                    });
                    transfers.incrementAndGet();
                }
            }
        }
    }

    @Test
    void aLongSnapshotLastsUntilANodeIsShortOfMemory() {
        NodeConfig config = TransactionFixture.CONFIG
                .withMemory(new MemoryLimits(1 << 20, 4 << 20, 64))
                .withSnapshots(new SnapshotPolicy(RETENTION_NANOS, false));
        try (TransactionFixture patient = new TransactionFixture(2, config)) {
            long key = patient.key(0, 1);
            patient.put(0, key, 1);
            Transaction old = patient.sessions.get(1).begin();
            assertEquals(1, number(old, key));
            long began = System.nanoTime();
            while (System.nanoTime() - began < 10 * RETENTION_NANOS) {
                patient.put(0, key, 2);
                assertEquals(1, number(old, key));
            }
            byte[] large = new byte[64 << 10];
            workers.await("the snapshot expires", () -> {
                try {
                    overwrite(patient, patient.key(0, 2), large);
                    return number(old, key) != 1;
                } catch (SnapshotTooOldException expected) {
                    return true;
                }
            });
            for (int i = 0; i < 200; i++) { // three times what a partition can hold
                workers.await("old versions are freed", () -> overwrite(patient, patient.key(0, 2), large));
            }
        }
    }

    @Test
    void aLongSnapshotGoesWhenTheProcessHasNoMoreMemoryForOnePartitionAlthoughTheOthersHaveRoom() {
        NodeConfig config = TransactionFixture.CONFIG.withSnapshots(new SnapshotPolicy(RETENTION_NANOS, false));
        try (TransactionFixture crowded = new TransactionFixture(2, config)) {
            long key = crowded.key(0, 1);
            crowded.put(0, key, 1);
            Transaction old = crowded.sessions.get(1).begin();
            assertEquals(1, number(old, key));
            crowded.fabrics.get(0).leaveSegments(0);
            byte[] large = new byte[64 << 10];
            workers.await("the snapshot expires", () -> {
                overwrite(crowded, crowded.key(0, 2), large);
                try {
                    number(old, key);
                    return false;
                } catch (SnapshotTooOldException expected) {
                    return true;
                }
            });
            workers.await("there is room again", () -> overwrite(crowded, crowded.key(0, 2), large));
        }
    }

    /** Gives a key of node 0 another version; false when there is no memory for one at the moment. */
    private static boolean overwrite(TransactionFixture world, long key, byte[] value) {
        try (Transaction transaction = world.sessions.get(0).begin()) {
            transaction.write(key, value);
            transaction.commit();
            return true;
        } catch (UpdateRefusedException full) {
            assertEquals(UpdateResult.OUT_OF_MEMORY, full.result());
            return false;
        }
    }

    @Test
    void aSnapshotThatIsOpenForTooLongEndsWithAClearError() {
        try (TransactionFixture impatient = new TransactionFixture(
                2, TransactionFixture.CONFIG.withSnapshots(new SnapshotPolicy(50_000_000, true)))) {
            long key = impatient.key(0, 1);
            impatient.put(0, key, 1);
            Transaction old = impatient.sessions.get(1).begin();
            assertEquals(1, number(old, key));
            workers.await("the snapshot expires", () -> {
                try {
                    number(old, key);
                    return false;
                } catch (SnapshotTooOldException expected) {
                    return expected.retryable();
                }
            });
        }
    }
}
