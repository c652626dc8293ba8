package io.pragh.core.txn.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Message;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.protocol.HoldRequest;
import io.pragh.core.protocol.MalformedMessageException;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.SettleRequest;
import io.pragh.core.protocol.WordReply;
import io.pragh.core.store.StoreFixture;
import io.pragh.core.store.ValueInstaller;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.txn.home.ClaimOperation.Step;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks an update at its home, step by step; the owner on the other node is played by the test. */
class HomeClaimsTest {
    private final StoreFixture world = new StoreFixture();
    private final HomeFixture home = new HomeFixture(world);
    private final long key = world.key(1);
    private final List<Long> decided = new ArrayList<>();

    @BeforeEach
    void connect() {
        home.connect();
    }

    private LoneClaim start(Update update) {
        LoneClaim operation = home.begin(update, decided::add);
        operation.drive();
        return operation;
    }

    private void decidedAs(UpdateResult... results) {
        List<Long> codes = new ArrayList<>();
        for (UpdateResult result : results) {
            codes.add(LoneClaim.codeOf(result));
        }
        assertEquals(codes, decided);
    }

    private static long neighbour(ByteBuffer payload) {
        return HoldRequest.claim(payload).updates().get(0).first();
    }

    private void answer(Message question, int type, long word) {
        world.send(type, question.client(), question.sequence(), WordReply.encode(word));
    }

    @Test
    void aLocalUpdateGoesThroughEveryStepInOrder() {
        start(StoreFixture.append(key, 5));
        long first = world.word(key);
        assertTrue(ValueAddress.isBlock(first) && !ValueAddress.isBusy(first));
        LoneClaim second = home.begin(StoreFixture.append(key, 6), decided::add);
        assertEquals(Step.LOCK, second.step());
        assertEquals(ClaimProgress.ADVANCED, second.advance());
        assertEquals(Step.APPLY, second.step());
        assertEquals(first | ValueAddress.BUSY, world.word(key));
        assertEquals(StateWord.LIVE, world.state(first));
        assertEquals(ClaimProgress.ADVANCED, second.advance());
        assertEquals(Step.STAMP, second.step(), "it is held, and the commit is decided");
        assertEquals(StateWord.LOCKED, world.state(first));
        assertEquals(ClaimProgress.ADVANCED, second.advance());
        assertEquals(Step.PUBLISH, second.step());
        assertEquals(StateWord.LOCKED, world.state(first));
        assertEquals(first | ValueAddress.BUSY, world.word(key));
        decidedAs(UpdateResult.APPLIED);
        assertEquals(ClaimProgress.ADVANCED, second.advance());
        assertEquals(Step.SETTLE, second.step());
        decidedAs(UpdateResult.APPLIED, UpdateResult.APPLIED);
        long published = world.word(key);
        assertEquals(StateWord.PENDING, world.state(published));
        assertEquals(ClaimProgress.DONE, second.advance());
        assertEquals(ClaimProgress.DONE, second.advance());
        assertEquals(StateWord.LIVE, world.state(published));
        assertEquals(StateWord.SUPERSEDED, world.state(first));
        assertEquals(2, world.count(published));
        decidedAs(UpdateResult.APPLIED, UpdateResult.APPLIED);
    }

    @Test
    void whatCannotHappenToAKeyWithoutValueTakesNoSlot() {
        start(ListOperations.remove(key, 1, 0));
        start(ListOperations.addChunk(key, 1, 0));
        decidedAs(UpdateResult.PRECONDITION_FAILED, UpdateResult.PRECONDITION_FAILED);
        assertEquals(0, world.partitions[0].table().size());
    }

    @Test
    void aSecondUpdateWaitsForTheFirst() {
        long old = world.place(key, StoreFixture.OTHER, 5);
        start(StoreFixture.append(key, 6));
        LoneClaim second = start(StoreFixture.append(key, 7));
        assertEquals(Step.LOCK, second.step());
        home.claims.poll();
        Message question = world.only(MessageType.HOLD);
        assertEquals(old, HoldRequest.oldAddress(question.payload()));
        answer(question, MessageType.HOLD_REPLY, ValueInstaller.FULL);
        home.claims.poll();
        assertEquals(7, neighbour(world.only(MessageType.HOLD).payload()));
        decidedAs(UpdateResult.FULL);
    }

    @Test
    void aRemoteOwnerIsAskedToApplyAndThenToSettle() {
        long old = world.place(key, StoreFixture.OTHER, 5);
        LoneClaim operation = start(StoreFixture.append(key, 6));
        assertEquals(old | ValueAddress.BUSY, world.word(key));
        Message question = world.only(MessageType.HOLD);
        assertEquals(old, HoldRequest.oldAddress(question.payload()));
        assertEquals(6, neighbour(question.payload()));
        assertEquals(ClaimProgress.AWAITING, operation.advance());
        long fresh = world.held(question);
        answer(question, MessageType.HOLD_REPLY, fresh);
        decidedAs(UpdateResult.APPLIED);
        assertEquals(fresh, world.word(key));
        Message settlement = world.only(MessageType.SETTLE);
        assertEquals(key, SettleRequest.key(settlement.payload()));
        assertEquals(old, SettleRequest.oldAddress(settlement.payload()));
        assertEquals(fresh, SettleRequest.newAddress(settlement.payload()));
        answer(question, MessageType.HOLD_REPLY, ValueAddress.of(1, 2, 4, 1 << 17)); // the same answer again, late
        assertEquals(Step.SETTLE, operation.step());
        answer(settlement, MessageType.SETTLE_REPLY, 0);
        assertEquals(Step.DONE, operation.step());
        answer(settlement, MessageType.SETTLE_REPLY, 0);
        assertEquals(fresh, world.word(key));
        world.clock.advance(OwnersElsewhere.RESEND_NANOS);
        home.claims.poll();
        assertEquals(0, world.arrived());
        decidedAs(UpdateResult.APPLIED);
    }

    @ParameterizedTest
    @CsvSource({"-1, PRECONDITION_FAILED", "-2, FULL", "-13, OUT_OF_MEMORY"})
    void whatTheOwnerRefusesLeavesTheSlotAsItWas(long word, UpdateResult result) {
        long old = world.place(key, StoreFixture.OTHER, 5);
        start(StoreFixture.append(key, 6));
        answer(world.only(MessageType.HOLD), MessageType.HOLD_REPLY, word);
        decidedAs(result);
        assertEquals(old, world.word(key));
    }

    @ParameterizedTest
    @ValueSource(longs = {ValueInstaller.UNSETTLED, ValueInstaller.STALE})
    void anOwnerThatIsNotReadyIsAskedAgain(long word) {
        long old = world.place(key, StoreFixture.OTHER, 5);
        start(StoreFixture.append(key, 6));
        Message first = world.only(MessageType.HOLD);
        answer(first, MessageType.HOLD_REPLY, word);
        home.claims.poll();
        Message second = world.only(MessageType.HOLD);
        assertTrue(second.sequence() > first.sequence(), "a question of its own");
        assertEquals(old, HoldRequest.oldAddress(second.payload()));
        answer(second, MessageType.HOLD_REPLY, ValueInstaller.FULL);
        decidedAs(UpdateResult.FULL);
        assertEquals(old, world.word(key));
    }

    @Test
    void anUnansweredQuestionIsSentAgainAfterAWhile() {
        world.place(key, StoreFixture.OTHER, 5);
        start(StoreFixture.append(key, 6));
        Message first = world.only(MessageType.HOLD);
        world.clock.advance(OwnersElsewhere.RESEND_NANOS - 1);
        home.claims.poll();
        assertEquals(0, world.arrived());
        world.clock.advance(1);
        home.claims.poll();
        Message again = world.only(MessageType.HOLD);
        assertEquals(first, again, "to the byte");
        home.claims.poll();
        assertEquals(0, world.arrived());
        world.clock.advance(OwnersElsewhere.RESEND_NANOS);
        home.claims.poll();
        assertEquals(first, world.only(MessageType.HOLD));
    }

    @Test
    void aQuestionNamesTheSmallestThatIsStillOpen() {
        long other = world.key(2);
        world.place(key, StoreFixture.OTHER, 5);
        world.place(other, StoreFixture.OTHER, 5);
        start(StoreFixture.append(key, 6));
        Message first = world.only(MessageType.HOLD);
        assertEquals(first.sequence(), HoldRequest.outstanding(first.payload()));
        start(StoreFixture.append(other, 6));
        Message second = world.only(MessageType.HOLD);
        assertEquals(first.sequence(), HoldRequest.outstanding(second.payload()));
        answer(first, MessageType.HOLD_REPLY, ValueInstaller.FULL);
        start(StoreFixture.append(key, 7));
        assertEquals(
                second.sequence(),
                HoldRequest.outstanding(world.only(MessageType.HOLD).payload()));
    }

    @Test
    void anAnswerThatCannotBeMeantLeavesTheQuestionOpen() {
        world.place(key, StoreFixture.OTHER, 5);
        start(StoreFixture.append(key, 6));
        Message question = world.only(MessageType.HOLD);
        Message[] nonsense = {
            reply(question, MessageType.HOLD_REPLY, ByteBuffer.allocate(4)),
            reply(question, MessageType.SETTLE_REPLY, WordReply.encode(0)),
            reply(question, MessageType.HOLD_REPLY, WordReply.encode(-55)),
            reply(question, MessageType.HOLD_REPLY, WordReply.encode(ValueAddress.of(0, 2, 3, 1 << 16))),
            reply(question, MessageType.REFUSAL, WordReply.encode(7))
        };
        for (Message message : nonsense) {
            assertThrows(MalformedMessageException.class, () -> home.claims.handle(message));
        }
        decidedAs();
        answer(question, MessageType.REFUSAL, WordReply.FAILED);
        assertEquals(List.of(WordReply.FAILED), decided, "a node that does not know HOLD has held nothing");
    }

    private static Message reply(Message question, int type, ByteBuffer payload) {
        return new Message(1, 0, type, question.client(), question.sequence(), payload);
    }

    @Test
    void answersNobodyAskedForAreIgnored() {
        world.send(MessageType.HOLD_REPLY, 100, 1, WordReply.encode(ValueAddress.of(1, 2, 3, 1 << 16)));
        world.send(MessageType.SETTLE_REPLY, 100, 2, WordReply.encode(0));
        assertEquals(0, world.arrived());
    }

    private void otherIsGone() {
        world.membership.change(new ClusterView(
                2, List.of(new ClusterView.Member(0, "node-0", "")), new int[] {0, ClusterView.NOBODY}));
    }

    @Test
    void anUpdateOfAValueWhoseOwnerIsGoneWaitsForTheRecovery() {
        long old = world.place(key, StoreFixture.OTHER, 5);
        otherIsGone();
        start(StoreFixture.append(key, 6));
        home.claims.poll();
        decidedAs();
        assertEquals(old, world.word(key), "the recovery finds the key free");
        world.setWord(key, ValueAddress.LOST);
        home.claims.poll();
        decidedAs(UpdateResult.LOST);
    }

    @Test
    void anOwnerThatGoesWhileItIsAskedIsGivenUpAfterAWhile() {
        long old = world.place(key, StoreFixture.OTHER, 5);
        start(StoreFixture.append(key, 6));
        Message question = world.only(MessageType.HOLD);
        otherIsGone();
        home.claims.poll();
        assertEquals(old | ValueAddress.BUSY, world.word(key));
        world.clock.advance(OwnersElsewhere.RESEND_NANOS);
        home.claims.poll();
        assertEquals(old, world.word(key));
        world.setWord(key, ValueAddress.LOST);
        answer(question, MessageType.HOLD_REPLY, ValueAddress.of(1, 2, 3, 1 << 16));
        assertEquals(ValueAddress.LOST, world.word(key), "a late answer changes nothing");
        home.claims.poll();
        decidedAs(UpdateResult.LOST);
    }

    @Test
    void anOwnerThatGoesBeforeItHasSettledEndsTheUpdate() {
        world.place(key, StoreFixture.OTHER, 5);
        LoneClaim operation = start(StoreFixture.append(key, 6));
        Message question = world.only(MessageType.HOLD);
        answer(question, MessageType.HOLD_REPLY, world.held(question));
        world.only(MessageType.SETTLE);
        otherIsGone();
        world.clock.advance(OwnersElsewhere.RESEND_NANOS);
        home.claims.poll();
        assertEquals(Step.DONE, operation.step());
        decidedAs(UpdateResult.APPLIED);
    }

    @Test
    void aLostValueIsHealedByAWholeImageAlone() {
        world.setWord(key, ValueAddress.LOST);
        start(StoreFixture.append(key, 6));
        start(new Update(ValueOperation.ERASE, key, 0, 0));
        decidedAs(UpdateResult.LOST, UpdateResult.LOST);
        assertEquals(ValueAddress.LOST, world.word(key));
        start(ListOperations.replace(key, new byte[24]));
        decidedAs(UpdateResult.LOST, UpdateResult.LOST, UpdateResult.APPLIED);
        assertEquals(StateWord.LIVE, world.state(world.word(key)));
        assertEquals(24, world.bodyBytes(world.word(key)));
    }

    @Test
    void aLostValueThatCouldNotBeHealedIsStillLost() {
        world.setWord(key, ValueAddress.LOST);
        start(ListOperations.replace(key, new byte[world.partitions[0].region().segmentBytes()]));
        decidedAs(UpdateResult.FULL);
        assertEquals("lost", ValueAddress.show(world.word(key)));
    }

    @Test
    void anUnknownOperationFailsAndGivesTheKeyBack() {
        long old = world.place(key, StoreFixture.HOME, 5);
        start(new Update(99, key, 0, 0));
        assertEquals(List.of(WordReply.FAILED), decided);
        decided.clear();
        assertEquals(old, world.word(key));
        start(StoreFixture.append(key, 6));
        decidedAs(UpdateResult.APPLIED);
    }

    @Test
    void isHomeOfTheKeysOfItsPartitions() {
        assertFalse(home.store.isHome(GraphKey.of(1, 0, 1, world.homes.mint(StoreFixture.OTHER, 0))));
        assertTrue(home.store.isHome(key));
    }
}
