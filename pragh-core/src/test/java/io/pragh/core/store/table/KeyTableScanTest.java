package io.pragh.core.store.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyTableScanTest {
    private final HomeMap homes = new HomeMap(16);
    private final Region region = Region.direct(1 << 20, 64);
    private final PageRuns pages = new PageRuns(region);
    private final KeyTable table = new KeyTable(region, pages, homes, 5, 0, pages::free, region::compareAndExchange);

    @Test
    void keysThatStayAreVisitedExactlyOnceWhileTheTableGrows() {
        Set<Long> staying = new HashSet<>();
        for (int i = 0; i < 3000; i++) {
            staying.add(insert(GraphKey.KIND_ADJACENCY, i));
        }
        List<Long> visited = new ArrayList<>();
        int next = 3000;
        int versions = 0;
        long version = table.geometry().version();
        for (long cursor = 0; cursor < KeyTable.SCAN_END; ) {
            cursor = table.scan(GraphKey.KIND_ADJACENCY, cursor, 25, (key, address) -> visited.add(key));
            for (int i = 0; i < 70; i++) {
                insert(GraphKey.KIND_ADJACENCY, next++);
            }
            versions += table.geometry().version() > version ? 1 : 0;
            version = table.geometry().version();
        }
        assertTrue(versions > 6, "the table changed its shape " + versions + " times");
        Set<Long> once = new HashSet<>(visited);
        assertEquals(once.size(), visited.size(), "no key is visited twice");
        assertTrue(once.containsAll(staying));
    }

    @Test
    void keysComeInTheOrderOfTheirFractions() {
        for (int i = 0; i < 5000; i++) {
            insert(GraphKey.KIND_VERTEX, i);
        }
        List<Long> fractions = new ArrayList<>();
        for (long cursor = 0; cursor < KeyTable.SCAN_END; ) {
            cursor =
                    table.scan(GraphKey.KIND_VERTEX, cursor, 100, (key, address) -> fractions.add(homes.fraction(key)));
        }
        assertEquals(5000, fractions.size());
        assertEquals(fractions.stream().sorted().toList(), fractions);
    }

    @Test
    void aCursorMeansTheSameInAnotherTable() {
        KeyTable restored = new KeyTable(region, pages, homes, 5, 20_000, pages::free, region::compareAndExchange);
        Set<Long> all = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            long key = insert(GraphKey.KIND_PLAIN, i);
            all.add(key);
            restored.findOrInsert(key);
        }
        List<Long> visited = new ArrayList<>();
        int calls = 0;
        for (long cursor = 0; cursor < KeyTable.SCAN_END; ) {
            KeyTable now = calls++ % 2 == 0 ? table : restored;
            cursor = now.scan(GraphKey.KIND_PLAIN, cursor, 30, (key, address) -> visited.add(key));
        }
        assertEquals(all.size(), visited.size());
        assertEquals(all, new HashSet<>(visited));
    }

    @Test
    void aLimitEndsAScanWithTheLastVertexComplete() {
        long vid = homes.mint(5, 1);
        for (int label = 0; label < 50; label++) {
            table.findOrInsert(GraphKey.of(GraphKey.KIND_ADJACENCY, 0, label, vid));
        }
        List<Long> visited = new ArrayList<>();
        long cursor = table.scan(GraphKey.KIND_ADJACENCY, 0, 10, (key, address) -> visited.add(key));

        assertEquals(50, visited.size());
        assertEquals(
                KeyTable.SCAN_END, table.scan(GraphKey.KIND_ADJACENCY, cursor, 10, (key, address) -> visited.add(key)));
        assertEquals(50, visited.size());
    }

    @Test
    void aScanForARareKindEndsEarlyAndGoesOn() {
        KeyTable large = new KeyTable(region, pages, homes, 5, 200_000, pages::free, region::compareAndExchange);
        long key = GraphKey.of(GraphKey.KIND_CHUNK, 0, 0, homes.mint(5, 77));
        large.findOrInsert(key);
        List<Long> visited = new ArrayList<>();
        int calls = 0;
        for (long cursor = 0; cursor < KeyTable.SCAN_END; calls++) {
            cursor = large.scan(GraphKey.KIND_CHUNK, cursor, 100, (found, address) -> visited.add(found));
        }
        assertEquals(List.of(key), visited);
        assertTrue(calls > 3, "each call looked at a bounded part: " + calls);
    }

    private long insert(int kind, int i) {
        long key = GraphKey.of(kind, 0, i % 3, homes.mint(5, i / 2));
        if (table.find(key) != 0) {
            key = GraphKey.of(kind, 1, i % 3, homes.mint(5, i / 2));
        }
        assertTrue(table.findOrInsert(key) > 0);
        return key;
    }
}
