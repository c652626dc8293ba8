package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ConflictException;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.NewValues;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.CheckpointReader;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.persist.Checkpointing;
import io.pragh.core.txn.home.LocalCommits;
import io.pragh.testkit.FaultyDisk;
import io.pragh.testkit.FaultyDisk.Fault;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks what snapshots see that begin while commits wait for their records, and which commits they wait for. */
class PendingSnapshotsTest {
    private final HeldRecords log = new HeldRecords();
    private final Workers workers = new Workers();
    private TransactionFixture world = new TransactionFixture(1, TransactionFixture.CONFIG.withLog(log));
    private final List<NodeSession> others = new ArrayList<>();

    @AfterEach
    void end() {
        log.allDurable();
        workers.close();
        others.forEach(NodeSession::close);
        world.close();
    }

    private NodeSession session(int node) {
        NodeSession session = world.nodes.get(node).openSession();
        others.add(session);
        return session;
    }

    /** Writes in a thread of its own; returns the record's ticket when the record has been appended. */
    private long pending(NodeSession session, long key, long number) {
        long before = log.appended();
        log.hold();
        workers.start(() -> write(session, key, number));
        workers.await("the commit waits for its record", () -> log.appended() > before);
        return before + 1;
    }

    private static void write(NodeSession session, long key, long number) {
        session.retry(TransactionOptions.DEFAULT, t -> {
            t.write(key, TransactionFixture.bytes(number));
            return number;
        });
    }

    private long read(long key) {
        try (Transaction now = world.sessions.get(0).begin(TransactionOptions.DEFAULT)) {
            return TransactionFixture.number(now, key);
        }
    }

    @Test
    void whatIsNotDurableIsNotSeenAndNobodyWaitsForIt() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        pending(session(0), key, 7);
        assertEquals(5, read(key), "a transaction that may write");
        assertEquals(5, world.get(0, key), "one that only reads");
        log.allDurable();
        workers.join();
        assertEquals(7, read(key));
    }

    /** The R of such a snapshot is older than the R that new snapshots begin with. */
    @Test
    void nobodyWaitsForWhoHasBegunLongAgo() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        try (Transaction old = session(0).begin(TransactionOptions.DEFAULT)) {
            old.write(key, TransactionFixture.bytes(7));
            world.put(0, world.key(0, 2), 1);
            log.hold();
            workers.start(old::commit);
            workers.await("the commit waits for its record", () -> log.holdsAny());
            assertEquals(5, read(key));
            assertReadAtItsTimestampWaits(key, 7);
            log.allDurable();
            workers.join();
        }
    }

    /** A snapshot that begins at W of a pending commit sees the commit, so it waits until the commit can be seen. */
    private void assertReadAtItsTimestampWaits(long key, long number) {
        world.nodes.get(0).parts.timestamps.pending().conflicted();
        AtomicBoolean seen = reads(session(0), TransactionOptions.DEFAULT, key, number);
        assertFalse(seen.get());
    }

    /**
     * Reads in a thread of its own; returns, when the transaction has begun, a flag that tells whether it has found
     * the number.
     */
    private AtomicBoolean reads(NodeSession session, TransactionOptions options, long key, long number) {
        AtomicBoolean begun = new AtomicBoolean();
        AtomicBoolean found = new AtomicBoolean();
        workers.start(() -> {
            try (Transaction now = session.begin(options)) {
                begun.set(true);
                assertEquals(number, TransactionFixture.number(now, key));
                found.set(true);
            }
        });
        workers.await("it has begun", begun::get);
        return found;
    }

    @Test
    void whoHasWaitedForAKeyIsPendingInItsTurn() {
        long key = world.key(0, 1);
        long other = world.key(0, 2);
        world.put(0, key, 5);
        world.put(0, other, 6);
        NodeSession waiting = session(0);
        try (Transaction second = waiting.begin(TransactionOptions.DEFAULT.locking())) {
            second.write(key, TransactionFixture.bytes(8));
            second.write(other, TransactionFixture.bytes(8));
            long first = pending(session(0), key, 7);
            workers.start(second::commit);
            workers.await(
                    "the second one waits for the key",
                    () -> world.nodes.get(0).parts.transactions.homes().size() > 0);
            log.durable(first);
            workers.await("it has its keys and its record", () -> log.appended() > first);
            assertEquals(7, read(key));
            assertEquals(6, read(other));
            log.allDurable();
            workers.join();
        }
        assertEquals(8, read(key));
        assertNothingIsPending();
    }

    /**
     * The first commit has the lower W and becomes durable later: a caller that was told of the second one gets no
     * snapshot before it.
     */
    @Test
    void whatSomebodyWasToldIsSeen() {
        long slow = world.key(0, 1);
        long quick = world.key(0, 2);
        world.put(0, slow, 1);
        world.put(0, quick, 1);
        pending(session(0), slow, 2);
        long second = pending(session(0), quick, 2);
        log.durable(second);
        workers.await("the second one is told of its commit", () -> read(quick) == 2);
        AtomicInteger seen = new AtomicInteger();
        NodeSession reader = session(0);
        workers.start(() -> {
            try (Transaction now = reader.begin(TransactionOptions.DEFAULT)) {
                assertEquals(2, TransactionFixture.number(now, quick));
                seen.set(1);
                assertEquals(2, TransactionFixture.number(now, slow), "it waits for this, which comes before");
            }
        });
        workers.await("the quick one is seen", () -> seen.get() == 1);
        log.allDurable();
        workers.join();
    }

    /** Has a commit become visible while nobody is told of it, because one with a lower W is pending. */
    private void visibleAndNotTold(long key, Consumer<Transaction> first, Consumer<Transaction> second) {
        log.durable(inTurn(key, first, second));
    }

    /**
     * Makes a first change of a key durable while a second one waits for the key, and a commit with a lower W is
     * pending; returns the ticket of the second one, whose record has been appended.
     */
    private long inTurn(long key, Consumer<Transaction> first, Consumer<Transaction> second) {
        NodeSession waiting = session(0);
        Transaction late = waiting.begin(TransactionOptions.DEFAULT.locking());
        second.accept(late);
        pending(session(0), world.key(0, 2), 1);
        log.hold();
        long before = log.appended();
        NodeSession holding = session(0);
        workers.start(() -> holding.retry(TransactionOptions.DEFAULT, t -> {
            first.accept(t);
            return key;
        }));
        workers.await("the first one waits for its record", () -> log.appended() > before);
        workers.start(late::commit);
        workers.await(
                "the second one waits for the key",
                () -> world.nodes.get(0).parts.transactions.homes().size() > 0);
        log.durable(before + 1);
        workers.await("the second one has its record", () -> log.appended() > before + 1);
        return before + 2;
    }

    private void endAll() {
        log.allDurable();
        workers.join();
    }

    @Test
    void whatWasReadOutsideOfTransactionsIsSeen() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        visibleAndNotTold(
                key, t -> t.write(key, TransactionFixture.bytes(6)), t -> t.write(key, TransactionFixture.bytes(7)));
        workers.await("the second one is read", () -> readOutside(0, key) == 7);
        assertEquals(7, read(key));
        endAll();
    }

    private long readOutside(int node, long key) {
        AtomicLong found = new AtomicLong();
        world.sessions
                .get(node)
                .read(
                        new long[] {key},
                        0,
                        1,
                        Long.BYTES,
                        (index, region, body, bytes) -> found.set(region.getLong(body)));
        return found.get();
    }

    /** As where one node serves all, and another member has no partitions. */
    private void joinWithoutPartitions() {
        world.close();
        ClusterView two = ClusterView.inTurn(2, TransactionFixture.PARTITIONS);
        ClusterView view = new ClusterView(1, two.members(), new int[TransactionFixture.PARTITIONS]);
        world = new TransactionFixture(view, node -> TransactionFixture.CONFIG.withLog(log));
    }

    @Test
    void whatAMemberWithoutPartitionsHasChangedIsNotPendingForGood() {
        joinWithoutPartitions();
        long key = world.key(0, 1);
        world.put(0, key, 5);
        session(1).update(ListOperations.replace(key, TransactionFixture.bytes(7)));
        assertEquals(7, read(key));
        assertNothingIsPending();
    }

    /** Snapshots begin at T: behind a timestamp that no commit has shown. */
    private void assertNothingIsPending() {
        long unseen = world.nodes.get(0).parts.timestamps.pending().unseen();
        try (NodeSession reader = world.nodes.get(0).openSession();
                Transaction now = reader.begin(TransactionOptions.DEFAULT)) {
            now.commit();
            assertTrue(reader.seen() >= unseen, "R=" + reader.seen() + " T=" + unseen);
        }
    }

    /** It asks nothing here, and tells what it has read while that commit waits for the one before it. */
    @Test
    void whatAMemberWithoutPartitionsHasReadIsSeen() {
        joinWithoutPartitions();
        long key = world.key(0, 1);
        long other = world.key(0, 2);
        world.put(0, key, 5);
        world.put(0, other, 6);
        pendingUpdate(session(1), key, 7);
        pendingUpdate(session(1), other, 8);
        log.durable(log.appended());
        workers.await("it is read there", () -> readOutside(1, other) == 8);
        assertEquals(8, read(other));
        endAll();
        assertEquals(7, read(key));
    }

    @Test
    void whatHasLedToARefusalIsSeen() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        visibleAndNotTold(key, t -> t.delete(key), t -> t.write(key, TransactionFixture.bytes(7)));
        assertEquals(
                UpdateResult.PRECONDITION_FAILED,
                world.sessions.get(0).update(ListOperations.insert(key, TransactionFixture.bytes(8))));
        assertEquals(7, read(key));
        endAll();
    }

    /** The transaction deletes a key that is gone: its caller knows that the key is gone. */
    @Test
    void whatHasLeftNothingToChangeIsSeen() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        visibleAndNotTold(key, t -> t.write(key, TransactionFixture.bytes(6)), t -> t.delete(key));
        long records = log.appended();
        world.sessions.get(0).retry(TransactionOptions.DEFAULT, t -> {
            t.delete(key);
            return key;
        });
        assertEquals(records, log.appended());
        assertEquals(TransactionFixture.ABSENT, read(key));
        endAll();
    }

    /** Its R is the W of a commit that changed nothing, so nobody was in its way. */
    @Test
    void whatACachedSnapshotHasSeenIsSeen() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        world.nodes.get(0).parts.timestamps.raise(Clock.SYSTEM.nanos());
        long second = inTurn(
                key, t -> t.write(key, TransactionFixture.bytes(6)), t -> t.write(key, TransactionFixture.bytes(7)));
        NodeSession session = session(0);
        session.retry(TransactionOptions.DEFAULT, t -> {
            t.delete(world.key(0, 3));
            return key;
        });
        log.durable(second);
        try (Transaction cached = session.begin(TransactionOptions.of(IsolationLevel.SERIALIZABLE_CACHED))) {
            assertEquals(7, TransactionFixture.number(cached, key));
        }
        assertEquals(7, read(key));
        endAll();
    }

    @Test
    void whatWasLoadedPastTheLogIsSeen() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        pending(session(0), key, 7);
        NewValues values = new NewValues();
        long loaded = world.key(0, 2);
        values.add(loaded, Long.BYTES).put(TransactionFixture.bytes(9));
        LocalCommits homes = world.nodes.get(0).parts.transactions.homes().local();
        assertTrue(homes.create(world.nodes.get(0).homes().home(loaded), values, Map.of()) > 0);
        assertEquals(9, read(loaded));
    }

    private void pendingUpdate(NodeSession session, long key, long number) {
        long before = log.appended();
        log.hold();
        workers.start(() -> session.update(ListOperations.replace(key, TransactionFixture.bytes(number))));
        workers.await("the update waits for its record", () -> log.appended() > before);
    }

    @Test
    void whoAsksForNowWaits() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        pending(session(0), key, 7);
        AtomicBoolean found =
                reads(session(0), TransactionOptions.DEFAULT.reading().now(), key, 7);
        assertFalse(found.get());
        log.allDurable();
        workers.join();
    }

    /** The checkpoint replaces the log before it, which may have the record already. */
    @Test
    void aCheckpointHasWhatIsPending() throws IOException {
        long key = world.key(0, 1);
        int partition = world.nodes.get(0).homes().home(key);
        world.put(0, key, 5);
        try (DataFolder folder =
                DataFolder.open(FaultyDisk.empty(1, Fault.NONE, 0), TransactionFixture.PARTITIONS, true, () -> 42)) {
            pending(session(0), key, 7);
            NodeSession reader = session(0);
            AtomicInteger asked = new AtomicInteger();
            workers.start(() -> new Checkpointing(
                            folder, world.nodes.get(0).homes(), all -> source(reader, asked), () -> 0, cut -> cut)
                    .write());
            workers.await("it has a snapshot, whose timestamp it asks for", () -> asked.get() > 1);
            log.allDurable();
            workers.join();
            List<Long> kept = new ArrayList<>();
            try (CheckpointReader checkpoint = folder.checkpoint(partition)) {
                checkpoint.read(
                        (at, body) -> {
                            if (at == key) {
                                kept.add(body.order(ByteOrder.LITTLE_ENDIAN).getLong(body.position()));
                            }
                        },
                        bytes -> {});
            }
            assertEquals(List.of(7L), kept);
        }
    }

    private static Checkpointing.Source source(NodeSession session, AtomicInteger asked) {
        return new Checkpointing.Source() {
            @Override
            public TransactionSource transactions() {
                asked.incrementAndGet();
                return session;
            }

            @Override
            public KeyScan keys() {
                return session;
            }
        };
    }

    /** Upkeep changes no value, so no snapshot need begin behind it. */
    @Test
    void upkeepBringsNobodyToWait() {
        long key = world.key(0, 1);
        long forgotten = world.key(0, 2);
        world.put(0, key, 5);
        world.put(0, forgotten, 5);
        try (Transaction deletion = world.sessions.get(0).begin(TransactionOptions.DEFAULT)) {
            deletion.delete(forgotten);
            deletion.commit();
        }
        world.nodes.get(0).parts.timestamps.raise(Clock.SYSTEM.nanos());
        pending(session(0), key, 7);
        workers.await("a tombstone is forgotten", () -> world.nodes.get(0).keysForgotten() > 0);
        assertEquals(5, read(key));
    }

    /** A registration above an open snapshot would let versions be freed that the snapshot sees. */
    @Test
    void theRegistrationStaysBelow() {
        long key = world.key(0, 1);
        world.put(0, key, 1);
        pendingUpdate(session(0), key, 2); // without a snapshot, which would hold the registration
        pendingUpdate(session(0), world.key(0, 2), 2);
        for (int round = 0; round < 3; round++) {
            world.nodes.get(0).parts.timestamps.raise(Clock.SYSTEM.nanos());
        }
        try (NodeSession reader = world.nodes.get(0).openSession();
                Transaction now = reader.begin(TransactionOptions.DEFAULT)) {
            long registration = world.nodes.get(0).parts.timestamps.snapshots().registration();
            assertTrue(registration <= reader.seen(), "registration=" + registration + " R=" + reader.seen());
            assertEquals(1, TransactionFixture.number(now, key));
        }
    }

    @Test
    void afterAConflictThoseWhoMayWriteBeginWithWaiting() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        long first = pending(session(0), key, 6);
        try (Transaction behind = world.sessions.get(0).begin(TransactionOptions.DEFAULT)) {
            long found = TransactionFixture.number(behind, key);
            behind.write(key, TransactionFixture.bytes(found + 10));
            log.durable(first);
            workers.join();
            log.holdNoMore();
            assertThrows(ConflictException.class, behind::commit);
        }
        pending(session(0), key, 7);
        assertEquals(6, world.get(0, key), "who only reads does not wait");
        AtomicBoolean found = reads(session(0), TransactionOptions.DEFAULT, key, 7);
        assertFalse(found.get());
        log.allDurable();
        workers.join();
    }

    /** Commits of another node are unknown to this node, so its snapshots begin at T. */
    @Test
    void whereOthersHavePartitionsSnapshotsBeginNow() {
        world.close();
        world = new TransactionFixture(2, TransactionFixture.CONFIG.withLog(log));
        long key = world.key(0, 1);
        world.put(0, key, 5);
        pending(session(0), key, 7);
        reads(session(0), TransactionOptions.DEFAULT.reading(), key, 7);
        log.allDurable();
        workers.join();
    }
}
