package io.pragh.core.placement.migrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.value.StateWord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks migrations that collide with others at their swap, or lose its answer: an update that wins, a home or a
 * source out of reach, a table that has grown, and another life of the home before the migrator has been told.
 */
class MigrationFaultTest {
    private static final MemoryLimits LIMITS = new MemoryLimits(1 << 20, 64 << 20, 16);

    /**
     * Runs an action once, before a batch with an operation of a kind on a partition is posted; or after it, and
     * loses the answer.
     */
    private static final class Interfering implements Endpoint {
        private final Endpoint endpoint;
        private int partition = -1;
        private boolean answerLost;
        private Runnable action = () -> {};
        private boolean due;

        Interfering(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        void beforeSwapOn(int where, Runnable what) {
            partition = where;
            action = what;
        }

        void loseAnswerOfSwapOn(int where, Runnable afterwards) {
            beforeSwapOn(where, afterwards);
            answerLost = true;
        }

        @Override
        public void post(Batch batch) {
            due = false;
            for (int op = 0; op < batch.count(); op++) {
                due |= batch.kind(op) == Batch.Kind.CAS && batch.partition(op) == partition;
            }
            if (due) {
                partition = -1;
            }
            if (due && !answerLost) {
                action.run();
            }
            endpoint.post(batch);
        }

        @Override
        public boolean poll(Batch batch) {
            boolean complete = endpoint.poll(batch);
            if (complete && due && answerLost) {
                for (int op = 0; op < batch.count(); op++) {
                    batch.end(op, OpStatus.UNREACHABLE, 0);
                }
                answerLost = false;
                action.run();
            }
            return complete;
        }

        @Override
        public void close() {
            endpoint.close();
        }
    }

    private final List<Interfering> interference = new ArrayList<>();

    private MigrationFixture interfered(Consumer<Interfering> plan) {
        MigrationFixture fixture = new MigrationFixture(LIMITS, endpoint -> {
            interference.add(new Interfering(endpoint));
            return interference.get(0);
        });
        plan.accept(interference.get(0));
        return fixture;
    }

    @Test
    void anUpdateThatWinsTheSwapIsCopiedInstead() {
        MigrationFixture mixed = interfered(i -> {});
        long key = mixed.key(0, 1);
        mixed.place(key, MigrationFixture.SOURCE, 24);
        long[] winner = new long[1];
        interference.get(0).beforeSwapOn(0, () -> winner[0] = mixed.place(key, MigrationFixture.SOURCE, 40));
        mixed.migrate(key);
        mixed.assertMoved(key, winner[0], 40);
        assertEquals(1, mixed.blocksHere());
    }

    @Test
    void aSwapWhoseAnswerIsLostIsLookedAfter() {
        MigrationFixture mixed = interfered(i -> i.loseAnswerOfSwapOn(0, () -> {}));
        long key = mixed.key(0, 1);
        long from = mixed.place(key, MigrationFixture.SOURCE, 24);
        mixed.migrate(key);
        mixed.assertMoved(key, from, 24);
        assertEquals(1, mixed.counted(MigrationOutcome.MOVED));
    }

    @Test
    void aSwapWhoseAnswerIsLostWhileTheSlotMovesIsLookedAfterInTheGrownTable() {
        MigrationFixture mixed = interfered(i -> {});
        long key = mixed.key(0, 1);
        long from = mixed.place(key, MigrationFixture.SOURCE, 24);
        long before = mixed.slot(key);
        interference.get(0).loseAnswerOfSwapOn(0, () -> {
            for (int i = 100; mixed.slot(key) == before; i++) {
                mixed.slot(mixed.key(0, i));
            }
        });
        mixed.migrate(key);
        assertNotEquals(before, mixed.slot(key));
        mixed.assertMoved(key, from, 24);
        assertEquals(1, mixed.blocksHere());
    }

    @Test
    void aSourceThatGoesOutOfReachAfterPublicationIsFinishedLater() {
        MigrationFixture mixed = interfered(i -> {});
        long key = mixed.key(2, 1);
        long from = mixed.place(key, MigrationFixture.SOURCE, 24);
        interference.get(0).beforeSwapOn(2, () -> mixed.network.cut(0, 1));
        mixed.migrate(key);
        long published = mixed.word(key);
        assertEquals(MigrationFixture.HERE, ValueAddress.partition(published));
        assertEquals(StateWord.pending(key, published), mixed.stateWord(published), "nobody may replace it yet");
        assertEquals(StateWord.live(key, from), mixed.stateWord(from));
        assertEquals(0, mixed.counted(MigrationOutcome.MOVED));
        mixed.migrator.upkeep();
        assertEquals(StateWord.pending(key, published), mixed.stateWord(published));
        mixed.network.heal(0, 1);
        mixed.migrator.upkeep();
        mixed.assertMoved(key, from, 24);
        assertEquals(1, mixed.counted(MigrationOutcome.MOVED));
        assertEquals(0, mixed.partitions[0].reclaimer().run(0));
        assertEquals(1, mixed.partitions[0].reclaimer().resting());
    }

    @Test
    void aHomeThatGoesOutOfReachBeforeItsAnswerIsAskedUntilItIsBack() {
        MigrationFixture mixed = interfered(i -> {});
        long key = mixed.key(2, 1);
        long from = mixed.place(key, MigrationFixture.SOURCE, 24);
        interference.get(0).loseAnswerOfSwapOn(2, () -> mixed.network.cut(2, MigrationFixture.HERE));
        mixed.migrate(key);
        for (int i = 0; i < 3 * Migration.ATTEMPTS_MAX; i++) {
            mixed.migrator.upkeep();
        }
        long published = mixed.word(key);
        assertEquals(StateWord.pending(key, published), mixed.stateWord(published), "nobody may replace it yet");
        assertTrue(mixed.migrator.isUnderWay(published), "the sweep leaves it alone");
        mixed.network.heal(2, MigrationFixture.HERE);
        mixed.migrator.upkeep();
        mixed.migrator.upkeep();
        mixed.migrator.upkeep();
        mixed.assertMoved(key, from, 24);
        assertEquals(1, mixed.blocksHere());
    }

    @Test
    void aSwapIsLookedAfterThoughTheTableHasLeftItsSlotAndTheMemoryIsUsedAnew() {
        MigrationFixture mixed = interfered(i -> {});
        long key = mixed.key(2, 1);
        long from = mixed.place(key, MigrationFixture.SOURCE, 24);
        long before = mixed.slot(key);
        interference.get(0).loseAnswerOfSwapOn(2, () -> mixed.network.cut(2, MigrationFixture.HERE));
        mixed.migrate(key);
        long last = before;
        for (int i = 100, moves = 0; moves < 2; i++) { // twice, so that the first growth is over
            mixed.slot(mixed.key(2, i));
            moves += mixed.slot(key) == last ? 0 : 1;
            last = mixed.slot(key);
        }
        mixed.clock.advance(2 * MigrationFixture.LEASE.cacheNanos());
        mixed.migrator.upkeep();
        mixed.partitions[2].region().setLong(before, 0x1234_5678L); // another value's bytes by now
        mixed.network.heal(2, MigrationFixture.HERE);
        for (int i = 0; i < 4; i++) {
            mixed.migrator.upkeep();
        }
        mixed.assertMoved(key, from, 24);
        assertEquals(1, mixed.blocksHere());
    }

    @Test
    void aSwapThatDidNotHappenIsTriedAgainWhenItsHomeIsBack() {
        MigrationFixture mixed = interfered(i -> {});
        long key = mixed.key(2, 1);
        long from = mixed.place(key, MigrationFixture.SOURCE, 24);
        interference.get(0).beforeSwapOn(2, () -> mixed.network.cut(2, MigrationFixture.HERE));
        mixed.migrate(key);
        assertEquals(from, mixed.word(key));
        assertEquals(1, mixed.migrator.underWay());
        mixed.network.heal(2, MigrationFixture.HERE);
        for (int i = 0; i < 8; i++) {
            mixed.migrator.upkeep();
        }
        mixed.assertMoved(key, from, 24);
        assertEquals(1, mixed.blocksHere());
    }

    @Test
    void aMigrationUnderWayBeginsAgainWhenItsHomeBeginsAnotherLife() {
        MigrationFixture mixed = interfered(i -> {});
        long key = mixed.key(2, 1);
        long from = mixed.place(key, MigrationFixture.SOURCE, 24);
        interference.get(0).beforeSwapOn(2, () -> mixed.network.cut(2, MigrationFixture.HERE));
        mixed.migrate(key);
        mixed.network.heal(2, MigrationFixture.HERE);
        while (mixed.blocksHere() > 0) { // until the migrator knows that the swap failed
            mixed.migrator.upkeep();
        }
        mixed.migrator.upkeep(); // and allocates a block for the next copy
        assertEquals(1, mixed.blocksHere());
        mixed.migrator.forget(2);
        assertEquals(0, mixed.blocksHere());
        for (int i = 0; i < 8; i++) {
            mixed.migrator.upkeep();
        }
        mixed.assertMoved(key, from, 24);
        assertEquals(1, mixed.blocksHere());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSlotOfAnotherLifeDecidesNothing(int upkeepsBefore) {
        MigrationFixture mixed = interfered(i -> {});
        long key = mixed.key(2, 1);
        mixed.place(key, MigrationFixture.SOURCE, 24);
        interference.get(0).loseAnswerOfSwapOn(2, () -> mixed.network.cut(2, MigrationFixture.HERE));
        mixed.migrate(key);
        long published = mixed.word(key);
        mixed.network.heal(2, MigrationFixture.HERE);
        for (int i = 0; i < upkeepsBefore; i++) {
            mixed.migrator.upkeep(); // asks for the life, and would look up the slot next
        }
        mixed.setWord(key, ValueAddress.ABSENT); // a substitute serves it, and its sweep has not reached the key
        Region home = mixed.partitions[2].region();
        long life = PartitionHeader.lifeNumber(home.getLong(PartitionHeader.LIFE_OFFSET));
        home.setLong(PartitionHeader.LIFE_OFFSET, PartitionHeader.life(life + 1, true));
        for (int i = 0; i < 8; i++) {
            mixed.migrator.upkeep();
        }
        assertTrue(mixed.migrator.isUnderWay(published), "others may be reading it");
        mixed.migrator.forget(2);
        assertEquals(1, mixed.counted(MigrationOutcome.UNREACHABLE));
        assertEquals(1, mixed.blocksHere(), "the sweep decides about it");
    }

    @Test
    void aCopyWhoseHomeDiesBeforeItsAnswerIsLeftToTheSweep() {
        MigrationFixture mixed = interfered(i -> {});
        long key = mixed.key(2, 1);
        mixed.place(key, MigrationFixture.SOURCE, 24);
        interference.get(0).loseAnswerOfSwapOn(2, () -> mixed.network.cut(2, MigrationFixture.HERE));
        mixed.migrate(key);
        long published = mixed.word(key);
        mixed.migrator.forget(0);
        assertTrue(mixed.migrator.isUnderWay(published), "another home died");
        mixed.migrator.forget(2);
        assertEquals(1, mixed.counted(MigrationOutcome.UNREACHABLE));
        assertEquals(false, mixed.migrator.isUnderWay(published));
        assertEquals(1, mixed.blocksHere(), "others may be reading it");
    }
}
