package io.pragh.core.store.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
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
    void keysThatStayAreCollectedExactlyOnceWhileTheTableGrows() {
        Set<Long> staying = new HashSet<>();
        for (int i = 0; i < 3000; i++) {
            staying.add(insert(GraphKey.KIND_ADJACENCY, i));
            insert(GraphKey.KIND_VERTEX, i);
        }
        List<Long> visited = new ArrayList<>();
        int next = 3000;
        int versions = 0;
        long version = table.geometry().version();
        SlotBatch batch = new SlotBatch();
        for (long cursor = 0; cursor < KeyTable.SCAN_END; ) {
            batch.clear();
            cursor = table.collect(GraphKey.KIND_ADJACENCY, cursor, batch);
            for (int i = 0; i < batch.count(); i++) {
                visited.add(batch.key(i));
            }
            for (int i = 0; i < 210; i++) {
                insert(GraphKey.KIND_ADJACENCY, next++);
            }
            versions += table.geometry().version() > version ? 1 : 0;
            version = table.geometry().version();
        }
        assertTrue(versions > 4, "the table changed its shape " + versions + " times");
        Set<Long> once = new HashSet<>(visited);
        assertEquals(once.size(), visited.size(), "no key is collected twice");
        assertTrue(once.containsAll(staying));
    }

    private List<Long> collected(int kind) {
        SlotBatch batch = new SlotBatch();
        for (long cursor = 0; cursor < KeyTable.SCAN_END; ) {
            cursor = table.collect(kind, cursor, batch);
        }
        return IntStream.range(0, batch.count()).mapToObj(batch::key).toList();
    }

    @Test
    void whatWasPutIntoAGrownTableIsCollectedBeforeTheOldOneIsLeft() {
        Set<Long> all = new HashSet<>();
        int growing = 0;
        for (int i = 0; i < 6000; i++) {
            all.add(insert(GraphKey.KIND_VERTEX, i));
            if (i % 41 == 0) {
                growing += table.geometry().grown() == null ? 0 : 1;
                List<Long> collected = collected(GraphKey.KIND_VERTEX);
                assertEquals(all, new HashSet<>(collected));
                assertEquals(all.size(), collected.size());
            }
        }
        assertTrue(growing > 10, "growing=" + growing);
    }

    @Test
    void keysOfASmallTableAreCollectedInTheOrderOfAScan() {
        for (int i = 0; i < 2000; i++) {
            insert(GraphKey.KIND_VERTEX, i);
            insert(GraphKey.KIND_CHUNK, i);
        }
        List<Long> scanned = new ArrayList<>();
        for (long cursor = 0; cursor < KeyTable.SCAN_END; ) {
            cursor = table.scan(GraphKey.KIND_VERTEX, cursor, 100, (key, address) -> scanned.add(key));
        }
        assertEquals(
                scanned.stream().map(homes::fraction).toList(),
                collected(GraphKey.KIND_VERTEX).stream().map(homes::fraction).toList());
        assertEquals(new HashSet<>(scanned), new HashSet<>(collected(GraphKey.KIND_VERTEX)));
    }

    @Test
    void keysComeInTheOrderOfTheirPlaceAndKeepTheirWords() {
        SlotBatch batch = new SlotBatch();
        Map<Long, Long> words = new HashMap<>();
        for (int i = 0; i < 5000; i++) {
            long key = GraphKey.of(GraphKey.KIND_VERTEX, 0, 0, i);
            long offset = (i * 7919L % 5000 + 1) << 16;
            long word = i % 100 == 0 ? ValueAddress.FORWARDED : ValueAddress.of(i % 3, 1, i, offset);
            words.put(key, i % 50 == 1 ? word | ValueAddress.BUSY : word);
            batch.add(key, words.get(key));
        }
        batch.sortByPlace();
        Map<Long, Long> found = new HashMap<>();
        int falls = 0;
        for (int i = 0; i < batch.count(); i++) {
            found.put(batch.key(i), batch.word(i));
            falls += i > 50 && place(batch.word(i)) < place(batch.word(i - 1)) ? 1 : 0;
        }
        assertEquals(words, found);
        assertTrue(falls < 4000, "falls=" + falls); // neighbours of one bucket come in any order
        batch.clear();
        batch.sortByPlace();
        assertEquals(0, batch.count());
    }

    private static long place(long word) {
        return (long) ValueAddress.partition(word) << 48 | ValueAddress.offset(word);
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
