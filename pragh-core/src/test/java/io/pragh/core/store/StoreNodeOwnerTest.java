package io.pragh.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.HoldRequest;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.SettleRequest;
import io.pragh.core.protocol.WordReply;
import io.pragh.core.store.value.StateWord;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks what a store does with messages that come once, twice, late or to the wrong node; node 1 is played by the
 * test.
 */
class StoreNodeOwnerTest {
    private static final long CLIENT = 77;

    private final StoreFixture world = new StoreFixture();
    private final StoreNode store = world.store(StoreFixture.HOME);
    private final long key = world.key(1);

    @BeforeEach
    void connect() {
        world.fabrics[StoreFixture.HOME].receiveWith(message -> assertTrue(store.handle(message)));
        world.scriptOther();
    }

    /** The answer to a message, which has the message's client and sequence. */
    private long answerTo(int type, long sequence, ByteBuffer payload) {
        world.send(type, CLIENT, sequence, payload);
        Message reply = world.only(type + 1);
        assertEquals(CLIENT, reply.client());
        assertEquals(sequence, reply.sequence());
        return WordReply.decode(reply.payload());
    }

    private ByteBuffer hold(long old, long outstanding, Update update) {
        return HoldRequest.encode(old, outstanding, StoreFixture.claim(update));
    }

    @Test
    void anClaimSentTwiceBuildsOneBlock() {
        long old = world.place(key, StoreFixture.HOME, 5);
        long fresh = answerTo(MessageType.HOLD, 1, hold(old, 1, StoreFixture.append(key, 6)));
        assertTrue(ValueAddress.isBlock(fresh));
        assertEquals(fresh, answerTo(MessageType.HOLD, 1, hold(old, 1, StoreFixture.append(key, 6))));
        assertEquals(2, world.blocks(0));
        assertEquals(StateWord.locked(0, 0), world.stateWord(old));
        assertEquals(StateWord.pending(key, fresh), world.stateWord(fresh));
    }

    @Test
    void aRefusedClaimIsRefusedAgainEvenIfItWouldSucceedNow() {
        long old = world.place(key, StoreFixture.HOME, 5);
        world.setState(old, StateWord.pending(key, old));
        Update update = StoreFixture.append(key, 6);
        assertEquals(ValueInstaller.UNSETTLED, answerTo(MessageType.HOLD, 1, hold(old, 1, update)));
        world.setState(old, StateWord.live(key, old));
        assertEquals(ValueInstaller.UNSETTLED, answerTo(MessageType.HOLD, 1, hold(old, 1, update)));
        assertTrue(answerTo(MessageType.HOLD, 2, hold(old, 2, update)) > 0, "a question of its own");
    }

    @Test
    void aLateClaimLocksNothing() {
        long old = world.place(key, StoreFixture.HOME, 5);
        long other = world.place(world.key(2), StoreFixture.HOME, 5);
        answerTo(MessageType.HOLD, 9, hold(other, 9, StoreFixture.append(world.key(2), 6)));
        world.send(MessageType.HOLD, CLIENT, 8, hold(old, 8, StoreFixture.append(key, 6)));
        assertEquals(0, world.arrived());
        assertEquals(StateWord.live(key, old), world.stateWord(old));
    }

    @Test
    void anClaimForAPartitionOfOthersIsLeftToThem() {
        long elsewhere = ValueAddress.of(StoreFixture.OTHER, 1, 1, 1 << 16);
        world.send(MessageType.HOLD, CLIENT, 1, hold(elsewhere, 1, StoreFixture.append(key, 6)));
        world.send(MessageType.SETTLE, CLIENT, 2, SettleRequest.encode(key, elsewhere, elsewhere));
        assertEquals(0, world.arrived());
    }

    @Test
    void aSettlementSentTwiceRetiresOnce() {
        long old = world.place(key, StoreFixture.HOME, 5);
        long fresh = answerTo(MessageType.HOLD, 1, hold(old, 1, StoreFixture.append(key, 6)));
        world.stamp(fresh, key, 2);
        for (int i = 0; i < 2; i++) {
            assertEquals(0, answerTo(MessageType.SETTLE, 2, SettleRequest.encode(key, old, fresh)));
        }
        assertEquals(1, world.partitions[0].reclaimer().resting());
        assertEquals(StateWord.live(key, fresh), world.stateWord(fresh));
        assertEquals(StateWord.superseded(0, 2), world.stateWord(old));
    }

    @Test
    void aSettlementThatComesBackLateIsAnsweredAndDoesNothing() {
        long old = world.place(key, StoreFixture.HOME, 5);
        long fresh = answerTo(MessageType.HOLD, 1, hold(old, 1, StoreFixture.append(key, 6)));
        world.stamp(fresh, key, 2);
        answerTo(MessageType.SETTLE, 2, SettleRequest.encode(key, old, fresh));
        answerTo(MessageType.HOLD, 3, hold(fresh, 3, StoreFixture.append(key, 7)));
        assertEquals(0, answerTo(MessageType.SETTLE, 2, SettleRequest.encode(key, old, fresh)));
        assertEquals(StateWord.locked(0, 0), world.stateWord(fresh), "the next update goes on");
        assertEquals(1, world.partitions[0].reclaimer().resting());
    }

    @Test
    void aTombstoneIsForgottenOnAMessageOfItsHome() {
        long old = world.place(key, StoreFixture.HOME, 5);
        Update wrong = new Update(ValueOperations.FORGET, key, old, 0);
        assertEquals(ValueInstaller.PRECONDITION_FAILED, answerTo(MessageType.HOLD, 1, hold(old, 1, wrong)));
        assertEquals(StateWord.live(key, old), world.stateWord(old), "it is no tombstone");
        long tombstone = answerTo(MessageType.HOLD, 2, hold(old, 2, new Update(ValueOperation.ERASE, key, 0, 0)));
        world.stamp(tombstone, key, 2);
        answerTo(MessageType.SETTLE, 3, SettleRequest.encode(key, old, tombstone));
        assertEquals(1, world.partitions[0].tombstones().count());
        Update forget = new Update(ValueOperations.FORGET, key, tombstone, 0);
        assertEquals(0, answerTo(MessageType.HOLD, 4, hold(tombstone, 4, forget)));
        assertEquals(StateWord.locked(0, 0), world.stateWord(tombstone), "until the slot is vacant");
        assertEquals(0, answerTo(MessageType.SETTLE, 5, SettleRequest.encode(key, tombstone, 0)));
        assertEquals(StateWord.SUPERSEDED, world.state(tombstone));
        assertEquals(2, world.partitions[0].reclaimer().resting());
    }

    @Test
    void aTombstoneIsDueAfterALeaseAndWhenNoSnapshotIsOlder() {
        long old = world.place(key, StoreFixture.HOME, 5);
        Partition home = world.partitions[StoreFixture.HOME];
        ValueInstaller installer = world.installers[StoreFixture.HOME];
        long tombstone = installer.hold(home, StoreFixture.claim(new Update(ValueOperation.ERASE, key, 0, 0)), old);
        world.stamp(tombstone, key, 2);
        installer.settle(home, key, old, tombstone);
        Tombstones tombstones = world.partitions[0].tombstones();
        long now = world.clock.nanos();
        assertNull(tombstones.take(now + StoreFixture.LEASE.reclaimNanos() - 1, 2));
        assertNull(tombstones.take(now + StoreFixture.LEASE.reclaimNanos(), 1), "a snapshot at 1 still wants the list");
        Tombstones.Tombstone due = tombstones.take(now + StoreFixture.LEASE.reclaimNanos(), 2);
        assertEquals(new Tombstones.Tombstone(key, tombstone, now), due);
        assertEquals(StateWord.SUPERSEDED, world.state(old));
    }

    @Test
    void aMessageForOthersIsLeftToThem() {
        Message reply = new Message(1, 0, MessageType.VOTE, CLIENT, 1, WordReply.encode(0));
        assertFalse(store.handle(reply));
    }
}
