package io.pragh.core.txn.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.RollWord;
import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.NewValues;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.MemoryDecisionLog;
import io.pragh.core.memory.Region;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.Partition;
import io.pragh.core.store.Passage;
import io.pragh.core.store.StoreFixture;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.core.timestamp.PendingCommits;
import io.pragh.core.timestamp.Timestamps;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Checks first values that a home creates at once, at the moment at which their timestamp is taken: others must find
 * all keys held then.
 */
class FirstValuesTest {
    private static final int KEYS = 40;
    /** The longest body that leaves room for an entry behind it. */
    private static final int BODY_BYTES = 224;

    private static final int BLOCK_BYTES = ValueHeader.LENGTH + BODY_BYTES + 3 * Long.BYTES;
    private static final long W = 500;

    private StoreFixture world = new StoreFixture();
    private Runnable whenTimestampIsTaken = () -> {};
    private long timestamp = W;
    private final long roll = GraphKey.of(GraphKey.KIND_ROLL, 0, 3, world.homes.mint(StoreFixture.HOME, 1));

    private final StoreNode store = world.store(StoreFixture.HOME);
    private final TransactionHome homes = new TransactionHome(
            store.passage(),
            new TransactionHome.Context(
                    world.fabrics[StoreFixture.HOME],
                    100,
                    world.homes,
                    world.membership::view,
                    () -> world.shares[StoreFixture.HOME],
                    world.clock,
                    () -> {
                        whenTimestampIsTaken.run();
                        return timestamp;
                    },
                    new MemoryDecisionLog(),
                    CommitLog.NONE,
                    PendingCommits.none(),
                    (keys, versions, count) -> true,
                    message -> {}));

    private NewValues values() {
        NewValues values = new NewValues();
        for (int i = 0; i < KEYS; i++) {
            ByteBuffer body = values.add(world.key(i), BODY_BYTES).putLong(i);
            while (body.hasRemaining()) {
                body.putLong(-1);
            }
        }
        return values;
    }

    private long create() {
        return homes.local().create(StoreFixture.HOME, values(), Map.of(roll, 0L));
    }

    private Partition home() {
        return world.partitions[StoreFixture.HOME];
    }

    private long rollWord() {
        return home().region().getLong(PartitionHeader.rollOffset(roll));
    }

    private long wordOf(int number) {
        return home().table().addressOf(world.key(number));
    }

    private void share(StoreShare share) {
        world.shares[StoreFixture.HOME] = share;
    }

    private StoreShare share() {
        return world.shares[StoreFixture.HOME];
    }

    private void assertCreated() {
        Region region = home().region();
        for (int i = 0; i < KEYS; i++) {
            long address = wordOf(i);
            assertTrue(ValueAddress.isBlock(address) && !ValueAddress.isBusy(address), ValueAddress.show(address));
            assertEquals(StateWord.live(world.key(i), address), world.stateWord(address));
            assertEquals(world.key(i), world.header(address, ValueHeader.KEY_OFFSET));
            assertEquals(W, world.header(address, ValueHeader.VERSION_OFFSET));
            assertEquals(0, world.header(address, ValueHeader.PREVIOUS_OFFSET));
            assertEquals(BODY_BYTES, world.bodyBytes(address));
            assertEquals(
                    ValueHeader.tag(address), region.getInt(ValueAddress.offset(address) + ValueHeader.TAG_OFFSET));
            assertEquals(i, world.header(address, ValueHeader.LENGTH));
            assertEquals(-1, world.header(address, ValueHeader.LENGTH + BODY_BYTES - Long.BYTES));
            long tail = ValueAddress.offset(address) + ValueHeader.LENGTH + BODY_BYTES;
            for (long at = tail; at < ValueAddress.offset(address) + BLOCK_BYTES; at += Long.BYTES) {
                assertEquals(0, region.getLong(at), "nothing is written behind the body");
            }
        }
        assertEquals(W, rollWord());
    }

    private void assertNothingHappened(long blocks) {
        for (int i = 0; i < KEYS; i++) {
            assertEquals(ValueAddress.ABSENT, wordOf(i));
        }
        assertEquals(blocks, world.blocks(StoreFixture.HOME));
        assertEquals(0, rollWord());
    }

    @Test
    void everythingIsThereAndOfOneTimestamp() {
        for (int i = 0; i < KEYS; i++) { // in reused memory
            long used = home().blocks().allocate(SizeClass.of(BLOCK_BYTES));
            for (long at = used; at < used + BLOCK_BYTES; at += Long.BYTES) {
                home().region().setLong(at, -5);
            }
        }
        home().blocks().forEachBlock((offset, sizeClass) -> home().blocks().free(offset));
        assertEquals(W, create());
        assertCreated();
        assertEquals(KEYS, world.blocks(StoreFixture.HOME));
    }

    @Test
    void whoTakesALaterTimestampFindsAllKeysBusyAndTheRollSigned() {
        boolean[] looked = new boolean[1];
        whenTimestampIsTaken = () -> {
            for (int i = 0; i < KEYS; i++) {
                assertEquals(ValueAddress.BUSY, wordOf(i));
            }
            assertFalse(RollWord.isFree(rollWord()));
            looked[0] = true;
        };
        assertEquals(W, create());
        assertTrue(looked[0]);
        assertCreated();
    }

    @Test
    void aHandoverThatWaitsForWhoIsInsideWaitsForThis() {
        Passage.Wait[] wait = new Passage.Wait[1];
        whenTimestampIsTaken = () -> {
            share(share().leaving(StoreFixture.HOME));
            wait[0] = store.passage().await();
            assertFalse(wait[0].isOver());
        };
        assertEquals(W, create());
        assertTrue(wait[0].isOver());
        assertCreated();
    }

    @Test
    void aHomeThatIsToLeaveOrHasLostSomethingOrIsCutOffIsLeftToCommits() {
        StoreShare usual = share();
        long blocks = world.blocks(StoreFixture.HOME);
        BitSet unmarked = new BitSet();
        unmarked.set(StoreFixture.HOME);
        for (StoreShare each : List.of(
                usual.leaving(StoreFixture.HOME),
                usual.takingUpdates(false),
                usual.withUnmarked(unmarked),
                usual.with(new Partition[2]))) {
            share(each);
            assertEquals(0, create());
            homes.local().expect(StoreFixture.HOME, 1 << 16);
        }
        share(usual);
        home().region()
                .setLong(PartitionHeader.LIFE_OFFSET, PartitionHeader.life(2, true)); // in place of one that died
        assertEquals(0, create());
        home().region().setLong(PartitionHeader.LIFE_OFFSET, PartitionHeader.life(1, false));
        assertNothingHappened(blocks);
        assertTrue(home().table().bytes() < 1 << 16);
        assertEquals(0, homes.local().create(StoreFixture.OTHER, new NewValues(), Map.of()), "another node serves it");
    }

    @Test
    void whoIsCutOffMeanwhileGivesEverythingBack() {
        StoreShare usual = share();
        long blocks = world.blocks(StoreFixture.HOME);
        whenTimestampIsTaken = () -> share(usual.takingUpdates(false));
        assertEquals(0, create());
        assertNothingHappened(blocks);
        share(usual);
        @Nullable Partition[] none = new Partition[2];
        whenTimestampIsTaken = () -> share(usual.with(none)); // expelled
        assertEquals(0, create());
        share(usual);
        assertNothingHappened(blocks);
        whenTimestampIsTaken = () -> {};
        assertEquals(W, create());
        assertCreated();
    }

    @Test
    void withoutATimestampNothingHappens() {
        long blocks = world.blocks(StoreFixture.HOME);
        timestamp = Timestamps.NONE;
        assertEquals(0, create());
        assertNothingHappened(blocks);
    }

    @Test
    void aKeyThatHasAValueOrHadOneOrIsHeldRefusesAll() {
        long blocks = world.blocks(StoreFixture.HOME);
        long last = world.key(KEYS - 1);
        for (long word : new long[] {ValueAddress.BUSY, ValueAddress.LOST}) {
            world.setWord(last, word);
            assertEquals(0, create());
            assertEquals(word, world.word(last));
            world.setWord(last, ValueAddress.ABSENT);
            assertNothingHappened(blocks);
        }
        long address = world.place(last, StoreFixture.HOME, 7);
        assertEquals(0, create());
        assertEquals(address, world.word(last));
        world.setWord(last, ValueAddress.ABSENT);
        assertNothingHappened(blocks + 1);
        NewValues twice = values();
        twice.add(world.key(3), BODY_BYTES);
        assertEquals(0, homes.local().create(StoreFixture.HOME, twice, Map.of(roll, 0L)));
        assertNothingHappened(blocks + 1);
    }

    @Test
    void aTableThatGrowsMeanwhileHasEveryKeyAfterwards() {
        int[] further = {1000};
        whenTimestampIsTaken = () -> {
            for (int i = 0; i < 3000; i++) {
                world.setWord(world.key(further[0]++), ValueAddress.LOST);
            }
        };
        assertEquals(W, create());
        while (home().table().growStep(100)) {}
        assertCreated();
    }

    @Test
    void slotsThatMoveWhileFurtherKeysComeAreFound() {
        NewValues values = new NewValues();
        for (int i = 0; i < 3_000; i++) {
            values.add(world.key(i), 0);
        }
        assertEquals(W, homes.local().create(StoreFixture.HOME, values, Map.of()));
        for (int i = 0; i < 3_000; i++) {
            assertTrue(ValueAddress.isBlock(wordOf(i)));
        }
    }

    @Test
    void aTableThatWasRebuiltForExpectedKeysGrowsForThemNoMore() {
        homes.local().expect(StoreFixture.HOME, 5_000);
        long bytes = home().table().bytes();
        assertTrue(bytes >= 5_000 * 16 && bytes < 5_000 * 26, "bytes " + bytes);
        NewValues values = new NewValues();
        for (int i = 0; i < 5_000; i++) {
            values.add(world.key(i), 0);
        }
        assertEquals(W, homes.local().create(StoreFixture.HOME, values, Map.of()));
        assertFalse(home().table().growStep(1));
        assertEquals(5_000, home().table().size());
        assertTrue(
                home().table().bytes() - bytes < bytes / 8,
                "bytes " + home().table().bytes());
        homes.local().expect(StoreFixture.HOME, 10);
        for (int i = 0; i < 5_000; i++) {
            assertTrue(ValueAddress.isBlock(wordOf(i)));
        }
    }

    @Test
    void memoryThatRunsOutIsGivenBack() {
        world = new StoreFixture(new MemoryLimits(512 << 10, 1 << 20, 16));
        long blocks = world.blocks(StoreFixture.HOME);
        NewValues large = new NewValues();
        for (int i = 0; i < KEYS; i++) {
            large.add(world.key(i), 100_000).putLong(i);
        }
        assertEquals(0, homes.local().create(StoreFixture.HOME, large, Map.of(roll, 0L)));
        assertNothingHappened(blocks);
        assertEquals(W, create());
        assertCreated();
    }
}
