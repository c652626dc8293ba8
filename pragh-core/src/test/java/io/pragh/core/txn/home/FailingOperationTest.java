package io.pragh.core.txn.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.fabric.Message;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.HoldRequest;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.WordReply;
import io.pragh.core.store.StoreFixture;
import io.pragh.core.store.value.StateWord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that an operation that throws leaves the key as it was, wherever it throws, and that the caller learns the
 * cause.
 */
class FailingOperationTest {
    private static final int FAILING = 200;
    private static final long CLIENT = 77;

    /** Where the operation fails. */
    enum Place {
        NEW_BYTES,
        WRITE,
        UNKNOWN_CODE
    }

    private final Error thrown = new OutOfMemoryError("no room for the new image");
    private final StoreFixture world = new StoreFixture(List.of(new Failing()));
    private final HomeFixture home = new HomeFixture(world);
    private final long key = world.key(1);
    private final List<Long> decided = new ArrayList<>();

    private final class Failing implements ValueOperation {
        @Override
        public int code() {
            return FAILING;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            if (update.first() == codeOf(Place.NEW_BYTES)) {
                throw thrown;
            }
            return update.first() == codeOf(Place.UNKNOWN_CODE) ? -77 : 24;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
            target.setLong(newBody, -1);
            throw thrown;
        }
    }

    private static int codeOf(Place place) {
        return switch (place) {
            case NEW_BYTES -> 1;
            case WRITE -> 2;
            case UNKNOWN_CODE -> 3;
        };
    }

    private Update failing(Place place) {
        return new Update(FAILING, key, codeOf(place), 0);
    }

    @BeforeEach
    void connect() {
        home.connect();
    }

    private OperationFailedException fails(Place place) {
        decided.clear();
        LoneClaim operation = home.begin(failing(place), decided::add);
        operation.drive();
        assertEquals(List.of(WordReply.FAILED), decided);
        assertEquals(ClaimOperation.Step.DONE, operation.step());
        OperationFailedException failure = operation.failure();
        assertNotNull(failure);
        assertFalse(failure.retryable());
        return failure;
    }

    private void appends(int entries) {
        decided.clear();
        home.begin(StoreFixture.append(key, 6), decided::add).drive();
        assertEquals(List.of(LoneClaim.codeOf(UpdateResult.APPLIED)), decided);
        assertEquals(entries, world.count(world.word(key)));
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aValueAtHomeIsAsItWas(Place place) {
        long old = world.place(key, StoreFixture.HOME, 5);
        OperationFailedException failure = fails(place);
        if (place == Place.UNKNOWN_CODE) {
            assertTrue(failure.getMessage().contains("answer=-77"), failure.getMessage());
        } else {
            assertSame(thrown, failure.getCause());
            assertTrue(failure.getMessage().contains("no room for the new image"), failure.getMessage());
        }
        assertEquals(old, world.word(key), "not busy");
        assertEquals(StateWord.live(key, old), world.stateWord(old), "not locked");
        assertEquals(1, world.blocks(0), "no block leaks");
        appends(2);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aKeyWithoutValueHasNone(Place place) {
        fails(place);
        if (place == Place.NEW_BYTES) {
            assertEquals(0, world.partitions[0].table().size(), "not even a slot");
        }
        assertEquals(0, world.blocks(0));
        appends(1);
        assertEquals(1, world.blocks(0));
    }

    private static void heardWhy(Place place, Message reply) {
        assertEquals(WordReply.FAILED, WordReply.decode(reply.payload()));
        String why = WordReply.reason(reply.payload());
        assertTrue(why.contains(place == Place.UNKNOWN_CODE ? "answer=-77" : "no room for the new image"), why);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void anOwnerUndoesItsPartAndTellsTheHome(Place place) {
        long old = world.place(key, StoreFixture.HOME, 5);
        for (int i = 0; i < 2; i++) {
            world.send(MessageType.HOLD, CLIENT, 1, HoldRequest.encode(old, 1, StoreFixture.claim(failing(place))));
            heardWhy(place, world.only(MessageType.HOLD_REPLY));
        }
        assertEquals(StateWord.live(key, old), world.stateWord(old));
        assertEquals(1, world.blocks(0));
        world.send(
                MessageType.HOLD, CLIENT, 2, HoldRequest.encode(old, 2, StoreFixture.claim(new Update(99, key, 0, 0))));
        assertEquals(
                WordReply.FAILED,
                WordReply.decode(world.only(MessageType.HOLD_REPLY).payload()));
        assertEquals(StateWord.live(key, old), world.stateWord(old));
    }

    @Test
    void aHomeGivesTheKeyBackWhenTheOwnerFails() {
        long old = world.place(key, StoreFixture.OTHER, 5);
        LoneClaim operation = home.begin(StoreFixture.append(key, 6), decided::add);
        operation.drive();
        Message question = world.only(MessageType.HOLD);
        world.send(MessageType.HOLD_REPLY, question.client(), question.sequence(), WordReply.failed("it broke there"));
        assertEquals(List.of(WordReply.FAILED), decided);
        OperationFailedException failure = operation.failure();
        assertNotNull(failure);
        assertEquals("it broke there", failure.getMessage());
        assertEquals(old, world.word(key));
        home.begin(new Update(ValueOperation.ERASE, key, 0, 0), decided::add).drive();
        world.only(MessageType.HOLD);
    }
}
