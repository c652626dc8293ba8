package io.pragh.core.placement.migrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MigratorTest {
    private static final MemoryLimits LIMITS = new MemoryLimits(1 << 20, 64 << 20, 16);

    private final MigrationFixture world = new MigrationFixture(LIMITS);

    @Test
    void aValueIsPulledAndItsOldBlockRetired() {
        long key = world.key(0, 1);
        long from = world.place(key, MigrationFixture.SOURCE, 100);
        world.migrate(key);
        world.assertMoved(key, from, 100);
        assertEquals(1, world.counted(MigrationOutcome.MOVED));
        assertEquals(ValueAddress.blockBytes(from), world.migrator.counters().bytesMoved());
        assertEquals(0, world.partitions[0].reclaimer().run(0));
        assertEquals(1, world.partitions[0].reclaimer().resting());
        assertEquals(1, world.partitions[0].reclaimer().run(MigrationFixture.LEASE.reclaimNanos()));
        CachedLocation cached = new CachedLocation();
        assertTrue(world.cache.find(key, cached), "this node's readers know it");
        assertEquals(world.word(key), cached.address);
    }

    @Test
    void aValueIsPulledFromAThirdNodeAndAValueComesHome() {
        long elsewhere = world.key(0, 1);
        long ours = world.key(MigrationFixture.HERE, 1);
        long first = world.place(elsewhere, MigrationFixture.THIRD, 64);
        long second = world.place(ours, MigrationFixture.SOURCE, 64);
        world.migrate(elsewhere, ours);
        world.assertMoved(elsewhere, first, 64);
        world.assertMoved(ours, second, 64);
        assertEquals(false, world.cache.find(ours, new CachedLocation()), "own keys need no cached location");
    }

    @Test
    void valuesOfAllSizesArriveWhole() {
        MigrationFixture large = new MigrationFixture(new MemoryLimits(16 << 20, 128 << 20, 16));
        List<Integer> sizes = new ArrayList<>(List.of(0, 1, 7, 8, 4 << 20));
        for (int bytes = 16; bytes < 1 << 20; bytes = bytes * 9 / 8 + 1) {
            sizes.add(bytes);
        }
        long[] keys = new long[sizes.size()];
        long[] from = new long[sizes.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = large.key(0, i);
            from[i] = large.place(keys[i], MigrationFixture.SOURCE, sizes.get(i));
        }
        large.migrator.migrate(keys, keys.length);
        for (int i = 0; i < keys.length; i++) {
            large.assertMoved(keys[i], from[i], sizes.get(i));
        }
    }

    @Test
    void moreKeysThanTheWindowHoldsGoThroughChainsAndAGrowingTable() {
        int count = 5 * Migrator.WINDOW + 3;
        long[] keys = new long[count];
        long[] from = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = world.key(0, i);
            from[i] = world.place(keys[i], MigrationFixture.SOURCE, 24);
        }
        int more = count;
        for (int begin = 0; begin < count; begin += 100) {
            world.migrator.migrate(Arrays.copyOfRange(keys, begin, count), Math.min(100, count - begin));
            for (int i = 0; i < 150; i++) {
                world.slot(world.key(0, more++)); // other keys are inserted, and the table grows in small steps
            }
        }
        for (int i = 0; i < count; i++) {
            world.assertMoved(keys[i], from[i], 24);
        }
        assertEquals(count, world.counted(MigrationOutcome.MOVED));
        assertEquals(count, world.blocksHere());
        assertTrue(world.partitions[0].table().geometry().version() > 2, "the table has grown");
    }

    @Test
    void aWindowFullAndOneMoreIsMovedInOneCall() {
        int count = Migrator.WINDOW + 1;
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = world.key(0, i);
            world.place(keys[i], MigrationFixture.SOURCE, 24);
        }
        world.migrate(keys);
        assertEquals(count, world.counted(MigrationOutcome.MOVED));
        assertEquals(0, world.migrator.counters().skipped());
    }

    @Test
    void whatIsHereOrNowhereIsNotPulled() {
        long here = world.key(0, 1);
        long absent = world.key(0, 2);
        long unknown = world.key(0, 3);
        long lost = world.key(0, 4);
        long address = world.place(here, MigrationFixture.HERE, 24);
        world.setWord(absent, ValueAddress.ABSENT);
        world.setWord(lost, ValueAddress.LOST);
        world.migrate(here, absent, unknown, lost);
        assertEquals(1, world.counted(MigrationOutcome.ALREADY_HERE));
        assertEquals(2, world.counted(MigrationOutcome.ABSENT));
        assertEquals(1, world.counted(MigrationOutcome.LOST));
        assertEquals(address, world.word(here));
        assertEquals(1, world.blocksHere());
        assertEquals(0, world.migrator.counters().bytesMoved());
    }

    @Test
    void aKeyNamedTwiceIsMovedOnce() {
        long key = world.key(0, 1);
        long from = world.place(key, MigrationFixture.SOURCE, 24);
        world.migrate(key, key);
        world.assertMoved(key, from, 24);
        assertEquals(1, world.counted(MigrationOutcome.MOVED));
        assertEquals(1, world.counted(MigrationOutcome.ALREADY_HERE));
        assertEquals(1, world.blocksHere(), "the loser's copy is freed");
    }

    @Test
    void aBusySlotAndAnUnsettledBlockAreLeftToALaterPlan() {
        long busy = world.key(0, 1);
        long pending = world.key(0, 2);
        long locked = world.key(0, 3);
        long address = world.place(busy, MigrationFixture.SOURCE, 24);
        world.setWord(busy, address | ValueAddress.BUSY);
        long second = world.place(pending, MigrationFixture.SOURCE, 24);
        world.setState(second, StateWord.pending(pending, second));
        long third = world.place(locked, MigrationFixture.SOURCE, 24);
        world.setState(third, StateWord.locked(third, 0));
        world.migrate(busy, pending, locked);
        assertEquals(3, world.counted(MigrationOutcome.CONTENDED));
        assertEquals(0, world.blocksHere(), "copies are freed");
        assertEquals(second, world.word(pending));
        world.setState(second, StateWord.live(pending, second));
        world.migrate(pending);
        world.assertMoved(pending, second, 24);
    }

    @Test
    void entriesBehindTheBodyComeAlong() {
        long key = world.key(0, 1);
        long from = world.placeWithTail(key, MigrationFixture.SOURCE, 2);
        Region source = world.partitions[MigrationFixture.SOURCE].region();
        Tail.of(source, ValueAddress.offset(from), 24, 2).write(0, 99, 98, 97); // of an append that is not decided
        world.migrate(key);
        world.assertMoved(key, from, 24);
        long address = world.word(key);
        assertEquals(2, ValueAddress.entries(address));
        Region here = world.partitions[MigrationFixture.HERE].region();
        Tail tail = Tail.of(here, ValueAddress.offset(address), 24, 2);
        assertEquals(101, tail.first(1));
        assertEquals(11, tail.lastTimestamp());
        assertEquals(0, here.getLong(tail.end()), "the copy begins without it");
    }

    @Test
    void aCopyWithoutAllItsEntriesIsNotPublished() {
        long key = world.key(0, 1);
        long from = world.placeWithTail(key, MigrationFixture.SOURCE, 2);
        Region source = world.partitions[MigrationFixture.SOURCE].region();
        long second = Tail.of(source, ValueAddress.offset(from), 24, 2).end() - Long.BYTES;
        long word = source.getLong(second);
        source.setLong(second, 0); // as a READ may return it during the write
        world.migrate(key);
        assertEquals(1, world.counted(MigrationOutcome.CONTENDED));
        assertEquals(from, world.word(key));
        assertEquals(0, world.blocksHere(), "the copy is freed");
        source.setLong(second, word);
        world.migrate(key);
        world.assertMoved(key, from, 24);
    }

    /** The slot looks as if it had not been read since: the copy is of another moment. */
    @Test
    void aCopyWithMoreEntriesThanTheSlotCountsIsNotPublished() {
        long key = world.key(0, 1);
        long from = world.placeWithTail(key, MigrationFixture.SOURCE, 2);
        world.setState(from, StateWord.live(key, ValueAddress.withEntries(from, 1)));
        world.migrate(key);
        assertEquals(1, world.counted(MigrationOutcome.CONTENDED));
        assertEquals(from, world.word(key));
    }

    @Test
    void withoutMemoryNothingMoves() {
        MigrationFixture small = new MigrationFixture(new MemoryLimits(512 << 10, 512 << 10, 16));
        long key = small.key(0, 1);
        long from = small.place(key, MigrationFixture.SOURCE, 24);
        int taken = 0;
        while (small.partitions[MigrationFixture.HERE].blocks().allocate(ValueAddress.sizeClass(from)) > 0) {
            taken++;
        }
        small.migrate(key);
        assertEquals(1, small.counted(MigrationOutcome.OUT_OF_MEMORY));
        assertEquals(from, small.word(key));
        assertEquals(StateWord.live(key, from), small.stateWord(from));
        assertEquals(taken, small.blocksHere());
    }

    @Test
    void aHomeOrAnOwnerOutOfReachIsReported() {
        long key = world.key(0, 1);
        long other = world.key(2, 1);
        world.place(key, MigrationFixture.SOURCE, 24);
        world.place(other, MigrationFixture.SOURCE, 24);
        world.network.cut(0, 1);
        world.migrate(key, other);
        assertEquals(2, world.counted(MigrationOutcome.UNREACHABLE));
        assertEquals(0, world.blocksHere());
        world.network.heal(0, 1);
        world.migrate(key, other);
        assertEquals(2, world.counted(MigrationOutcome.MOVED));
    }

    @Test
    void aTombstoneStaysWhereItsOwnerWillForgetIt() {
        long key = world.key(0, 1);
        long from = world.place(key, MigrationFixture.SOURCE, 0);
        world.partitions[0]
                .region()
                .setInt(ValueAddress.offset(from) + ValueHeader.BODY_BYTES_OFFSET, ValueHeader.TOMBSTONE);
        world.migrate(key);
        assertEquals(1, world.counted(MigrationOutcome.ABSENT));
        assertEquals(from, world.word(key));
        assertEquals(
                0, world.partitions[MigrationFixture.HERE].blocks().stats().allocatedBlocks(), "the copy is freed");
    }
}
