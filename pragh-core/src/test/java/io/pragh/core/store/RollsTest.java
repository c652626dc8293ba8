package io.pragh.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.RollWord;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.Claim;
import java.util.List;
import org.junit.jupiter.api.Test;

class RollsTest {
    private static final long ROLL = GraphKey.of(GraphKey.KIND_ROLL, 0, 255, 1);
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
        assertEquals(RollWord.CROWDED, word()); // else the first would take it that nobody had come
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
}
