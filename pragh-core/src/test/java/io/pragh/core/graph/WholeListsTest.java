package io.pragh.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.NewValues;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that lists that are built whole can be read back from the values that they consist of. */
class WholeListsTest {
    private static final HomeMap HOMES = new HomeMap(4);
    private static final long KEY = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, 77);

    private final WholeLists lists = new WholeLists(HOMES, 1);
    private final NewValues values = new NewValues();
    private final Region region = Region.direct(1 << 16, 1);
    private final List<String> read = new ArrayList<>();
    private int blocksWithIds;

    WholeListsTest() {
        region.grow();
    }

    /** Reads a block's entries, and returns the keys of its chunks. */
    private List<Long> read(int value) {
        region.put(0, values.bodies(), values.from(value), values.bytes(value));
        int flags = AdjacencyList.flags(region, 0);
        int count = AdjacencyList.count(region, 0);
        int chunks = AdjacencyList.chunks(region, 0);
        assertEquals(AdjacencyList.bytes(region, 0), values.bytes(value));
        assertTrue(values.bytes(value) - chunks * Long.BYTES <= AdjacencyList.BLOCK_BYTES_MAX);
        for (int i = 0; i < count; i++) {
            read.add(AdjacencyList.neighbour(region, 0, flags, i) + ":"
                    + AdjacencyList.edgeId(region, 0, flags, count, i));
        }
        blocksWithIds += (flags & AdjacencyList.EDGE_IDS) != 0 ? 1 : 0;
        List<Long> keys = new ArrayList<>();
        for (int i = 0; i < chunks; i++) {
            keys.add(ListBlock.chunkKey(AdjacencyList.chunkId(region, 0, flags, count, i)));
        }
        return keys;
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, false, 1, 0",
        "1, 0, false, 1, 0",
        "600, 500, false, 1, 1", // too short to be divided
        "2000, 20, false, 1, 1",
        "1100, 520, false, 2, 1",
        "512, 0, false, 1, 0",
        "0, 500, false, 1, 1",
        "1000, 300, true, 1, 1",
        "1000, 900, true, 2, 1",
        "9000, 0, false, 3, 0",
        "9000, 0, true, 5, 0",
        "9000, 3000, false, 6, 3",
        "9000, 3000, true, 8, 3"
    })
    void allEntriesAreThereAndThoseWithoutIdsAreApartWhereThatSavesMuch(
            int plain, int numbered, boolean wide, int blocks, int withIds) {
        SplittableRandom random = new SplittableRandom(plain);
        long[] neighbours = new long[plain + numbered + 5];
        long[] ids = new long[neighbours.length];
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < plain + numbered; i++) {
            neighbours[i] = (wide ? 1L << 40 : 0) + random.nextInt(1 << 20);
            ids[i] = i * (long) numbered / (plain + numbered) < (i + 1) * (long) numbered / (plain + numbered)
                    ? random.nextLong() | 1
                    : 0;
            expected.add(neighbours[i] + ":" + ids[i]);
        }
        if (numbered == 0) {
            lists.create(KEY, neighbours, plain, values::add);
        } else {
            lists.create(KEY, neighbours, ids, plain + numbered, values::add);
        }
        assertEquals(blocks, values.count());
        assertEquals(KEY, values.keys()[blocks - 1], "the head is the last");
        Map<Long, Integer> byKey = new HashMap<>();
        for (int i = 0; i < blocks; i++) {
            byKey.put(values.keys()[i], i);
            assertEquals(HOMES.home(KEY), HOMES.home(values.keys()[i]));
        }
        List<Long> chunks = read(blocks - 1);
        assertEquals(blocks - 1, chunks.size());
        chunks.forEach(chunk -> assertEquals(List.of(), read(byKey.get(chunk))));
        assertEquals(withIds, blocksWithIds);
        assertEquals(expected.stream().sorted().toList(), read.stream().sorted().toList());
        List<String> unnumbered =
                read.stream().filter(entry -> entry.endsWith(":0")).toList();
        assertEquals(expected.stream().filter(entry -> entry.endsWith(":0")).toList(), unnumbered, "in their order");
    }
}
