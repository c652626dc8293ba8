package io.pragh.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.store.value.StateWord;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks what the sweep does with one block, by the block's state and its key's slot; two passes are a lease apart.
 */
class OrphanSweepTest {
    private static final long REST = StoreFixture.LEASE.reclaimNanos();

    /** The state in which the sweep finds a block. */
    enum Found {
        LIVE,
        PENDING,
        LOCKED,
        MOVED,
        SUPERSEDED
    }

    private final StoreFixture world = new StoreFixture();
    private final Partition at = world.partitions[StoreFixture.HOME];
    private final long key = world.key(1);
    private final long block = world.place(key, StoreFixture.HOME, 5);
    private final long elsewhere = ValueAddress.of(StoreFixture.OTHER, 2, 3, 1 << 16);
    private final Set<Long> underWay = new HashSet<>();
    private long slotWord = elsewhere;
    private final OrphanSweep sweep = new OrphanSweep(
            at, OwnWords.of(world.fabrics[StoreFixture.HOME]), REST, asked -> slotWord, underWay::contains);

    private long word(Found found) {
        return switch (found) {
            case LIVE -> StateWord.live(key, block);
            case PENDING -> StateWord.pending(key, block);
            case LOCKED -> StateWord.locked(0, 7);
            case MOVED -> StateWord.moved(key, block);
            case SUPERSEDED -> StateWord.superseded(0, 9);
        };
    }

    private void given(Found found) {
        world.setState(block, word(found));
    }

    private void lookAt(long nanos) {
        assertTrue(sweep.step(100, nanos), "one block is looked at in one step");
    }

    private void untouched(Found found) {
        assertEquals(word(found), world.stateWord(block));
        assertEquals(0, at.reclaimer().resting());
        assertEquals(0, sweep.retired());
    }

    @ParameterizedTest
    @EnumSource(Found.class)
    void aBlockThatNoSlotNamesIsRetiredAtTheSecondLook(Found found) {
        given(found);
        lookAt(0);
        untouched(found);
        lookAt(REST - 1);
        untouched(found);
        lookAt(REST);
        assertEquals(
                found == Found.LOCKED || found == Found.SUPERSEDED ? StateWord.SUPERSEDED : StateWord.MOVED,
                world.state(block));
        assertEquals(1, at.reclaimer().resting());
        assertEquals(1, sweep.retired());
        assertEquals(1, sweep.acted());
        lookAt(3 * REST);
        assertEquals(1, sweep.retired(), "it rests already");
        assertEquals(0, sweep.acted());
        at.reclaimer().run(3 * REST);
        assertEquals(0, world.blocks(0));
    }

    @ParameterizedTest
    @EnumSource(names = {"PENDING", "LOCKED"})
    void theCurrentBlockOfAnUpdateOrMigrationThatDiedBecomesLive(Found found) {
        slotWord = block;
        given(found);
        lookAt(0);
        lookAt(REST - 1);
        untouched(found);
        lookAt(REST);
        assertEquals(StateWord.live(key, block), world.stateWord(block));
        assertEquals(1, sweep.acted());
        assertEquals(0, sweep.retired());
        assertEquals(0, at.reclaimer().resting());
        lookAt(2 * REST);
        assertEquals(0, sweep.acted());
    }

    @ParameterizedTest
    @EnumSource(Found.class)
    void aRetiredBlockThatRestsIsLeftToTheReclaimer(Found found) {
        given(found);
        at.reclaimer().retire(block, 0);
        lookAt(0);
        lookAt(REST);
        boolean retired = found == Found.MOVED || found == Found.SUPERSEDED;
        assertEquals(retired ? 1 : 2, at.reclaimer().resting());
    }

    @ParameterizedTest
    @EnumSource(names = {"LIVE", "PENDING", "LOCKED"})
    void whatIsUnderWayIsSpared(Found found) {
        given(found);
        for (long word :
                new long[] {elsewhere | ValueAddress.BUSY, block | ValueAddress.BUSY, ValueAddress.FORWARDED}) {
            slotWord = word;
            lookAt(0);
            lookAt(REST);
            lookAt(5 * REST);
            untouched(found);
        }
        slotWord = elsewhere;
        underWay.add(block);
        lookAt(6 * REST);
        lookAt(9 * REST);
        untouched(found);
    }

    @Test
    void whoseStateOrSlotHasChangedBetweenTheLooksIsLookedAtAnew() {
        slotWord = block;
        given(Found.PENDING);
        lookAt(0);
        given(Found.LOCKED);
        lookAt(REST);
        untouched(Found.LOCKED);
        slotWord = elsewhere;
        lookAt(2 * REST);
        untouched(Found.LOCKED);
        slotWord = block;
        lookAt(3 * REST);
        lookAt(4 * REST - 1);
        untouched(Found.LOCKED);
        lookAt(4 * REST);
        assertEquals(StateWord.live(key, block), world.stateWord(block));
    }

    @Test
    void aSuspectThatWasFreeInBetweenIsForgotten() {
        given(Found.LOCKED);
        lookAt(0);
        world.setState(block, StateWord.FREE);
        lookAt(REST / 2);
        given(Found.LOCKED);
        lookAt(REST);
        untouched(Found.LOCKED);
    }

    @Test
    void theLiveBlockOfItsKeyIsNeverTouched() {
        slotWord = block;
        lookAt(0);
        lookAt(REST);
        lookAt(9 * REST);
        untouched(Found.LIVE);
    }
}
