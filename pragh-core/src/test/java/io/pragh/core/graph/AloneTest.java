package io.pragh.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.AppendedEntries;
import io.pragh.core.api.Attempt;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * Checks entries that are appended without an edge id as long as they are the only ones of their neighbour, in one
 * block: its body and its tail.
 */
class AloneTest {
    private static final long KEY = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, 7);
    private static final long BODY = 40;
    private static final long TARGET = 1 << 15;
    private static final long ALONE = ListOperations.PROVISIONAL | ListOperations.ALONE;
    private static final AppendOperation APPEND = (AppendOperation) ListOperations.ALL.stream()
            .filter(operation -> operation.code() == ListOperations.APPEND_ALL)
            .findFirst()
            .orElseThrow();

    private final Region region = Region.direct(1 << 16, 1);

    AloneTest() {
        region.grow();
    }

    private int put(long[] neighbours, long... chunks) {
        byte[] body = ListBodies.of(neighbours, new long[neighbours.length], 0, neighbours.length, chunks);
        region.put(BODY, body, 0, body.length);
        return body.length;
    }

    private static Update append(long... entries) {
        return new Update(ListOperations.APPEND_ALL, KEY, 0, 0, EntryBytes.of(entries, 0, entries.length));
    }

    /** Entries that an update appends to a tail that has entries already. */
    private static final class Behind implements AppendedEntries {
        private final long[] before;
        private final AppendedEntries appended;

        Behind(long[] before, AppendedEntries appended) {
            this.before = before;
            this.appended = appended;
        }

        @Override
        public int count() {
            return before.length + appended.count();
        }

        @Override
        public long first(int entry) {
            return entry < before.length ? before[entry] : appended.first(entry - before.length);
        }

        @Override
        public long second(int entry) {
            return entry < before.length ? 0 : appended.second(entry - before.length);
        }

        @Override
        public boolean mustBeNew(int entry) {
            return entry >= before.length && appended.mustBeNew(entry - before.length);
        }

        @Override
        public int kept() {
            return before.length;
        }
    }

    private static long[] neighbours(List<Integer> some, int wide) {
        return some.stream().mapToLong(n -> n == wide ? 1L << 40 : n).toArray();
    }

    @Property
    void oneThatIsNotAloneIsRefused(
            @ForAll @Size(max = 20) List<@IntRange(max = 30) Integer> inBody,
            @ForAll @Size(max = 5) List<@IntRange(max = 30) Integer> behind,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(max = 30) Integer> added,
            @ForAll @IntRange(max = 30) int wide,
            @ForAll boolean alone) {
        int bytes = put(neighbours(inBody, wide));
        long[] entries = new long[2 * added.size()];
        for (int i = 0; i < added.size(); i++) {
            entries[2 * i] = neighbours(added, wide)[i];
            entries[2 * i + 1] = 99 | (alone ? ALONE : ListOperations.PROVISIONAL);
        }
        Update update = append(entries);
        Behind all = new Behind(neighbours(behind, wide), APPEND.entries(update));
        boolean refused = alone && added.stream().anyMatch(n -> inBody.contains(n) || behind.contains(n));
        assertEquals(!refused, APPEND.accepts(region, BODY, bytes, all));
        int newBytes = APPEND.bytesWith(region, BODY, bytes, all);
        if (refused) {
            assertEquals(ValueOperation.WRONG_PLACE, newBytes);
            return;
        }
        APPEND.writeWith(region, BODY, bytes, all, region, TARGET);
        assertEquals(newBytes, AdjacencyList.bytes(region, TARGET));
        assertEquals(0, AdjacencyList.flags(region, TARGET) & AdjacencyList.EDGE_IDS, "none has a number");
        List<Integer> expected = new ArrayList<>(inBody);
        expected.addAll(behind);
        expected.addAll(added);
        long[] found = new long[expected.size()];
        assertEquals(found.length, AdjacencyList.neighbours(region, TARGET, 100, found, 0));
        for (int i = 0; i < found.length; i++) {
            assertEquals(neighbours(expected, wide)[i], found[i]);
        }
    }

    @Test
    void aBlockThatDoesNotHaveTheWholeListCannotTell() {
        int bytes = put(new long[] {1}, 5);
        assertEquals(ValueOperation.WRONG_PLACE, APPEND.newBytes(append(2, 9 | ALONE), region, BODY, bytes));
        assertEquals(ValueOperation.FULL, APPEND.newBytes(append(2, 9), region, BODY, bytes));
        assertFalse(APPEND.accepts(region, BODY, bytes, APPEND.entries(append(2, 9 | ALONE))));
    }

    @Test
    void aBlockThatIsFullIsTheWrongPlace() {
        long[] many = new long[ListBodies.NARROW_MAX];
        int bytes = put(many);
        assertEquals(ValueOperation.WRONG_PLACE, APPEND.newBytes(append(2, 9 | ALONE), region, BODY, bytes));
        assertEquals(ValueOperation.FULL, APPEND.newBytes(append(2, 9), region, BODY, bytes));
        assertTrue(APPEND.newBytes(append(2, 9 | ALONE), region, BODY, ValueOperation.ABSENT) > 0);
    }

    @Test
    void theNumberIsWhatIsLeftOfAProvisionalId() {
        assertEquals(9, EntryBytes.settled(9 | ALONE));
        assertEquals(9, EntryBytes.settled(9));
        assertEquals(0, EntryBytes.stored(9 | ListOperations.PROVISIONAL));
        assertEquals(1L << 62 | 9, EntryBytes.stored(1L << 62 | 9));
    }

    @Test
    void anIdWithoutAnotherOneToFallBackOnIsAloneInEveryAttempt() {
        long carried = 7L << 60 | 5;
        assertEquals(carried, EntryBytes.stored(carried), "all bits of an id may be in use");
        assertEquals(carried, EntryBytes.stored(carried | ListOperations.ALONE));
        assertEquals(carried | ListOperations.ALONE, EntryBytes.settled(carried | ListOperations.ALONE));
        TransactionSource none = (TransactionSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {TransactionSource.class}, (proxy, method, arguments) -> {
                    throw new AssertionError("no other block can tell");
                });
        ListPlacement placement = new ListPlacement(none, new HomeMap(1), 1);
        Update update = append(2, carried | ListOperations.ALONE, 3, 9 | ALONE);
        for (Attempt attempt : Attempt.values()) {
            List<Update> placed = placement.place(KEY, List.of(update), attempt);
            assertEquals(1, placed.size());
            assertEquals(KEY, placed.get(0).key());
            AppendedEntries entries = APPEND.entries(placed.get(0));
            assertTrue(entries.mustBeNew(0), attempt::name);
            assertEquals(carried, entries.second(0));
            assertEquals(attempt == Attempt.CAUTIOUS ? 9 : 0, entries.second(1));
            assertEquals(attempt != Attempt.CAUTIOUS, entries.mustBeNew(1));
        }
    }
}
