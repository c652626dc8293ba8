package io.pragh.core.property.bulk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.Mix;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.NamesByLength;
import io.pragh.core.property.element.VertexCodec;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueOutput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks the columns in which a bulk load is gathered. */
class StagingTest {
    private static final StagingBudget AMPLE = new StagingBudget(Long.MAX_VALUE);

    @Test
    void plainVerticesAndEdgesCostWhatIsToldAndMoreIsRefused() {
        StagingBudget budget = new StagingBudget(64 << 20);
        StagedVertices vertices = new StagedVertices(new HomeMap(6), budget);
        StagedEdges edges = new StagedEdges(budget);
        for (int i = 0; i < 500_000; i++) {
            vertices.add(i, 1);
        }
        long ofVertices = budget.bytes();
        assertTrue(ofVertices >= 500_000L * 20 && ofVertices < 500_000L * 24, "bytes " + ofVertices);
        for (int i = 0; i < 2_000_000; i++) {
            edges.add(i % 1000, 1, i % 999);
        }
        long ofEdges = budget.bytes() - ofVertices;
        assertTrue(ofEdges >= 2_000_000L * 8 && ofEdges < 2_000_000L * 9, "bytes " + ofEdges);
        String told = assertThrows(PraghException.class, () -> {
                    for (int i = 0; i < 20_000_000; i++) {
                        edges.add(1, 1, 1);
                    }
                })
                .getMessage();
        assertTrue(told.startsWith("a load is gathered in memory before it is stored, and there is too little"), told);
    }

    private static ByteBuffer written(StagedVertices vertices, int vertex, int[] directory) {
        ByteBuffer out = ByteBuffer.allocate(vertices.bodyBytes(vertex, directory.length))
                .order(ByteOrder.LITTLE_ENDIAN);
        vertices.write(vertex, directory, directory.length, out);
        assertEquals(0, out.remaining());
        return out.flip();
    }

    @Test
    void aVertexIsWrittenAsACommitWritesIt() {
        NamesByLength names = new NamesByLength();
        int[] directory = {5, 9};
        String[] texts = {"text", "x".repeat(100_000), "", "end"};
        for (Object id : new Object[] {7L, 7, "seven", -7L}) {
            for (int kind = 0; kind < 6; kind++) {
                VertexRecord record = new VertexRecord(7, id, "ll");
                record.directory(directory);
                StagedVertices vertices = new StagedVertices(new HomeMap(1), AMPLE);
                PropertyBuffer properties = new PropertyBuffer();
                for (int i = 0; i < kind * (kind == 5 ? 100 : 1); i++) {
                    String key = "k".repeat(1 + i % 5);
                    String value = texts[kind < 4 ? 0 : i % texts.length];
                    boolean supplied = kind > 1 && i % 3 == 1;
                    ValueCodec.write(
                            supplied ? properties.ofVertex(key.length(), i) : properties.ofVertex(key.length()), value);
                    VertexPropertyRecord property = supplied
                            ? new VertexPropertyRecord(i, i, key, value)
                            : VertexPropertyRecord.natural(7, i, key, value);
                    if (kind > 2 && i % 3 != 0) {
                        properties.own(2, i);
                        property.put("kk", i);
                    }
                    record.properties().add(property);
                }
                int vertex = id instanceof Number number ? vertices.add(number.longValue(), 2) : vertices.add();
                ValueOutput identifier = new ValueOutput();
                ValueCodec.write(identifier, id);
                vertices.describe(vertex, 2, identifier, properties, id instanceof String);
                if (vertices.isUnnumbered(vertex)) {
                    vertices.number(vertex, 7);
                }
                assertEquals(2, vertices.label(vertex));
                assertEquals(
                        ByteBuffer.wrap(VertexCodec.encode(record, names)),
                        written(vertices, vertex, directory),
                        () -> "id=" + id);
                if (id instanceof String) {
                    assertEquals(vertex, vertices.find(identifier));
                    assertArrayEquals(ValueCodec.encode(id), vertices.identifier(vertex));
                }
            }
        }
        StagedVertices plain = new StagedVertices(new HomeMap(1), AMPLE);
        VertexRecord record = new VertexRecord(8, 8L, "lll");
        record.directory(directory);
        assertEquals(ByteBuffer.wrap(VertexCodec.encode(record, names)), written(plain, plain.add(8, 3), directory));
    }

    @Test
    void numbersAreFoundWhetherTheyLieCloseTogetherOrNot() {
        SplittableRandom random = new SplittableRandom(5);
        Map<Long, Integer> expected = new HashMap<>();
        StagingBudget budget = new StagingBudget(Long.MAX_VALUE);
        NumberIndex index = new NumberIndex(budget);
        List<Long> numbers = new ArrayList<>(List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 4095L, 4096L));
        for (int i = 0; i < 60_000; i++) {
            numbers.add((long) random.nextInt(100_000)); // three of five of a page
            numbers.add(2_000_000_000L + random.nextInt(1 << 25)); // a few of a page
            numbers.add(random.nextLong() >>> random.nextInt(64));
        }
        for (long number : numbers) {
            Integer known = expected.putIfAbsent(number, expected.size());
            assertEquals(known == null ? NumberIndex.NONE : known, index.findOrAdd(number, expected.size() - 1));
        }
        expected.forEach((number, vertex) -> assertEquals(vertex, index.find(number)));
        assertEquals(NumberIndex.NONE, index.find(-2));
        for (long i = 0; i < 100_000; i++) {
            assertEquals(expected.getOrDefault(i, NumberIndex.NONE), index.find(i));
        }
        assertTrue(budget.bytes() < 40L * expected.size(), "bytes " + budget.bytes() / expected.size());
    }

    @Test
    void numbersThatLieCloseTogetherCostLittle() {
        StagingBudget budget = new StagingBudget(Long.MAX_VALUE);
        NumberIndex index = new NumberIndex(budget);
        for (int i = 0; i < 500_000; i++) {
            assertEquals(NumberIndex.NONE, index.findOrAdd(i * 7L % 500_000, i));
        }
        assertTrue(budget.bytes() < 500_000L * 6, "bytes " + budget.bytes());
    }

    @Test
    void bytesAreWhereTheyWerePutAcrossChunks() {
        StagedBytes staged = new StagedBytes(AMPLE, 3);
        BytesIndex index = new BytesIndex(AMPLE, staged, 0);
        SplittableRandom random = new SplittableRandom(1);
        List<byte[]> all = new ArrayList<>();
        List<Long> places = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            ValueOutput out = new ValueOutput();
            ValueCodec.write(out, i + "x".repeat(random.nextInt(1_000)));
            byte[] bytes = out.toBytes();
            assertEquals(BytesIndex.NONE, index.find(bytes, bytes.length));
            int part = i % 3;
            places.add(staged.end(part));
            index.add(bytes, bytes.length, staged.end(part));
            staged.append(part, out);
            all.add(bytes);
        }
        assertTrue((staged.end(0) & 0xFFFF_FFFFL) > 1 << 18);
        for (int i = 0; i < all.size(); i++) {
            assertEquals(places.get(i), index.find(all.get(i), all.get(i).length));
            byte[] copy = new byte[all.get(i).length];
            staged.get(places.get(i), copy, 0, copy.length);
            assertTrue(Arrays.equals(all.get(i), copy));
        }
    }

    @Test
    void edgesAreSortedByVertexThenLabelThenTheirOrder() {
        for (int labels : new int[] {5, 1}) {
            for (boolean leaving : new boolean[] {true, false}) {
                assertSorted(random(labels), leaving, labels > 1);
            }
        }
    }

    private static StagedEdges random(int labels) {
        return random(labels, 5_000);
    }

    private static StagedEdges random(int labels, int count) {
        StagedEdges edges = new StagedEdges(AMPLE);
        SplittableRandom random = new SplittableRandom(labels);
        for (int i = 0; i < count; i++) {
            edges.add(random.nextInt(100), 1 + random.nextInt(labels), random.nextInt(100));
        }
        return edges;
    }

    /** An order of all vertices that the edges may have, at one home. */
    private static HomeOrder asTheyCame() {
        StagedVertices vertices = new StagedVertices(new HomeMap(1), AMPLE);
        for (int i = 0; i < 101; i++) {
            vertices.add(i, 1);
        }
        return new HomeOrder(vertices, new HomeMap(1), AMPLE);
    }

    private static EdgeNumbers everySeventh() {
        return everySeventh(5_000);
    }

    private static EdgeNumbers everySeventh(int count) {
        EdgeNumbers numbers = new EdgeNumbers(count, AMPLE);
        for (int i = 0; i < count; i += 7) {
            numbers.mark(i);
        }
        return numbers;
    }

    private static void assertSorted(StagedEdges edges, boolean leaving, boolean eachKnown) {
        EdgeOrder order = EdgeOrder.by(
                leaving, edges, asTheyCame(), EdgeOrder.byLabel(edges, AMPLE), everySeventh(), eachKnown, AMPLE);
        ToIntFunction<Integer> near = leaving ? edges::out : edges::in;
        ToIntFunction<Integer> far = leaving ? edges::in : edges::out;
        List<Integer> expected = IntStream.range(0, 5_000)
                .boxed()
                .sorted(Comparator.comparingInt(near)
                        .thenComparingInt(edges::label)
                        .thenComparingInt(edge -> edge))
                .toList();
        assertEquals(0, order.from(0));
        assertEquals(5_000, order.to(100));
        assertEquals(order.from(100), order.to(100));
        for (int i = 0; i < 5_000; i++) {
            int edge = expected.get(i);
            assertEquals(edge % 7 == 0, order.isMarked(i));
            if (eachKnown || order.isMarked(i)) {
                assertEquals(edge, order.edge(i));
            }
            assertEquals(far.applyAsInt(edge), order.other(i));
            assertEquals(edges.label(edge), order.label(edges, i));
        }
        int from = order.from(7);
        int to = order.to(7);
        assertOthers(order, expected, far, from, to - from);
        assertOthers(order, expected, far, 0, 1);
        int end = order.endOfLabel(edges, from, to);
        assertEquals(order.label(edges, from), order.label(edges, end - 1));
        assertTrue(end == to || order.label(edges, end) > order.label(edges, end - 1));
    }

    private static void assertOthers(
            EdgeOrder order, List<Integer> expected, ToIntFunction<Integer> far, int from, int count) {
        int[] others = new int[count];
        boolean anyMarked = order.others(from, others, count);
        EdgeNumbers numbers = everySeventh();
        numbers.marked();
        for (int i = 0; i < 5_000; i += 7) {
            numbers.number(i, 1_000_000L + i);
        }
        long[] eids = new long[count];
        order.eids(from, others, eids, count, numbers);
        boolean any = false;
        for (int i = 0; i < count; i++) {
            int edge = expected.get(from + i);
            boolean marked = edge % 7 == 0;
            int other = far.applyAsInt(edge);
            any |= marked;
            assertEquals(marked ? ~other : other, others[i]);
            assertEquals(marked ? 1_000_000L + edge : 0, eids[i]);
        }
        assertEquals(any, anyMarked);
    }

    @Test
    void pairsAreSortedAcrossBucketsAndTheirMemoryIsGivenBack() {
        StagingBudget budget = new StagingBudget(Long.MAX_VALUE);
        int count = 600_001;
        RadixSort sort = new RadixSort(count, true, budget);
        RadixSort single = new RadixSort(count, false, budget);
        for (int i = 0; i < count; i++) {
            int place = (int) (i * 7L % count);
            sort.put(place, i, -i);
            single.put(place, i, 0);
        }
        IntColumn firsts = new IntColumn(budget);
        IntColumn seconds = new IntColumn(budget);
        IntColumn alone = new IntColumn(budget);
        sort.drain(firsts, seconds);
        single.drain(alone, seconds);
        for (int i = 0; i < count; i++) {
            int place = (int) (i * 7L % count);
            assertEquals(i, firsts.get(place));
            assertEquals(-i, seconds.get(place));
            assertEquals(i, alone.get(place));
        }
        assertTrue(budget.bytes() < 3L * (count + IntColumn.CHUNK) * Integer.BYTES, "bytes " + budget.bytes());
    }

    @Test
    void whatWasWrittenIsGivenBackPartByPart() {
        StagingBudget budget = new StagingBudget(Long.MAX_VALUE);
        StagedEdges edges = new StagedEdges(budget);
        StagedVertices all = new StagedVertices(new HomeMap(1), budget);
        for (int i = 0; i < 1_000; i++) {
            all.add(i, 1);
        }
        for (int i = 0; i < 200_000; i++) {
            edges.add(i % 1_000, 1, i % 999);
        }
        HomeOrder vertices = new HomeOrder(all, new HomeMap(1), budget);
        EdgeOrder order = EdgeOrder.by(true, edges, vertices, null, new EdgeNumbers(200_000, AMPLE), false, budget);
        long before = budget.bytes();
        order.forgetBefore(order.to(499));
        assertTrue(budget.bytes() <= before - 90_000L * Integer.BYTES, "half of it is written");
        int from = order.from(500);
        for (int i = 0; i < 200; i++) {
            assertEquals((500 + i * 1_000) % 999, order.other(from + i));
        }
    }

    @Test
    void verticesOfAHomeGiveTheirRecordsBack() {
        HomeMap homes = new HomeMap(2);
        StagingBudget budget = new StagingBudget(Long.MAX_VALUE);
        StagedVertices vertices = new StagedVertices(homes, budget);
        PropertyBuffer properties = new PropertyBuffer();
        ValueOutput identifier = new ValueOutput();
        for (int i = 0; i < 10_000; i++) {
            properties.clear();
            ValueCodec.write(properties.ofVertex(1), "some text that takes room " + i);
            ValueCodec.write(identifier.clear(), "v" + i);
            vertices.describe(vertices.add(), 1, identifier, properties, true);
        }
        for (int i = 0; i < 10_000; i++) {
            assertEquals(
                    homes.home(ElementKeys.identity(ElementKind.VERTEX, vertices.identifier(i))), vertices.home(i));
        }
        ValueCodec.write(identifier.clear(), "v77");
        assertEquals(77, vertices.find(identifier));
        vertices.complete();
        long before = budget.bytes();
        vertices.forget(0);
        assertTrue(budget.bytes() < before - 100_000, "bytes " + budget.bytes() + " of " + before);
        int kept = IntStream.range(0, 10_000)
                .filter(i -> vertices.home(i) == 1)
                .findFirst()
                .orElseThrow();
        assertTrue(Arrays.equals(ValueCodec.encode("v" + kept), vertices.identifier(kept)));
    }

    /** While the load determines which edges get numbers, the members of an order must stay known. */
    @Test
    void whoIsMarkedInAnOrderIsKnownWhenTheOthersAreForgotten() {
        StagingBudget budget = new StagingBudget(1 << 24);
        StagedEdges edges = random(1, 200_000);
        EdgeNumbers numbers = everySeventh(200_000);
        EdgeOrder order = EdgeOrder.by(true, edges, asTheyCame(), null, new EdgeNumbers(200_000, AMPLE), true, budget);
        long before = budget.bytes();
        int[] known = IntStream.range(0, 200_000).map(order::edge).toArray();
        for (int i = 0; i < 200_000; i++) {
            if (numbers.isMarked(known[i])) {
                order.mark(i);
            }
        }
        order.forgetUnmarked();
        assertTrue(budget.bytes() < before - 140_000L * Integer.BYTES, "a seventh is kept");
        for (int i = 0; i < 200_000; i++) {
            assertEquals(numbers.isMarked(known[i]), order.isMarked(i));
            assertEquals(edges.in(known[i]), order.other(i));
            if (order.isMarked(i)) {
                assertEquals(known[i], order.edge(i));
            }
        }
    }

    /** Memory may have been released elsewhere. */
    @Test
    void aLoadThatNeedsMoreAsksAgainHowMuchThereIs() {
        StagingBudget budget = new StagingBudget(0, bytes -> 1 << 20);
        budget.take(1 << 20);
        assertThrows(PraghException.class, () -> budget.take(1));
    }

    @Test
    void edgesThatAreForgottenGiveTheirMemoryBack() {
        StagingBudget budget = new StagingBudget(1 << 24);
        StagedEdges edges = new StagedEdges(budget);
        long before = budget.bytes();
        for (int i = 0; i < 100_000; i++) {
            edges.add(i, 1, i + 1);
        }
        assertTrue(budget.bytes() - before >= 100_000L * 2 * Integer.BYTES);
        edges.forgetEnds();
        assertEquals(before, budget.bytes());
        assertEquals(100_000, edges.count());
    }

    @Test
    void edgesThatAreMarkedKeepTheirNumbers() {
        EdgeNumbers numbers = new EdgeNumbers(1_000, AMPLE);
        Map<Integer, Long> expected = new HashMap<>();
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 200; i++) {
            expected.put(random.nextInt(1_000), random.nextLong());
        }
        expected.keySet().forEach(numbers::mark);
        numbers.marked();
        expected.forEach(numbers::number);
        for (int i = 0; i < 1_000; i++) {
            assertEquals(expected.getOrDefault(i, 0L), numbers.eid(i));
        }
    }

    @Test
    void elementsWhoseIdentifiersHaveOneKeyComeTogether() {
        HomeMap homes = new HomeMap(6);
        IdentityOrder order = new IdentityOrder(homes, AMPLE);
        Map<Long, List<Integer>> expected = new HashMap<>();
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 4_000; i++) {
            byte[] identifier = ValueCodec.encode(random.nextInt(1_500)); // some have the same hash
            long key = ElementKeys.identity(ElementKind.VERTEX, identifier);
            order.add(key, i);
            expected.computeIfAbsent(key, k -> new ArrayList<>()).add(i);
        }
        // keys that are adjacent in their home, and agree in all bits that are sorted by
        long first = homes.mint(2, 5);
        for (int i = 0; i < 8; i++) {
            long key = ElementKeys.identity(ElementKind.VERTEX, new byte[0]) & ~GraphKey.VID_MAX
                    | near(homes, first, i / 2);
            order.add(key, 4_000 + i);
            expected.computeIfAbsent(key, k -> new ArrayList<>()).add(4_000 + i);
        }
        Map<Long, List<Integer>> found = new HashMap<>();
        List<Integer> visited = new ArrayList<>();
        order.drain((key, elements, count) -> {
            found.put(key, Arrays.stream(elements, 0, count).boxed().toList());
            visited.add(homes.home(key));
        });
        assertEquals(expected, found);
        assertEquals(visited.stream().sorted().toList(), visited);
    }

    // a vertex number whose place is next to that of another one
    private static long near(HomeMap homes, long vid, int distance) {
        long mixed = Mix.mix(vid) + distance;
        long near = Mix.unmix(mixed);
        assertEquals(homes.home(vid), homes.home(near));
        return near;
    }
}
