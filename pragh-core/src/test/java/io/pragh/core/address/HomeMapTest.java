package io.pragh.core.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HomeMapTest {
    private static final int MINTED = 20_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 16, 100, 128})
    void mintedIdsAreDistinctAndAtHome(int partitions) {
        HomeMap homes = new HomeMap(partitions);
        for (int partition = 0; partition < partitions; partition += Math.max(1, partitions / 3)) {
            Set<Long> minted = new HashSet<>();
            for (long i = 0; i < MINTED; i++) {
                // the lowest ids and the highest ones
                long vid = homes.mint(partition, i % 2 == 0 ? i : homes.mintable() - i);
                assertEquals(partition, homes.home(vid));
                assertTrue(minted.add(vid), "minted twice: partition=" + partition + " sequence=" + i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 16, 128})
    void idsMintedOneAfterTheOtherCoverTheHomeEvenly(int partitions) {
        HomeMap homes = new HomeMap(partitions);
        int[] parts = new int[100];
        for (long i = 0; i < MINTED; i++) {
            parts[(int) (homes.fraction(homes.mint(0, i)) * parts.length >>> Mix.BITS)]++;
        }
        for (int part = 0; part < parts.length; part++) {
            assertTrue(Math.abs(parts[part] - MINTED / parts.length) <= 5, "part " + part + " has " + parts[part]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 128})
    void idsRunOut(int partitions) {
        HomeMap homes = new HomeMap(partitions);
        assertThrows(PraghException.class, () -> homes.mint(0, homes.mintable()));
        assertThrows(PraghException.class, () -> homes.mint(0, -1));
    }
}
