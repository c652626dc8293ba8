package io.pragh.core.txn.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.MemoryDecisionLog;
import io.pragh.core.fabric.Message;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreFixture;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.timestamp.PendingCommits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that a commit whose validation throws leaves no place behind that snapshots and later commits wait for. */
class ThrowingValidationTest {
    private static final long CLIENT = 77;
    private static final String THROWN = "the reader is closed";

    private final StoreFixture world = new StoreFixture();
    private final StoreNode store = world.store(StoreFixture.HOME);
    private final AtomicLong word = new AtomicLong();
    private final StoreShare whole = new StoreShare(
            new Partition[] {world.partitions[StoreFixture.HOME]},
            new ValueOperations(ListOperations.ALL),
            world.installers[StoreFixture.HOME],
            OwnWords.of(world.fabrics[StoreFixture.HOME]));
    private final PendingCommits pending =
            new PendingCommits(word::get, word::incrementAndGet, () -> whole, world.clock::nanos, false, () -> true);
    private final List<String> thrown = new ArrayList<>();
    private boolean throwing;
    private final TransactionHome transactions = new TransactionHome(
            store.passage(),
            new TransactionHome.Context(
                    world.fabrics[StoreFixture.HOME],
                    100,
                    world.homes,
                    world.membership::view,
                    () -> whole,
                    world.clock,
                    word::incrementAndGet,
                    new MemoryDecisionLog(),
                    new DurableAtOnce(),
                    pending,
                    this::validate,
                    world.fabrics[StoreFixture.HOME]::send));

    /** A log whose records are durable when they are appended. */
    private static final class DurableAtOnce implements CommitLog {
        private long records;

        @Override
        public boolean isKept() {
            return true;
        }

        @Override
        public long append(byte[] record) {
            return ++records;
        }

        @Override
        public void await(long ticket) {}

        @Override
        public void whenDurable(long ticket, Runnable then) {
            then.run();
        }
    }

    private boolean validate(long[] keys, long[] versions, int count) {
        if (throwing) {
            throw new IllegalStateException(THROWN);
        }
        return true;
    }

    @BeforeEach
    void connect() {
        world.fabrics[StoreFixture.HOME].receiveWith(this::received);
        world.scriptOther();
    }

    private void received(Message message) {
        try {
            assertTrue(transactions.handle(message) || store.handle(message));
        } catch (IllegalStateException failed) {
            thrown.add(String.valueOf(failed.getMessage()));
        }
    }

    private void prepare(long sequence) {
        PrepareRequest request = new PrepareRequest(
                sequence,
                StoreFixture.HOME,
                List.of(StoreFixture.HOME),
                true,
                true,
                1_000_000_000L,
                new long[] {world.key(99)},
                new long[] {0},
                List.of(StoreFixture.claim(StoreFixture.append(world.key((int) sequence), 5))));
        world.send(MessageType.PREPARE, CLIENT, sequence, request.encode());
    }

    private long timestamp() {
        return VoteReply.decode(world.only(MessageType.VOTE).payload()).word();
    }

    @Test
    void nobodyWaitsForAnAttemptWhoseValidationHasThrown() {
        throwing = true;
        prepare(1);
        assertEquals(List.of(THROWN), thrown);
        assertEquals(1, word.get(), "it has taken its timestamp");
        throwing = false;
        transactions.poll();
        transactions.poll();
        assertEquals(2, timestamp(), "of the second attempt");
        prepare(2);
        transactions.poll();
        assertEquals(3, timestamp());
        assertEquals(3, pending.begin(word.get(), true), "a snapshot sees all of them");
        assertEquals(0, transactions.size(), "nothing is held");
    }
}
