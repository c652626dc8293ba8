package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.memory.Region;
import io.pragh.core.timestamp.PendingCommits;
import io.pragh.core.timestamp.Timestamps;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks early lock release at a node that never has company: a commit releases its keys when its record is appended,
 * so other transactions write them meanwhile, and no caller is told of anything that is not durable.
 */
class ShownCommitsTest {
    private final HeldRecords log = new HeldRecords();
    private final Workers workers = new Workers();
    private final TransactionFixture world = TransactionFixture.alone(TransactionFixture.CONFIG.withLog(log));
    private final List<NodeSession> others = new ArrayList<>();

    @AfterEach
    void end() {
        log.allDurable();
        workers.close();
        others.forEach(NodeSession::close);
        world.close();
    }

    private NodeSession session() {
        NodeSession session = world.nodes.get(0).openSession();
        others.add(session);
        return session;
    }

    /** Starts a commit, whose record is held; returns the record's ticket. */
    private long pending(Workers.Task work) {
        long before = log.appended();
        log.hold();
        workers.start(work);
        workers.await("its record is on its way", () -> log.appended() > before);
        return before + 1;
    }

    private long pending(long key, long number) {
        NodeSession session = session();
        return pending(() -> write(session, key, number));
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

    /**
     * Starts work that should wait until all is durable; returns its progress: 1 when it has begun, 2 when it is
     * over.
     */
    private AtomicLong waits(Workers.Task work) {
        AtomicLong at = new AtomicLong();
        AtomicReference<Thread> thread = new AtomicReference<>();
        workers.start(() -> {
            thread.set(Thread.currentThread());
            at.set(1);
            work.run();
            at.set(2);
        });
        workers.await("it has begun", () -> at.get() > 0);
        workers.await("it waits", () -> at.get() > 1 || waitsForCommits(thread.get()));
        assertEquals(1, at.get());
        return at;
    }

    private static boolean waitsForCommits(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(PendingCommits.class.getName()));
    }

    private void goesOn(AtomicLong at) {
        log.allDurable();
        workers.await("it goes on", () -> at.get() == 2);
        workers.join();
    }

    @Test
    void whoWritesDoesNotWaitForWhoHasWritten() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        long first = pending(key, 6);
        long second = pending(key, 7);
        long third = pending(key, 8);
        assertEquals(5, read(key), "and who reads sees neither");
        assertEquals(5, world.get(0, key));
        log.durable(first);
        workers.await("the first one is told of its commit", () -> read(key) == 6);
        log.durable(second);
        workers.await("the second one is", () -> read(key) == 7);
        log.durable(third);
        workers.join();
        assertEquals(8, read(key));
    }

    /**
     * The first commit may not show its changes, because a snapshot begins behind it; the second one, which waits for
     * its key, may.
     */
    @Test
    void whoHasWaitedForAKeyGivesItBackToo() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        NodeSession session = session();
        log.hold();
        log.close();
        workers.start(() -> write(session, key, 6));
        workers.await("it wants to append its record", log::isAwaited);
        world.nodes.get(0).parts.timestamps.pending().settle(Timestamps.NEVER - 1);
        NodeSession waiting = session();
        workers.start(() -> write(waiting, key, 7));
        workers.await(
                "the second one waits for the key",
                () -> world.nodes.get(0).parts.transactions.homes().size() > 0);
        long before = log.appended();
        log.open();
        workers.await("the first one has its record", () -> log.appended() == before + 1);
        log.durable(before + 1);
        workers.await("the second one has its record", () -> log.appended() == before + 2);
        long third = pending(key, 8);
        assertEquals(6, read(key));
        log.durable(before + 2);
        workers.await("the second one is told", () -> read(key) == 7);
        log.durable(third);
        workers.join();
        assertEquals(8, read(key));
    }

    @Test
    void nobodyIsToldBeforeHisRecordIsDurable() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        NodeSession session = session();
        AtomicBoolean told = new AtomicBoolean();
        long first = pending(() -> {
            write(session, key, 6);
            told.set(true);
        });
        long second = pending(key, 7);
        assertFalse(told.get());
        log.durable(first);
        workers.await("it is told", told::get);
        assertEquals(6, read(key));
        log.durable(second);
        workers.join();
    }

    /** Other snapshots begin behind a pending commit; this one waits, whatever it reads. */
    @Test
    void whoAsksForNowBeginsWhenAllIsDurable() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        pending(key, 6);
        NodeSession session = session();
        goesOn(waits(() -> {
            try (Transaction now =
                    session.begin(TransactionOptions.DEFAULT.reading().now())) {
                assertEquals(6, TransactionFixture.number(now, key));
            }
        }));
    }

    @Test
    void afterAConflictThoseWhoMayWriteBeginWhenAllIsDurable() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        pending(key, 6);
        world.nodes.get(0).parts.timestamps.pending().conflicted();
        assertEquals(5, world.get(0, key), "who only reads does not wait");
        NodeSession session = session();
        goesOn(waits(() -> {
            try (Transaction now = session.begin(TransactionOptions.DEFAULT)) {
                assertEquals(6, TransactionFixture.number(now, key));
            }
        }));
    }

    @Test
    void aReadOutsideOfTransactionsReturnsWhenAllIsDurable() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        pending(key, 6);
        NodeSession session = session();
        AtomicLong found = new AtomicLong();
        goesOn(waits(() -> session.read(new long[] {key}, 0, 1, Long.BYTES, new ValueVisitor() {
            @Override
            public void value(int index, Region region, long body, int bodyBytes) {
                found.set(region.getLong(body));
            }
        })));
        assertEquals(6, found.get());
    }

    @Test
    void whoIsRefusedIsToldWhenAllIsDurable() {
        long key = world.key(0, 1);
        pending(key, 6);
        NodeSession session = session();
        AtomicLong at = waits(() -> assertEquals(
                UpdateResult.PRECONDITION_FAILED,
                session.update(ListOperations.insert(key, TransactionFixture.bytes(7)))));
        NodeSession another = session();
        AtomicLong transaction = waits(() -> {
            try (Transaction now = another.begin(TransactionOptions.DEFAULT)) {
                now.update(ListOperations.insert(key, TransactionFixture.bytes(7)));
                assertThrows(UpdateRefusedException.class, now::commit);
            }
        });
        goesOn(at);
        assertEquals(2, transaction.get());
    }

    /** The transaction has no record of its own, and yet its caller learns that the key is gone. */
    @Test
    void whoHasChangedNothingIsToldWhenAllIsDurable() {
        long key = world.key(0, 1);
        world.put(0, key, 5);
        NodeSession deleting = session();
        pending(() -> deleting.retry(TransactionOptions.DEFAULT, t -> {
            t.delete(key);
            return key;
        }));
        long records = log.appended();
        NodeSession session = session();
        goesOn(waits(() -> session.retry(TransactionOptions.DEFAULT, t -> {
            t.delete(key);
            return key;
        })));
        assertEquals(records, log.appended());
    }
}
