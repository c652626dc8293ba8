package io.pragh.core.store.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import org.junit.jupiter.api.Test;

/** Measures the cost of a key: bytes of memory, and READs of a node that does not know the value's location. */
class KeyTableLoadTest {
    private final Region region = Region.direct(16 << 20, 16);
    private final PageRuns pages = new PageRuns(region);

    /**
     * 192 keys per page of 4 KiB are a load of three quarters; 204 keys, where growth begins, are one of four fifths.
     */
    @Test
    void oneReadFindsAlmostEveryKey() {
        int keys = 1 << 18;
        KeyTable table = new KeyTable(region, pages, new HomeMap(1), 0, keys, pages::free, region::compareAndExchange);
        long groups = table.geometry().current().groups();
        assertEquals(0.75, keys / (256.0 * groups), 0.001, "load");

        double first = insertAndCountFirst(table, 0, keys);
        double last = insertAndCountFirst(table, keys, (int) (groups * 204));

        assertEquals(groups, table.geometry().current().groups(), "the table has not grown");
        assertTrue(first > 0.96, "share of keys found by one READ at a load of 0.75: " + first);
        assertTrue(last > 0.94, "share of keys found by one READ when growth begins: " + last);
    }

    private double insertAndCountFirst(KeyTable table, int from, int to) {
        for (int i = from; i < to; i++) {
            assertTrue(table.findOrInsert(key(i)) > 0);
        }
        RemoteReader reader = new RemoteReader(region);
        int first = 0;
        long reads = 0;
        for (int i = 0; i < to; i++) {
            assertEquals(0, reader.addressOf(key(i)));
            first += reader.reads() == 1 ? 1 : 0;
            reads += reader.reads();
        }
        assertTrue(reads < 1.08 * to, "READs per key: " + (double) reads / to);
        return (double) first / to;
    }

    @Test
    void aKeyTakesTwentyFourBytesOnAverageAfterALoadOfUnknownSize() {
        KeyTable table = new KeyTable(region, pages, new HomeMap(1), 0, 0, pages::free, region::compareAndExchange);
        int keys = 0;
        double sum = 0;
        int samples = 0;
        double most = 0;
        // sizes from 2^19 to 2^20 in steps of one per cent: more than two rounds of growth
        for (double size = 1 << 19; size <= 1 << 20; size *= 1.01) {
            for (; keys < (int) size; keys++) {
                assertTrue(table.findOrInsert(key(keys)) > 0);
            }
            while (table.growStep(1000)) {}
            double bytes = (double) table.bytes() / keys;
            sum += bytes;
            samples++;
            most = Math.max(most, bytes);
        }
        assertTrue(sum / samples <= 24.5, "bytes per key on average: " + sum / samples);
        assertTrue(most < 28.5, "bytes per key right after growth: " + most);
    }

    @Test
    void aVertexWithManyKeysFillsItsGroupBeforeItOverflows() {
        KeyTable table =
                new KeyTable(region, pages, new HomeMap(1), 0, 10_000, pages::free, region::compareAndExchange);
        long bytes = table.bytes();
        for (int label = 0; label < 150; label++) {
            assertTrue(table.findOrInsert(GraphKey.of(GraphKey.KIND_ADJACENCY, 0, label, 42)) > 0);
        }
        assertTrue(table.bytes() <= bytes + PageRuns.PAGE_BYTES, "one page of overflow buckets at most");
    }

    /** Four keys for every vertex: two lists, two labels. */
    private static long key(int i) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, i & 1, i >> 1 & 1, i >> 2);
    }
}
