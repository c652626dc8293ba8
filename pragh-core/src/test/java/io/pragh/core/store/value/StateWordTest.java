package io.pragh.core.store.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.timestamp.Timestamps;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class StateWordTest {
    private static final long TIMESTAMP_MAX = (1L << 54) - 1;

    private static long key(long vid) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, vid);
    }

    @Property
    void everyWordTellsItsState(@ForAll long key, @ForAll @LongRange(min = 1, max = (1L << 62) - 1) long address) {
        assertEquals(StateWord.LIVE, StateWord.state(StateWord.live(key, address)));
        assertEquals(StateWord.PENDING, StateWord.state(StateWord.pending(key, address)));
        assertEquals(StateWord.MOVED, StateWord.state(StateWord.moved(key, address)));
        assertEquals(
                StateWord.live(key, address),
                StateWord.live(key, address | ValueAddress.BUSY),
                "a slot's busy bit is no part of the block's address");
        assertNotEquals(StateWord.live(key, address), StateWord.pending(key, address));
    }

    @Property
    void timestampsComeBack(@ForAll @LongRange(max = TIMESTAMP_MAX) long timestamp) {
        assertEquals(StateWord.LOCKED, StateWord.state(StateWord.locked(0, timestamp)));
        assertEquals(timestamp, StateWord.timestamp(StateWord.locked(0, timestamp)));
        assertEquals(StateWord.SUPERSEDED, StateWord.state(StateWord.superseded(0, timestamp)));
        assertEquals(timestamp, StateWord.timestamp(StateWord.superseded(0, timestamp)));
    }

    @Property
    void everyWordCountsEntries(@ForAll @IntRange(max = 127) int entries, @ForAll boolean busy) {
        long block = ValueAddress.of(3, 9, 5, 4096);
        long address = ValueAddress.withEntries(block, entries) | (busy ? ValueAddress.BUSY : 0);
        long[] words = {
            StateWord.live(1, address),
            StateWord.pending(1, address),
            StateWord.moved(1, address),
            StateWord.locked(address, TIMESTAMP_MAX),
            StateWord.superseded(address, TIMESTAMP_MAX)
        };
        for (long word : words) {
            assertEquals(entries, StateWord.entries(word));
        }
        assertEquals(TIMESTAMP_MAX, StateWord.timestamp(words[3]));
        assertTrue(StateWord.isCurrent(words[0], 1, block) && StateWord.isCurrent(words[1], 1, address));
        assertFalse(StateWord.isCurrent(words[2], 1, block) || StateWord.isCurrent(words[0], 2, block));
        assertEquals(
                entries > 0, words[0] != StateWord.live(1, block), "a swap meets the entries it was meant for alone");
    }

    @Test
    void theLastTimestampOfAllComesBackWhole() {
        long last = Timestamps.first((1 << 14) - 1) | (1L << 40) - 1;
        assertEquals(TIMESTAMP_MAX, last);
        assertEquals(last, StateWord.timestamp(StateWord.superseded(ValueAddress.withEntries(0, 127), last)));
        assertEquals(last, Edition.version(Edition.of(last, 127)));
        assertTrue(Edition.of(last, 127) > Edition.of(last, 126), "no edition looks like a claim's special words");
    }

    /** A late compare-and-swap must not hit the next block in the same memory. */
    @Test
    void printsOfNeighboursDiffer() {
        Set<Long> words = new HashSet<>();
        for (int generation = 0; generation < 100; generation++) {
            for (long grain = 256; grain < 356; grain++) {
                for (long vid = 0; vid < 20; vid++) {
                    long address = ValueAddress.of(1, 3, generation, grain * 16);
                    assertTrue(words.add(StateWord.live(key(vid), address)), vid + " " + ValueAddress.show(address));
                }
            }
        }
    }

    @Test
    void aZeroedBlockHoldsNoValue() {
        assertEquals(StateWord.FREE, StateWord.state(0));
    }

    @Test
    void goldenWordsStayBecauseOtherNodesCompareThem() {
        assertEquals(0x6000_0000_0000_0000L, StateWord.locked(0, 0));
        assertEquals(0x8000_0000_0000_0007L, StateWord.superseded(0, 7));
        assertEquals(0x2000_0000_0000_0000L, StateWord.live(0, 0));
        assertEquals(0x4000_0000_0000_0000L, StateWord.pending(0, 0));
        assertEquals(0xA000_0000_0000_0000L, StateWord.moved(0, 0));
        long address = ValueAddress.of(3, 9, 5, 4096);
        assertEquals(0x200E_4408_462D_AE21L, StateWord.live(key(7), address));
        assertEquals(0x400E_4408_462D_AE21L, StateWord.pending(key(7), address));
        assertEquals(0xA00E_4408_462D_AE21L, StateWord.moved(key(7), address));
    }
}
