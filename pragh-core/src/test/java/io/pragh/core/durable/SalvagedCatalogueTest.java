package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks which copy of a part of the catalogue counts. */
class SalvagedCatalogueTest {
    private static final int PARTITIONS = 4;

    private final HomeMap homes = new HomeMap(PARTITIONS);
    private final SalvagedCatalogue catalogue = new SalvagedCatalogue(homes);

    private long key(int space, int chunk, int partition) {
        return GraphKey.of(GraphKey.KIND_CATALOGUE, 0, space, homes.mint(partition, chunk));
    }

    @Test
    void theLatestCopyOfEachPartIsThatOfAllPartitions() {
        catalogue.add(key(1, 0, 2), 10, new byte[] {10});
        catalogue.add(key(1, 0, 0), 30, new byte[] {30});
        catalogue.add(key(1, 0, 3), 20, new byte[] {20});
        catalogue.add(key(1, 1, 1), 5, new byte[] {5});
        catalogue.add(key(2, 0, 1), 7, new byte[] {7});
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<String> found = new ArrayList<>();
            catalogue.forEach(partition, (key, body) -> found.add(key + "=" + body[0]));
            assertEquals(
                    List.of(key(1, 0, partition) + "=30", key(1, 1, partition) + "=5", key(2, 0, partition) + "=7"),
                    found);
        }
    }

    @Test
    void nothingElseIsOfIt() {
        assertTrue(SalvagedCatalogue.isOf(key(1, 0, 2)));
        assertFalse(SalvagedCatalogue.isOf(GraphKey.of(GraphKey.KIND_PLAIN, 0, 1, homes.mint(2, 0))));
    }
}
