package io.pragh.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Update;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.protocol.AppendRequest;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.MalformedMessageException;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.store.value.Edition;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AppendsTest {
    private static final long BEGIN = 3;

    private final StoreFixture world = new StoreFixture();
    private final Partition at = world.partitions[StoreFixture.HOME];
    private final ValueInstaller installer = world.installers[StoreFixture.HOME];
    private final long key = world.key(1);

    private static Claim claim(long expected, Update... updates) {
        return new Claim(updates[0].key(), BEGIN, expected, List.of(updates));
    }

    private long hold(long old, Update... updates) {
        return installer.hold(at, claim(Claim.ANY, updates), old);
    }

    /** A list of these neighbours whose last append has replaced its block, and has left slack. */
    private long grown(long... neighbours) {
        long first = hold(ValueAddress.ABSENT, ListOperations.append(key, neighbours[0], 0));
        world.stamp(first, key, 10);
        Update[] rest = new Update[neighbours.length - 1];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = ListOperations.append(key, neighbours[i + 1], 0);
        }
        long second = hold(first, rest);
        assertTrue(ValueAddress.isBlock(second) && second != ValueInstaller.IN_PLACE, "a first block has no room");
        world.stamp(second, key, 11);
        installer.settle(at, key, first, second);
        return second;
    }

    private long append(long old, long version, long neighbour, long edgeId) {
        Update update = ListOperations.append(key, neighbour, edgeId);
        assertEquals(ValueInstaller.IN_PLACE, hold(old, update));
        assertTrue(installer.appends().append(at, List.of(update), old, version));
        return installer.appends().appended(old, List.of(update));
    }

    private Tail tail(long address) {
        return Tail.of(
                at.region(), ValueAddress.offset(address), world.bodyBytes(address), ValueAddress.entries(address));
    }

    @Test
    void whereThereIsRoomTheBlockStays() {
        long block = grown(1, 2, 3);
        assertEquals(ValueInstaller.IN_PLACE, hold(block, ListOperations.append(key, 4, 9)));
        assertEquals(StateWord.locked(block, BEGIN), world.stateWord(block), "snapshots from before read on");
        assertEquals(0, world.header(block, ValueHeader.LENGTH + world.bodyBytes(block)), "nothing is written yet");
        installer.abandon(at, key, block, ValueInstaller.UNCHANGED, BEGIN);
        assertEquals(StateWord.live(key, block), world.stateWord(block));

        long appended = append(block, 20, 4, 9);
        assertEquals(block, ValueAddress.block(appended));
        assertEquals(1, ValueAddress.entries(appended));
        assertEquals(StateWord.live(key, appended), world.stateWord(block));
        assertEquals(3, world.count(block), "the body is what it was");
        Tail tail = tail(appended);
        assertEquals(4, tail.first(0));
        assertEquals(9, tail.second(0));
        assertEquals(20, tail.lastTimestamp());
        assertEquals(0, at.reclaimer().resting() - 1, "nothing rests but the first block");
    }

    @Test
    void aSnapshotSeesWhatWasCommittedByThen() {
        long appended = append(append(grown(1, 2, 3), 20, 4, 0), 25, 5, 0);
        Tail tail = tail(appended);
        assertEquals(0, tail.seenAt(19).count());
        assertEquals(1, tail.seenAt(20).count());
        assertEquals(1, tail.seenAt(24).count());
        assertEquals(2, tail.seenAt(25).count());
        at.region().setLong(tail.end() - Long.BYTES, 0); // as a READ during the write may return it
        assertNull(tail.seenAt(25), "an entry on its way");
        assertFalse(tail.isWhole());
        assertEquals(1, tail.seenAt(24).count(), "which an earlier snapshot does not wait for");
    }

    @Test
    void recordsTakeWhatFitsAndAreLongerForOthers() {
        long first = (1L << 36) - 1;
        long second = (1L << 35) - 1;
        long timestamp = (1L << 54) - 1;
        Tail narrow = tail(append(append(grown(1, 2, 3), 20, first, 0), timestamp, 0, second));
        assertFalse(narrow.wide());
        assertEquals(List.of(first, 0L, 0L, second), numbers(narrow));
        assertEquals(timestamp, narrow.lastTimestamp());
        assertEquals(1, narrow.seenAt(timestamp - 1).count());
        Tail wide = tail(append(append(grown(1, 1L << 40, 3), 20, first + 1, 5), timestamp, 4, second + 1));
        assertTrue(wide.wide());
        assertEquals(List.of(first + 1, 5L, 4L, second + 1), numbers(wide));
        assertEquals(timestamp, wide.lastTimestamp());
        assertEquals(1, wide.seenAt(timestamp - 1).count());
        at.region().setLong(wide.end() - Long.BYTES, 0);
        assertFalse(wide.isWhole());
    }

    private static List<Long> numbers(Tail two) {
        return List.of(two.first(0), two.second(0), two.first(1), two.second(1));
    }

    @Test
    void aListOfWideNumbersHasWideRecordsOnly() {
        long appended = append(grown(1, 1L << 40, 3), 20, 4, 0);
        assertTrue(tail(appended).wide());
        assertEquals(4, tail(appended).first(0));
    }

    @Test
    void aListOfNarrowNumbersMayHaveAWideRecord() {
        long appended = append(grown(1, 2, 3), 20, 1L << 40, 7);
        assertEquals(1L << 40, tail(appended).first(0));
        assertEquals(7, tail(appended).second(0));
    }

    @Test
    void aWideNumberBehindNarrowOnesIsTakenIntoTheBody() {
        long appended = append(grown(1, 2, 3), 20, 4, 0);
        long folded = hold(appended, ListOperations.append(key, 1L << 40, 0));
        assertNotEquals(ValueInstaller.IN_PLACE, folded);
        assertEquals(5, world.count(folded));
        assertEquals(4, neighbour(folded, 3));
        assertEquals(1L << 40, neighbour(folded, 4));
    }

    @Test
    void aCopyOfWideRecordsIsAsLong() {
        long appended = append(grown(1, 1L << 40, 3), 20, 1L << 41, 6);
        long again = hold(appended, new Update(ValueOperations.REWRITE, key, 0, 0));
        assertEquals(1L << 41, tail(again).first(0));
        assertEquals(6, tail(again).second(0));
    }

    @Test
    void whatComesAgainIsDoneOnce() {
        long block = grown(1, 2, 3);
        long appended = append(block, 20, 4, 0);
        Update update = ListOperations.append(key, 4, 0);
        assertTrue(installer.appends().append(at, List.of(update), block, 20));
        assertEquals(StateWord.live(key, appended), world.stateWord(block));
        assertEquals(ValueInstaller.IN_PLACE, hold(appended, ListOperations.append(key, 5, 0)));
        assertTrue(installer.appends().append(at, List.of(update), block, 20), "late, when another holds the block");
        assertEquals(StateWord.locked(appended, BEGIN), world.stateWord(block), "whose lock it is not");
    }

    @Test
    void twoThreadsMayHaveAMessageThatCameTwice() {
        long block = grown(1, 2, 3);
        Update update = ListOperations.append(key, 4, 0);
        assertEquals(ValueInstaller.IN_PLACE, hold(block, update));
        boolean[] overtaken = new boolean[1];
        List<Update> slow = new AbstractList<>() {
            @Override
            public Update get(int index) {
                return update;
            }

            /** Called when the block was found LOCKED and nothing is written yet. */
            @Override
            public int size() {
                if (!overtaken[0]) {
                    overtaken[0] = true;
                    assertEquals(StateWord.locked(block, BEGIN), world.stateWord(block));
                    assertTrue(installer.appends().append(at, List.of(update), block, 20));
                }
                return 1;
            }
        };
        assertTrue(installer.appends().append(at, slow, block, 20));
        assertTrue(overtaken[0]);
        long appended = installer.appends().appended(block, List.of(update));
        assertEquals(StateWord.live(key, appended), world.stateWord(block));
        assertEquals(4, tail(appended).first(0));
        assertEquals(20, tail(appended).lastTimestamp());
    }

    @Test
    void whoIsLateMeetsAnotherWord() {
        long block = grown(1, 2, 3);
        append(block, 20, 4, 0);
        assertEquals(ValueInstaller.STALE, hold(block, ListOperations.append(key, 5, 0)));
    }

    @Test
    void theVersionThatWasReadCountsEntries() {
        long block = grown(1, 2, 3);
        long appended = append(block, 20, 4, 0);
        Update update = ListOperations.append(key, 5, 0);
        assertEquals(ValueInstaller.CONFLICT, installer.hold(at, claim(Edition.of(11, 0), update), appended));
        assertEquals(StateWord.live(key, appended), world.stateWord(block), "given back as it was");
        assertEquals(ValueInstaller.IN_PLACE, installer.hold(at, claim(Edition.of(11, 1), update), appended));
    }

    @Test
    void whatIsNotAppendedTakesTheEntriesAlong() {
        long block = grown(1, 2, 3);
        long appended = append(append(block, 20, 4, 0), 21, 5, 0);
        long taken = hold(appended, ListOperations.remove(key, 2, 0));
        world.stamp(taken, key, 30);
        assertEquals(4, world.count(taken));
        assertEquals(0, ValueAddress.entries(taken));
        installer.settle(at, key, appended, taken);
        assertEquals(StateWord.superseded(appended, 30), world.stateWord(block), "with the entries that snapshots see");
        assertEquals(4, neighbour(taken, 2));
        assertEquals(5, neighbour(taken, 3));
    }

    @Test
    void aPredicateSeesTheEntriesAndChangesNothing() {
        long appended = append(grown(1, 2, 3), 20, 4, 7);
        long blocks = world.blocks(0);
        Update there = new Update(ListOperations.CONTAINS, key, 4, 7);
        assertEquals(ValueInstaller.UNCHANGED, hold(appended, there));
        installer.abandon(at, key, appended, ValueInstaller.UNCHANGED, BEGIN);
        assertEquals(ValueInstaller.CONFLICT, hold(appended, new Update(ListOperations.CONTAINS, key, 6, 7)));
        assertEquals(blocks, world.blocks(0), "what was built to look at is gone");
    }

    @Test
    void trimmedItHasItsLastTimestampAndNoRoom() {
        long appended = append(grown(1, 2, 3), 20, 4, 0);
        long trimmed = hold(appended, new Update(ValueOperations.TRIM, key, 0, 0));
        assertEquals(4, world.count(trimmed));
        assertEquals(0, ValueAddress.entries(trimmed));
        assertEquals(20, world.header(trimmed, ValueHeader.VERSION_OFFSET), "who sees the entry sees this block");
        installer.settle(at, key, appended, trimmed);
        assertEquals(StateWord.superseded(appended, 20), world.stateWord(appended));
        assertNotEquals(ValueInstaller.IN_PLACE, hold(trimmed, ListOperations.append(key, 5, 0)));
    }

    @Test
    void writtenAgainItIsWhatItWasForWhoHasReadIt() {
        long appended = append(grown(1, 2, 3), 20, 4, 8);
        long again = hold(appended, new Update(ValueOperations.REWRITE, key, 0, 0));
        assertEquals(StateWord.pending(key, again), world.stateWord(again));
        assertEquals(1, ValueAddress.entries(again));
        assertEquals(11, world.header(again, ValueHeader.VERSION_OFFSET));
        assertEquals(3, world.count(again));
        assertEquals(20, tail(again).lastTimestamp());
        assertEquals(8, tail(again).second(0));
        installer.settle(at, key, appended, again);
        assertEquals(StateWord.live(key, again), world.stateWord(again));
        assertEquals(StateWord.superseded(appended, 11), world.stateWord(appended));
    }

    @Test
    void aFullTailIsTakenIntoABlockWithMoreRoom() {
        long block = grown(1, 2, 3);
        long at = block;
        int entries = 0;
        for (long neighbour = 4; ValueAddress.block(at) == block && neighbour < 400; neighbour++) {
            Update update = ListOperations.append(key, neighbour, 0);
            long answer = hold(at, update);
            if (answer == ValueInstaller.IN_PLACE) {
                assertTrue(installer.appends().append(this.at, List.of(update), at, neighbour + 100));
                at = installer.appends().appended(at, List.of(update));
                entries++;
            } else {
                at = answer;
            }
        }
        assertTrue(entries >= 2);
        assertNotEquals(block, ValueAddress.block(at));
        assertEquals(3 + entries + 1, world.count(at));
        assertEquals(3 + entries + 1L, neighbour(at, 3 + entries));
    }

    @Test
    void anOwnerHasNoUseForAMessageThatAppendsNothing() {
        StoreNode store = world.store(StoreFixture.HOME);
        world.fabrics[StoreFixture.HOME].receiveWith(store::handle);
        Claim nothing = new Claim(key, 0, Claim.ANY, List.of(ListOperations.remove(key, 1, 0)));
        long block = grown(1, 2, 3);
        MalformedMessageException refused = assertThrows(
                MalformedMessageException.class,
                () -> world.send(MessageType.APPEND, 7, 1, AppendRequest.encode(block, 20, nothing)));
        assertTrue(refused.getMessage().contains("appends nothing"), refused.getMessage());
        assertEquals(StateWord.live(key, block), world.stateWord(block));
    }

    private long neighbour(long address, int entry) {
        long body = ValueAddress.offset(address) + ValueHeader.LENGTH;
        return AdjacencyList.neighbour(at.region(), body, AdjacencyList.flags(at.region(), body), entry);
    }
}
