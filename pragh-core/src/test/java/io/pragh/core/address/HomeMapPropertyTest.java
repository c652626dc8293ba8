package io.pragh.core.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HomeMapPropertyTest {
    @Property
    void homeFractionAndPlaceAgree(
            @ForAll @IntRange(min = 1, max = 128) int partitions,
            @ForAll @LongRange(max = GraphKey.VID_MAX) long vid,
            @ForAll @IntRange(max = GraphKey.LABEL_MAX) int label) {
        HomeMap homes = new HomeMap(partitions);
        long key = GraphKey.of(1, GraphKey.OUT, label, vid);
        int home = homes.home(key);
        long fraction = homes.fraction(key);
        assertTrue(home >= 0 && home < partitions, "home " + home);
        assertTrue(fraction >= 0 && fraction <= Mix.MASK, "fraction " + fraction);
        assertEquals(((long) home << Mix.BITS) + fraction, homes.place(key));
        assertEquals(homes.place(key), homes.place(GraphKey.of(3, GraphKey.IN, 0, vid)), "one vertex, one place");
    }

    @Property
    void aMintedIdIsAtHome(
            @ForAll @IntRange(min = 1, max = 128) int partitions,
            @ForAll @IntRange(max = 127) int any,
            @ForAll @LongRange(max = Mix.MASK) long number) {
        HomeMap homes = new HomeMap(partitions);
        int partition = any % partitions;
        long vid = homes.mint(partition, number % homes.mintable());
        assertEquals(partition, homes.home(vid));
        assertEquals(0, vid & ~GraphKey.VID_MAX);
    }

    /**
     * Minting steps through a home in equal strides; it meets every id once because stride and size have no common
     * divisor.
     */
    @Test
    void mintingNeverRepeatsItselfWhateverTheNumberOfPartitions() {
        for (int partitions = 1; partitions <= HomeMap.PARTITIONS_MAX; partitions++) {
            HomeMap homes = new HomeMap(partitions);
            long size = homes.mintable();
            long first = Mix.mix(homes.mint(0, 0));
            long stride = Math.floorMod(Mix.mix(homes.mint(0, 1)) - first, size);
            assertEquals(
                    BigInteger.ONE,
                    BigInteger.valueOf(stride).gcd(BigInteger.valueOf(size)),
                    "stride " + stride + " of " + size + " for " + partitions + " partitions");
            for (long sequence : new long[] {2, 1000, size / 2, size - 1}) {
                long expected = BigInteger.valueOf(stride)
                        .multiply(BigInteger.valueOf(sequence))
                        .mod(BigInteger.valueOf(size))
                        .longValueExact();
                assertEquals(expected, Mix.mix(homes.mint(0, sequence)) - first, "sequence " + sequence);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 16, 31, 128})
    void idsInARowSpreadEvenlyOverTheHomes(int partitions) {
        HomeMap homes = new HomeMap(partitions);
        int perHome = 1000;
        int[] counts = new int[partitions];
        for (long vid = 0; vid < (long) partitions * perHome; vid++) {
            counts[homes.home(GraphKey.of(1, 0, 1, vid))]++;
        }
        for (int home = 0; home < partitions; home++) {
            // six standard deviations
            assertTrue(Math.abs(counts[home] - perHome) < 6 * Math.sqrt(perHome), home + " has " + counts[home]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 129})
    void thereAreOneTo128Partitions(int partitions) {
        assertThrows(PraghException.class, () -> new HomeMap(partitions));
    }
}
