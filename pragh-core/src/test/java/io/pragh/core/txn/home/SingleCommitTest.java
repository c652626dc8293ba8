package io.pragh.core.txn.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.MemoryDecisionLog;
import io.pragh.core.fabric.Message;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.store.StoreFixture;
import io.pragh.core.store.StoreNode;
import io.pragh.core.timestamp.PendingCommits;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks a commit of one claim, which its home decides: the effect of the coordinator's one message when it comes
 * once, twice, late or to another home.
 */
class SingleCommitTest {
    private static final long CLIENT = 77;
    private static final int FAILING = 200;
    private static final long[] NONE = {};

    private final StoreFixture world = new StoreFixture(List.of(new Failing()));
    private final StoreNode store = world.store(StoreFixture.HOME);
    private final TransactionHome transactions = new TransactionHome(
            store.passage(),
            new TransactionHome.Context(
                    world.fabrics[StoreFixture.HOME],
                    100,
                    world.homes,
                    world.membership::view,
                    () -> world.shares[StoreFixture.HOME],
                    world.clock,
                    world.commits,
                    new MemoryDecisionLog(),
                    CommitLog.NONE,
                    PendingCommits.none(),
                    (keys, versions, count) -> true,
                    world.fabrics[StoreFixture.HOME]::send));
    private final long key = world.key(1);

    private static final class Failing implements ValueOperation {
        @Override
        public int code() {
            return FAILING;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            throw new IllegalStateException("no room for the new image");
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
            throw new AssertionError("it has failed before");
        }
    }

    @BeforeEach
    void connect() {
        world.fabrics[StoreFixture.HOME].receiveWith(
                message -> assertTrue(transactions.handle(message) || store.handle(message)));
        world.scriptOther();
    }

    private void prepare(long sequence, int partition, Update update) {
        PrepareRequest request = new PrepareRequest(
                sequence,
                partition,
                List.of(partition),
                true,
                true,
                1_000_000_000L,
                NONE,
                NONE,
                List.of(StoreFixture.claim(update)));
        world.send(MessageType.PREPARE, CLIENT, sequence, request.encode());
    }

    private VoteReply vote() {
        Message reply = world.only(MessageType.VOTE);
        assertEquals(CLIENT, reply.client());
        return VoteReply.decode(reply.payload());
    }

    private VoteReply answerTo(long sequence, Update update) {
        prepare(sequence, StoreFixture.HOME, update);
        return vote();
    }

    @Test
    void itIsAppliedOnceAndAnsweredAsOftenAsItIsAsked() {
        for (int i = 0; i < 3; i++) {
            assertEquals(1, answerTo(1, StoreFixture.append(key, 5)).word(), "its timestamp");
        }
        assertEquals(1, world.count(world.word(key)));
        for (int i = 0; i < 2; i++) {
            assertEquals(
                    VoteReply.PRECONDITION_FAILED,
                    answerTo(2, ListOperations.remove(key, 9, 0)).word());
        }
        assertEquals(0, transactions.size(), "nothing is held");
    }

    @Test
    void aRequestThatNobodyWaitsForAnyMoreIsDropped() {
        answerTo(5, StoreFixture.append(key, 5));
        prepare(4, StoreFixture.HOME, StoreFixture.append(key, 6));
        assertEquals(0, world.arrived());
        assertEquals(1, world.count(world.word(key)));
    }

    @Test
    void aRequestThatWaitsIsNotBegunAgain() {
        long first = world.place(key, StoreFixture.HOME, 5);
        world.setWord(key, first | ValueAddress.BUSY);
        prepare(1, StoreFixture.HOME, StoreFixture.append(key, 6));
        prepare(1, StoreFixture.HOME, StoreFixture.append(key, 6));
        assertEquals(0, world.arrived());
        world.setWord(key, first);
        transactions.poll();
        assertTrue(vote().word() > 0);
        assertEquals(2, world.count(world.word(key)));
    }

    @Test
    void anotherHomeIsNotAskedInTheCoordinatorsPlace() {
        long elsewhere = GraphKey.of(1, 0, 1, world.homes.mint(StoreFixture.OTHER, 0));
        prepare(1, StoreFixture.OTHER, StoreFixture.append(elsewhere, 5));
        assertEquals(VoteReply.REFUSED, vote().word());
    }

    @Test
    void whatAnOperationThrowsIsToldHoweverOftenItIsAsked() {
        long old = world.place(key, StoreFixture.HOME, 5);
        for (int i = 0; i < 2; i++) {
            VoteReply vote = answerTo(1, new Update(FAILING, key, 0, 0));
            assertEquals(VoteReply.FAILED, vote.word());
            assertTrue(vote.reason().contains("no room for the new image"), vote.reason());
        }
        for (int i = 0; i < 2; i++) {
            VoteReply vote = answerTo(2, new Update(99, key, 0, 0));
            assertEquals(VoteReply.FAILED, vote.word());
            assertTrue(vote.reason().contains("code=99"), vote.reason());
        }
        assertEquals(old, world.word(key), "it is as it was");
    }

    @Test
    void whatComesToNothingTakesNoSlot() {
        assertTrue(answerTo(1, new Update(ValueOperation.ERASE, key, 0, 0)).word() > 0);
        assertEquals(
                VoteReply.PRECONDITION_FAILED,
                answerTo(2, ListOperations.addChunk(key, 1, 0)).word());
        assertEquals(0, world.partitions[StoreFixture.HOME].table().size());
    }
}
