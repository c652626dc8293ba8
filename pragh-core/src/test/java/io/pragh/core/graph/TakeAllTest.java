package io.pragh.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Compares predicates on entries, and the removal of many entries at once, with a list on the heap. */
class TakeAllTest {
    private static final long KEY = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, 7);
    private static final long BODY = 40;
    private static final long TARGET = 1 << 15;

    private final Region region = Region.direct(1 << 16, 1);

    TakeAllTest() {
        region.grow();
    }

    /** The neighbour of an entry, 0 to 3; its edge id is 0 to 2. */
    private static long neighbour(int entry) {
        return entry / 3;
    }

    private static long edgeId(int entry) {
        return entry % 3;
    }

    private int put(List<Integer> entries) {
        ListEntries list = new ListEntries();
        entries.forEach(e -> list.add(neighbour(e), edgeId(e)));
        byte[] body = list.body();
        region.put(BODY, body, 0, body.length);
        return body.length;
    }

    private static Update update(int code, List<Integer> entries) {
        ByteBuffer bytes = ByteBuffer.allocate(16 * entries.size()).order(ByteOrder.LITTLE_ENDIAN);
        entries.forEach(e -> bytes.putLong(neighbour(e)).putLong(edgeId(e)));
        return new Update(code, KEY, 0, 0, bytes.array());
    }

    private static ValueOperation operation(int code) {
        return ListOperations.ALL.stream()
                .filter(o -> o.code() == code)
                .findFirst()
                .orElseThrow();
    }

    @Property
    void allOrNothingIsTaken(
            @ForAll @Size(max = 40) List<@IntRange(max = 11) Integer> some,
            @ForAll @IntRange(max = 90) int unnumbered,
            @ForAll @Size(max = 6) List<@IntRange(max = 11) Integer> taken) {
        List<Integer> there = new ArrayList<>(Collections.nCopies(unnumbered, 12));
        there.addAll(some);
        int bytes = put(there);
        List<Integer> left = new ArrayList<>(there);
        boolean all = true;
        for (Integer entry : taken) {
            all &= left.remove(entry);
        }
        ValueOperation operation = operation(ListOperations.TAKE_ALL);
        Update update = update(ListOperations.TAKE_ALL, taken);
        int newBytes = operation.newBytes(update, region, BODY, bytes);
        if (!all) {
            assertEquals(ValueOperation.WRONG_PLACE, newBytes);
            return;
        }
        operation.write(update, region, BODY, bytes, region, TARGET, newBytes);
        assertEquals(newBytes, AdjacencyList.bytes(region, TARGET));
        List<String> expected =
                left.stream().map(e -> neighbour(e) + ":" + edgeId(e)).sorted().toList();
        List<String> found = new ArrayList<>();
        int flags = AdjacencyList.flags(region, TARGET);
        for (int i = 0; i < AdjacencyList.count(region, TARGET); i++) {
            found.add(AdjacencyList.neighbour(region, TARGET, flags, i) + ":"
                    + AdjacencyList.edgeId(region, TARGET, flags, left.size(), i));
        }
        assertEquals(expected, found.stream().sorted().toList());
    }

    @Property
    void anEntryIsContainedWhenItIsThere(
            @ForAll @Size(max = 20) List<@IntRange(max = 11) Integer> there, @ForAll @IntRange(max = 11) int sought) {
        int bytes = put(there);
        ValueOperation operation = operation(ListOperations.CONTAINS);
        long exactly = edgeId(sought) == 0 ? ListOperations.UNNUMBERED : edgeId(sought);
        int answer = operation.newBytes(ListOperations.contains(KEY, neighbour(sought), exactly), region, BODY, bytes);
        assertEquals(there.contains(sought) ? ValueOperation.UNCHANGED : ValueOperation.WRONG_PLACE, answer);
    }

    @Test
    void nothingIsInAListThatIsNotThere() {
        assertEquals(
                ValueOperation.WRONG_PLACE,
                operation(ListOperations.CONTAINS)
                        .newBytes(ListOperations.contains(KEY, 1, 1), region, BODY, ValueOperation.ABSENT));
        assertEquals(
                ValueOperation.WRONG_PLACE,
                operation(ListOperations.TAKE_ALL)
                        .newBytes(update(ListOperations.TAKE_ALL, List.of(1)), region, BODY, ValueOperation.ABSENT));
    }
}
