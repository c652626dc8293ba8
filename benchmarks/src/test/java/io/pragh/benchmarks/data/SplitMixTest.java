package io.pragh.benchmarks.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checks the generator of random numbers against the JDK's SplittableRandom. */
class SplitMixTest {

    @Test
    void sequenceIsTheOneTheJdkHasForTheSameSeed() {
        for (long seed : new long[] {0, 1, -1, 42, Long.MIN_VALUE}) {
            SplitMix random = new SplitMix(seed);
            SplittableRandom reference = new SplittableRandom(seed);
            for (int i = 0; i < 1000; i++) {
                assertEquals(reference.nextLong(), random.next(), "seed=" + seed + " number=" + i);
            }
        }
    }

    @Test
    void derivedSeedsDifferByBothSeedAndSalt() {
        assertNotEquals(SplitMix.derive(1, 2), SplitMix.derive(2, 1));
        assertNotEquals(SplitMix.derive(1, 2), SplitMix.derive(1, 3));
        assertNotEquals(SplitMix.derive(0, 0), SplitMix.derive(0, 1));
    }
}
