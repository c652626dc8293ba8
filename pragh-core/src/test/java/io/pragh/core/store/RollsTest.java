package io.pragh.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.RollCount;
import io.pragh.core.address.RollWord;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.Claim;
import java.util.List;
import org.junit.jupiter.api.Test;

class RollsTest {
    private static final long ROLL = GraphKey.of(GraphKey.KIND_ROLL, 0, 255, 1);
    private static final long COUNTED = GraphKey.of(GraphKey.KIND_ROLL, 0, 1, 1);
    private static final long ONE = RollWord.signed(1, 1);
    private static final long OTHER = RollWord.signed(1, 2);

    private final Region region = Region.direct(Region.SEGMENT_BYTES_MIN, 1);

    RollsTest() {
        region.grow();
    }

    private static Claim claim(long expected) {
        return new Claim(ROLL, 0, expected, List.of(new Update(ValueOperation.SIGN, ROLL, 0, 0)));
    }

    private long word() {
        return region.getLong(PartitionHeader.LENGTH - Long.BYTES);
    }

    @Test
    void theLastRollsWordIsTheHeadersLast() {
        Rolls rolls = Rolls.create(region);
        assertTrue(rolls.sign(claim(Claim.ANY), ONE));
        assertEquals(ONE, word());
        rolls.over(ROLL, ONE, 5);
        assertEquals(5, word());
    }

    @Test
    void signaturesOfTheSameClientDiffer() {
        assertFalse(RollWord.isFree(ONE));
        assertFalse(RollWord.isFree(OTHER));
        assertFalse(RollWord.isUnchanged(ONE, OTHER));
        assertTrue(RollWord.isUnchanged(ONE, ONE));
        assertFalse(RollWord.isUnchanged(RollWord.CROWDED, ONE));
        assertFalse(RollWord.isUnchanged(ONE, 1 << 20));
        assertFalse(RollWord.isUnchanged(RollWord.UNKNOWN, 1 << 20));
    }

    @Test
    void whoSignedFirstSeesThatAnotherHasCommittedSince() {
        Rolls rolls = Rolls.create(region);
        rolls.sign(claim(0), ONE);
        rolls.sign(claim(Claim.ANY), OTHER);
        assertEquals(RollWord.CROWDED, word());
        rolls.over(ROLL, OTHER, 7);
        assertEquals(RollWord.CROWDED, word()); // else ONE would conclude that no other had signed
        rolls.over(ROLL, ONE, 0);
        assertEquals(7, word());
    }

    @Test
    void whoSignedFirstDoesNotMindWhatWasGivenUp() {
        Rolls rolls = Rolls.create(region);
        rolls.sign(claim(0), ONE);
        rolls.sign(claim(Claim.ANY), OTHER);
        rolls.over(ROLL, OTHER, 0);
        assertEquals(ONE, word());
    }

    @Test
    void whoHasWatchedDoesNotSignWhatHasChanged() {
        Rolls rolls = Rolls.create(region);
        rolls.sign(claim(Claim.ANY), ONE);
        assertFalse(rolls.sign(claim(9), OTHER));
        rolls.over(ROLL, ONE, 10);
        assertFalse(rolls.sign(claim(9), OTHER));
        assertEquals(10, word());
        assertTrue(rolls.sign(claim(10), OTHER));
    }

    @Test
    void anOlderCommitThatIsOverLaterTakesNothingBack() {
        Rolls rolls = Rolls.create(region);
        rolls.sign(claim(Claim.ANY), ONE);
        rolls.sign(claim(Claim.ANY), OTHER);
        rolls.over(ROLL, OTHER, 7);
        rolls.over(ROLL, ONE, 6);
        assertEquals(7, word());
    }

    @Test
    void aSubstituteKnowsNothingUntilItIsSettled() {
        Rolls rolls = Rolls.unknown(region);
        assertFalse(rolls.isKnown());
        assertFalse(rolls.sign(claim(1L << 60), ONE));
        assertTrue(rolls.sign(claim(Claim.ANY), ONE));
        rolls.settle(12);
        assertEquals(ONE, word());
        rolls.over(ROLL, ONE, 11);
        assertEquals(12, word());
        assertTrue(Rolls.copied(region).isKnown());
        assertFalse(Rolls.copied(unknown()).isKnown());
    }

    private static Region unknown() {
        Region other = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
        other.grow();
        Rolls.unknown(other);
        return other;
    }

    private static Claim counting(long first, long second) {
        return new Claim(COUNTED, 0, Claim.ANY, List.of(new Update(ValueOperation.SIGN, COUNTED, first, second)));
    }

    private long count(int offset) {
        return region.getLong(PartitionHeader.countOffset(1) + offset);
    }

    @Test
    void whatIsOverIsAddedOnceAndWhatWasGivenUpNever() {
        Rolls rolls = Rolls.create(region);
        rolls.sign(counting(3, 0), ONE);
        rolls.sign(counting(5, 0), OTHER);
        assertEquals(2, count(RollCount.SIGNED_OFFSET));
        assertEquals(0, count(RollCount.OLDEST_OFFSET));
        rolls.over(COUNTED, OTHER, 7);
        rolls.over(COUNTED, OTHER, 7);
        assertEquals(0, count(RollCount.OLDEST_OFFSET));
        rolls.over(COUNTED, ONE, 0);
        assertEquals(5, count(RollCount.TOTAL_OFFSET));
        assertEquals(2, count(RollCount.OLDEST_OFFSET));
        assertEquals(7, count(RollCount.RECENT_OFFSET));
    }

    @Test
    void theFloorIsTheLatestThatIsNotRemembered() {
        Rolls rolls = Rolls.create(region);
        for (int i = 0; i < RollCount.RECENT; i++) {
            commit(rolls, 1, 1_000 - i);
        }
        assertEquals(0, count(RollCount.FLOOR_OFFSET));
        commit(rolls, 1, 100); // earlier than all remembered commits
        assertEquals(100, count(RollCount.FLOOR_OFFSET));
        commit(rolls, 1, 2_000);
        assertEquals(1_001 - RollCount.RECENT, count(RollCount.FLOOR_OFFSET));
        assertEquals(RollCount.RECENT + 2, count(RollCount.TOTAL_OFFSET));
    }

    private static void commit(Rolls rolls, long change, long timestamp) {
        rolls.sign(counting(change, 0), ONE);
        rolls.over(COUNTED, ONE, timestamp);
    }

    @Test
    void whatWasLostIsUnknownUntilSomebodyHasCounted() {
        Rolls rolls = Rolls.create(region);
        commit(rolls, 4, 10);
        rolls.lose();
        commit(rolls, 1, 11);
        rolls.settle(12);
        assertEquals(RollCount.LOST, count(RollCount.FLOOR_OFFSET));
        rolls.sign(counting(3, ValueOperation.COUNTED), ONE);
        rolls.sign(counting(1, 0), OTHER);
        rolls.over(COUNTED, OTHER, 14);
        rolls.over(COUNTED, ONE, 13);
        assertEquals(RollCount.LOST, count(RollCount.FLOOR_OFFSET), "somebody came in between");
        rolls.sign(counting(3, ValueOperation.COUNTED), ONE);
        rolls.over(COUNTED, ONE, 0);
        assertEquals(RollCount.LOST, count(RollCount.FLOOR_OFFSET), "it was given up");
        rolls.sign(counting(3, ValueOperation.COUNTED), ONE);
        rolls.over(COUNTED, ONE, 15);
        assertEquals(15, count(RollCount.FLOOR_OFFSET));
        assertEquals(3, count(RollCount.TOTAL_OFFSET));
        assertEquals(0, count(RollCount.RECENT_OFFSET));
    }

    @Test
    void aSubstituteHasWhatWasCommittedThereOnceItIsSettled() {
        Rolls rolls = Rolls.unknown(region);
        commit(rolls, 4, 10);
        assertEquals(RollCount.BEGUN_ANEW, count(RollCount.FLOOR_OFFSET));
        rolls.settle(12);
        assertEquals(12, count(RollCount.FLOOR_OFFSET));
        assertEquals(4, count(RollCount.TOTAL_OFFSET));
    }

    @Test
    void aCopyGoesOnWhereTheFormerOneEnded() {
        commit(Rolls.create(region), 4, 10);
        Rolls copy = Rolls.copied(region);
        commit(copy, -1, 11);
        assertEquals(3, count(RollCount.TOTAL_OFFSET));
        assertEquals(2, count(RollCount.SIGNED_OFFSET));
        long sum = 0;
        for (int offset = RollCount.SIGNED_OFFSET; offset < RollCount.LENGTH; offset += Long.BYTES) {
            sum += RollCount.share(offset, count(offset));
        }
        assertEquals(sum, count(RollCount.CHECKSUM_OFFSET));
    }

    @Test
    void countsEndWhereTheWordsOfRollsBegin() {
        assertEquals(PartitionHeader.ROLLS_OFFSET, PartitionHeader.countOffset(RollCount.ROLLS));
    }
}
