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
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Compares the key table with a {@link HashMap}, while it grows, while slots are busy and while leases end. */
class KeyTablePropertyTest {
    private static final int PARTITIONS = 3;
    private static final int PARTITION = 1;

    @Property(tries = 150)
    void behavesAsAMap(
            @ForAll @Size(min = 1, max = 300) List<@IntRange(max = 1 << 20) Integer> steps,
            @ForAll @IntRange(min = 1, max = 40) int keysPerVertex) {
        Model model = new Model(keysPerVertex);
        for (int step : steps) {
            model.step(step % 8, step / 8);
        }
        model.check();
    }

    private static final class Model {
        private final Region region = Region.direct(1 << 18, 16);
        private final PageRuns pages = new PageRuns(region);
        private final HomeMap homes = new HomeMap(PARTITIONS);
        private final List<long[]> retired = new ArrayList<>();
        private final KeyTable table = new KeyTable(
                region,
                pages,
                homes,
                PARTITION,
                0,
                (offset, count) -> retired.add(new long[] {offset, count}),
                region::compareAndExchange);
        private final RemoteReader reader = new RemoteReader(region);
        private final Map<Long, Long> addresses = new HashMap<>();
        private final List<Long> order = new ArrayList<>();
        private final Set<Long> busy = new HashSet<>();
        private final int keysPerVertex;

        Model(int keysPerVertex) {
            this.keysPerVertex = keysPerVertex;
        }

        void step(int kind, int argument) {
            switch (kind) {
                case 0, 1, 2 -> insert(20);
                case 3 -> swap(argument);
                case 4 -> lockOrRelease(argument);
                case 5 -> table.growStep(argument % 20);
                case 6 -> checkOne(argument);
                default -> endLease();
            }
        }

        private void insert(int count) {
            for (int i = 0; i < count; i++) {
                long key = key(order.size());
                long slot = table.findOrInsert(key);
                assertTrue(slot > 0);
                assertEquals(0, region.getLong(slot));
                assertEquals(slot, table.findOrInsert(key));
                addresses.put(key, 0L);
                order.add(key);
            }
        }

        private void swap(int argument) {
            if (!order.isEmpty()) {
                long key = order.get(argument % order.size());
                if (!busy.contains(key)) {
                    publish(key, addresses.get(key), ValueAddress.of(2, 3, argument, 16L * argument));
                }
            }
        }

        private void lockOrRelease(int argument) {
            if (!order.isEmpty()) {
                long key = order.get(argument % order.size());
                publish(key, addresses.get(key), addresses.get(key) ^ ValueAddress.BUSY);
                if (!busy.remove(key)) {
                    busy.add(key);
                }
            }
        }

        private void publish(long key, long from, long to) {
            assertEquals(from, region.compareAndExchange(table.find(key), from, to));
            addresses.put(key, to);
        }

        private void checkOne(int argument) {
            long present = order.isEmpty() ? 0 : order.get(argument % order.size());
            if (present != 0) {
                assertEquals(addresses.get(present), table.addressOf(present));
                assertEquals(addresses.get(present), reader.addressOf(present));
            }
            long missing = key(order.size() + argument);
            assertEquals(0, table.find(missing));
            assertEquals(-1, reader.addressOf(missing));
        }

        /** Reuses the memory that growth has released: no reader may read it any more. */
        private void endLease() {
            reader.endLease();
            for (long[] run : retired) {
                for (long word = 0; word < run[1] * PageRuns.PAGE_BYTES; word += Long.BYTES) {
                    region.setLong(run[0] + word, -1L);
                }
                pages.free(run[0], (int) run[1]);
            }
            retired.clear();
        }

        void check() {
            for (long key : order) {
                assertEquals(addresses.get(key), table.addressOf(key));
                assertEquals(addresses.get(key), reader.addressOf(key));
            }
            assertEquals(order.size(), table.size());
            assertScanned();
            for (long key : busy) {
                publish(key, addresses.get(key), addresses.get(key) ^ ValueAddress.BUSY);
            }
            while (table.growStep(100)) {}
            assertScanned();
            endLease();
            long used = PageRuns.PAGE_BYTES + table.bytes();
            assertEquals(used, pages.usedBytes(), "every page is the table's or free");
        }

        private void assertScanned() {
            Map<Long, Long> visited = new HashMap<>();
            for (int kind = 1; kind <= 3; kind++) {
                long cursor = 0;
                while (cursor < KeyTable.SCAN_END) {
                    cursor = table.scan(kind, cursor, 10, (key, address) -> {
                        assertEquals(null, visited.put(key, address), "visited twice");
                    });
                }
            }
            assertEquals(addresses, visited);
        }

        private long key(int index) {
            int rest = index % keysPerVertex;
            long vid = homes.mint(PARTITION, index / keysPerVertex);
            return GraphKey.of(1 + rest % 3, rest / 3 & 1, rest / 6, vid);
        }
    }
}
