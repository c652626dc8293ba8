package io.pragh.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the owner's part of an update; every refusal leaves memory as it was. */
class ValueInstallerTest {
    private final StoreFixture world = new StoreFixture();
    private final Partition at = world.partitions[StoreFixture.HOME];
    private final ValueInstaller installer = world.installers[StoreFixture.HOME];
    private final long key = world.key(1);

    private long append(long old) {
        return hold(StoreFixture.append(key, 5), old);
    }

    /** Holds a key and gives the new block, if there is one, the next version. */
    private long hold(Update update, long old) {
        long answer = installer.hold(at, StoreFixture.claim(update), old);
        if (answer > 0) {
            world.stamp(answer, update.key(), world.commits.getAsLong());
        }
        return answer;
    }

    @Test
    void theFirstVersionIsLiveAtOnce() {
        long first = append(0);
        assertTrue(ValueAddress.isBlock(first));
        assertEquals(0, ValueAddress.partition(first));
        assertEquals(StateWord.live(key, first), world.stateWord(first));
        assertEquals(key, world.header(first, ValueHeader.KEY_OFFSET));
        assertEquals(1, world.header(first, ValueHeader.VERSION_OFFSET));
        assertEquals(0, world.header(first, ValueHeader.PREVIOUS_OFFSET));
        assertEquals(16, world.bodyBytes(first));
        assertEquals(1, world.count(first));
    }

    @Test
    void theOldVersionIsLockedWhileTheNewOneIsBuilt() {
        long first = append(0);
        long second = append(first);
        assertEquals(StateWord.locked(0, 0), world.stateWord(first));
        assertEquals(StateWord.pending(key, second), world.stateWord(second));
        assertEquals(2, world.header(second, ValueHeader.VERSION_OFFSET));
        assertEquals(first, world.header(second, ValueHeader.PREVIOUS_OFFSET));
        assertEquals(ValueAddress.generation(first) + 1 & 511, ValueAddress.generation(second));
        assertEquals(2, world.count(second));
    }

    @Test
    void settlingRetiresTheOldAndFreesTheNewForOthers() {
        long first = append(0);
        long second = append(first);
        installer.settle(at, key, first, second);
        assertEquals(StateWord.superseded(0, 2), world.stateWord(first));
        assertEquals(StateWord.live(key, second), world.stateWord(second));
        assertEquals(1, at.reclaimer().resting());
        long third = hold(ListOperations.replace(key, new byte[16]), second);
        installer.settle(at, key, second, third);
        installer.settle(at, key, second, third); // sent twice: retired twice, freed once
        assertEquals(3, world.blocks(0));
        world.clock.advance(StoreFixture.LEASE.reclaimNanos());
        assertEquals(2, at.reclaimer().run(world.clock.nanos()));
        assertEquals(1, world.blocks(0));
        assertEquals(StateWord.live(key, third), world.stateWord(third));
    }

    @Test
    void anAbandonedUpdateLeavesTheOldVersionAndNoBlock() {
        long first = append(0);
        long second = append(first);
        installer.abandon(at, key, first, second, 0);
        assertEquals(StateWord.live(key, first), world.stateWord(first));
        assertEquals(1, world.blocks(0));
        assertTrue(append(first) > 0);
    }

    @Test
    void aRemovedValueIsATombstone() {
        long first = append(0);
        long second = hold(new Update(ValueOperation.ERASE, key, 0, 0), first);
        assertEquals(ValueHeader.TOMBSTONE, world.bodyBytes(second));
        assertEquals(StateWord.pending(key, second), world.stateWord(second));
    }

    @Test
    void whatTheOperationRefusesChangesNothing() {
        long first = append(0);
        unchanged(first, ValueInstaller.PRECONDITION_FAILED, hold(ListOperations.remove(key, 9, 0), first));
        byte[] tooLarge = new byte[at.region().segmentBytes() / 2];
        unchanged(first, ValueInstaller.FULL, hold(ListOperations.replace(key, tooLarge), first));
        assertEquals(ValueInstaller.FULL, hold(ListOperations.replace(world.key(2), tooLarge), 0));
        assertEquals(1, world.blocks(0));
        byte[] largest = new byte[at.region().segmentBytes() / 2 - ValueHeader.LENGTH];
        assertTrue(hold(ListOperations.replace(key, largest), first) > 0, "the largest value");
    }

    private void unchanged(long old, long expected, long answer) {
        assertEquals(expected, answer);
        assertEquals(StateWord.live(key, old), world.stateWord(old));
        assertEquals(1, world.blocks(0));
    }

    private static long holdIn(StoreFixture other, Update update, long old) {
        return other.installers[0].hold(other.partitions[0], StoreFixture.claim(update), old);
    }

    @Test
    void withoutMemoryTheOldVersionStaysCurrent() {
        StoreFixture small = new StoreFixture(new MemoryLimits(512 << 10, 512 << 10, 16));
        long first = holdIn(small, StoreFixture.append(key, 5), 0);
        byte[] body = new byte[30_000];
        int filled = 0;
        while (holdIn(small, ListOperations.insert(small.key(10 + filled), body), 0) > 0) {
            filled++;
        }
        assertTrue(filled > 3, "filled " + filled);
        assertEquals(ValueInstaller.OUT_OF_MEMORY, holdIn(small, ListOperations.replace(key, body), first));
        assertEquals(StateWord.live(key, first), small.stateWord(first));
    }

    @Test
    void inAFullPartitionValuesAreStillRemoved() {
        StoreFixture small = new StoreFixture(new MemoryLimits(512 << 10, 512 << 10, 16));
        byte[] body = new byte[2000];
        List<Long> firsts = new ArrayList<>();
        for (long first; (first = holdIn(small, ListOperations.insert(small.key(1 + firsts.size()), body), 0)) > 0; ) {
            firsts.add(first);
        }
        long larger = holdIn(small, ListOperations.replace(small.key(1), new byte[4000]), firsts.get(0));
        assertEquals(ValueInstaller.OUT_OF_MEMORY, larger, "the reserve is not for what grows");
        assertTrue(firsts.size() > 100, "filled " + firsts.size());
        for (int i = 0; i < 100; i++) { // no memory comes back meanwhile: removed entries rest
            Update removal = new Update(ValueOperation.ERASE, small.key(1 + i), 0, 0);
            assertTrue(holdIn(small, removal, firsts.get(i)) > 0, i + " of " + firsts.size());
        }
    }

    @Test
    void aBlockThatHasJustArrivedIsNotReplacedYet() {
        long first = append(0);
        world.setState(first, StateWord.pending(key, first));
        assertEquals(ValueInstaller.UNSETTLED, append(first));
        assertEquals(StateWord.pending(key, first), world.stateWord(first));
        assertEquals(1, world.blocks(0));
    }

    @Test
    void aBlockThatIsNotCurrentAnyMoreIsLeftAlone() {
        long first = append(0);
        long[] words = {
            StateWord.locked(0, 0),
            StateWord.superseded(0, 4),
            StateWord.moved(key, first),
            StateWord.live(key ^ 1, first),
            0
        };
        for (long word : words) {
            world.setState(first, word);
            assertEquals(ValueInstaller.STALE, append(first));
            assertEquals(word, world.stateWord(first));
        }
        long nextGeneration = ValueAddress.of(
                0, ValueAddress.sizeClass(first), ValueAddress.generation(first) + 1, ValueAddress.offset(first));
        world.setState(first, StateWord.live(key, first));
        assertEquals(ValueInstaller.STALE, append(nextGeneration));
        assertEquals(1, world.blocks(0));
    }
}
