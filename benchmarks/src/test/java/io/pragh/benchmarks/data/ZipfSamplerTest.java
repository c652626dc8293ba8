package io.pragh.benchmarks.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.base.PraghException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that draws follow Zipf's law, and pins them by a checksum. */
class ZipfSamplerTest {

    @ParameterizedTest
    @CsvSource({"1, 0.99", "2, 0.99", "1024, 0.99", "1024, 0", "1000, 0.5", "1000, 1", "4099, 1.5", "50, 4", "300, 700"
    })
    void drawsFollowZipfsLaw(int ranks, double theta) {
        double[] exact = new double[ranks];
        double sum = 0;
        for (int rank = ranks - 1; rank >= 0; rank--) {
            exact[rank] = Math.exp(-theta * Math.log(rank + 1));
            sum += exact[rank];
        }
        ZipfSampler sampler = new ZipfSampler(ranks, theta);
        double[] tabled = sampler.probabilities();
        for (int rank = 0; rank < ranks; rank++) {
            exact[rank] /= sum;
            assertEquals(exact[rank], tabled[rank], 1e-9, "rank " + rank);
        }
        long seed = 20_240_607;
        SplitMix random = new SplitMix(seed);
        long[] counts = new long[ranks];
        for (int i = 0; i < 2_000_000; i++) {
            counts[sampler.next(random)]++;
        }
        ChiSquare.assertSampleOf(exact, counts, "ranks=" + ranks + " theta=" + theta + " seed=" + seed);
        assertEquals(ranks, sampler.ranks());
    }

    @Test
    void drawsArePinnedForeverByTheirChecksum() {
        ZipfSampler sampler = new ZipfSampler(StartScope.SIZE_DEFAULT, ZipfSampler.THETA_DEFAULT);
        SplitMix random = new SplitMix(1);
        long checksum = 1;
        for (int i = 0; i < 100_000; i++) {
            checksum = checksum * 31 + sampler.next(random);
        }
        assertEquals("152a47fa41c853fc", Long.toHexString(checksum));
    }

    @Test
    void parametersOutOfRangeAreRefused() {
        assertThrows(PraghException.class, () -> new ZipfSampler(0, 0.99));
        assertThrows(PraghException.class, () -> new ZipfSampler(ZipfSampler.RANKS_MAX + 1, 0.99));
        assertThrows(PraghException.class, () -> new ZipfSampler(10, -0.1));
        assertThrows(PraghException.class, () -> new ZipfSampler(10, Double.NaN));
        assertThrows(PraghException.class, () -> new ZipfSampler(10, Double.POSITIVE_INFINITY));
    }
}
