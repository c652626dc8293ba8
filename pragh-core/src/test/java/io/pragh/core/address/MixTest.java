package io.pragh.core.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class MixTest {
    private static final int SAMPLES = 2_000;

    @Property
    void mixingIsUndone(@ForAll @LongRange(max = Mix.MASK) long word) {
        assertEquals(word, Mix.unmix(Mix.mix(word)));
        assertEquals(word, Mix.mix(Mix.unmix(word)));
        assertEquals(0, Mix.mix(word) & ~Mix.MASK, "a mixed id has 43 bits");
        assertEquals(0, Mix.unmix(word) & ~Mix.MASK, "an id has 43 bits");
    }

    @Test
    void neighbouringIdsMixToDifferentWords() {
        Set<Long> mixed = new HashSet<>();
        long[] starts = {0, 1L << 22, 1L << 32, Mix.MASK - 20_000};
        for (long start : starts) {
            for (long vid = start; vid < start + 20_000; vid++) {
                assertTrue(mixed.add(Mix.mix(vid)), "mixed twice: vid=" + vid);
            }
        }
    }

    @Test
    void everyBitOfTheIdChangesEveryBitOfTheMixedWordAboutHalfTheTime() {
        for (int in = 0; in < Mix.BITS; in++) {
            int[] flips = new int[Mix.BITS];
            for (long i = 0; i < SAMPLES; i++) {
                long vid = i * 0x9E3779B97F4A7C15L & Mix.MASK;
                long changed = Mix.mix(vid) ^ Mix.mix(vid ^ 1L << in);
                for (int out = 0; out < Mix.BITS; out++) {
                    flips[out] += (int) (changed >>> out) & 1;
                }
            }
            for (int out = 0; out < Mix.BITS; out++) {
                double share = (double) flips[out] / SAMPLES;
                assertTrue(share > 0.25 && share < 0.75, "bit " + in + " changes bit " + out + " in " + share);
            }
        }
    }

    @Test
    void goldenWordsStayBecauseStoredIdsDependOnThem() {
        assertEquals(0, Mix.mix(0));
        assertEquals(0x2be21da30f7L, Mix.mix(123_456_789));
        assertEquals(0x34366067b00L, Mix.mix(1));
        assertEquals(0x63c5ac930f0L, Mix.mix(Mix.MASK));
    }
}
