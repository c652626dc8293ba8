package io.pragh.core.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.OperationSet;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import io.pragh.core.store.ValueOperations;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the operations on a region with a list, to the byte, whatever the memory held before. */
class ListOperationsTest {
    private static final long KEY = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, 7);
    private static final long CHUNK = ListBlock.chunkKey(7);
    private static final OperationSet OPERATIONS = new ValueOperations(ListOperations.ALL);
    private static final int HALF = 1 << 15;
    private static final byte[] GARBAGE = new byte[AdjacencyList.BLOCK_BYTES_MAX + 64];

    static {
        Arrays.fill(GARBAGE, (byte) 0xEE);
    }

    private final Region region = Region.direct(2 * HALF, 1);
    private final long[] places = {4096 + 40, HALF + 40};
    private int place;
    private int bodyBytes = ValueOperation.ABSENT;

    ListOperationsTest() {
        region.grow();
    }

    private enum Kind {
        APPEND,
        REMOVE,
        ADD_CHUNK,
        WRITE,
        INSERT,
        ERASE
    }

    private record Step(Kind kind, long neighbour, long edgeId) {}

    /** Runs an update as an owner does; returns the result of newBytes. */
    private int run(Update update) {
        ValueOperation operation = OPERATIONS.get(update.operation());
        long body = places[place];
        long target = places[1 - place];
        region.put(target, GARBAGE, 0, GARBAGE.length);
        int newBytes = operation.newBytes(update, region, body, bodyBytes);
        if (newBytes >= 0) {
            operation.write(update, region, body, bodyBytes, region, target, newBytes);
            assertEquals((byte) 0xEE, byteAt(target + newBytes), "nothing is written behind the body");
            place = 1 - place;
            bodyBytes = newBytes;
        } else if (newBytes == ValueOperation.DELETE) {
            bodyBytes = ValueOperation.ABSENT;
        }
        return newBytes;
    }

    private byte byteAt(long offset) {
        byte[] one = new byte[1];
        region.get(offset, one, 0, 1);
        return one[0];
    }

    private byte[] body() {
        byte[] body = new byte[bodyBytes];
        region.get(places[place], body, 0, bodyBytes);
        return body;
    }

    @Property(tries = 200)
    void theyDoToABodyWhatAListDoes(@ForAll("steps") List<Step> steps) {
        bodyBytes = ValueOperation.ABSENT;
        ListImage model = null;
        for (Step step : steps) {
            model = check(step, model);
            if (model == null) {
                assertEquals(ValueOperation.ABSENT, bodyBytes);
            } else {
                assertArrayEquals(model.image(), body(), step.toString());
            }
        }
    }

    /** Runs a step, checks its result, and returns the list afterwards. */
    private @Nullable ListImage check(Step step, @Nullable ListImage model) {
        long neighbour = step.neighbour;
        ListImage whole = ListImage.of(neighbour, neighbour / 2);
        return switch (step.kind) {
            case APPEND -> {
                int answer = run(ListOperations.append(KEY, neighbour, step.edgeId));
                if (model != null && !model.chunks.isEmpty()) {
                    assertEquals(ValueOperation.FULL, answer);
                    yield model;
                }
                ListImage now = model == null ? new ListImage() : model;
                now.append(neighbour, step.edgeId);
                yield now;
            }
            case REMOVE -> {
                int answer = run(ListOperations.remove(KEY, neighbour, step.edgeId));
                boolean removed = model != null && model.remove(neighbour, step.edgeId);
                assertEquals(!removed, answer == ValueOperation.PRECONDITION_FAILED);
                yield model;
            }
            case ADD_CHUNK -> {
                int before = model == null ? 0 : model.chunks.size();
                assertEquals(
                        ValueOperation.PRECONDITION_FAILED, run(ListOperations.addChunk(KEY, neighbour, before + 1)));
                int answer = run(ListOperations.addChunk(KEY, neighbour, before));
                assertEquals(model == null, answer == ValueOperation.PRECONDITION_FAILED);
                if (model != null) {
                    model.chunks.add(neighbour);
                }
                yield model;
            }
            case WRITE -> {
                run(ListOperations.replace(KEY, whole.image()));
                yield whole;
            }
            case INSERT -> {
                int answer = run(ListOperations.insert(KEY, whole.image()));
                assertEquals(model != null, answer == ValueOperation.PRECONDITION_FAILED);
                yield model == null ? whole : model;
            }
            case ERASE -> {
                int answer = run(new Update(ValueOperation.ERASE, KEY, 0, 0));
                assertEquals(model == null ? ValueOperation.UNCHANGED : ValueOperation.DELETE, answer);
                yield null;
            }
        };
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kinds = Arbitraries.frequencyOf(
                Tuple.of(20, Arbitraries.just(Kind.APPEND)),
                Tuple.of(10, Arbitraries.just(Kind.REMOVE)),
                Tuple.of(1, Arbitraries.just(Kind.ADD_CHUNK)),
                Tuple.of(1, Arbitraries.just(Kind.WRITE)),
                Tuple.of(2, Arbitraries.just(Kind.INSERT)),
                Tuple.of(1, Arbitraries.just(Kind.ERASE)));
        Arbitrary<Long> neighbours = Arbitraries.frequencyOf(
                Tuple.of(20, Arbitraries.longs().between(0, 5)),
                Tuple.of(2, Arbitraries.of(0xFFFF_FFFEL, 0xFFFF_FFFFL)),
                Tuple.of(1, Arbitraries.of(1L << 32, GraphKey.VID_MAX)));
        Arbitrary<Long> edgeIds = Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.just(0L)),
                Tuple.of(1, Arbitraries.longs().between(1, 3)),
                Tuple.of(1, Arbitraries.longs().between(1L << 32, (1L << 32) + 1)));
        return Combinators.combine(kinds, neighbours, edgeIds)
                .as(Step::new)
                .list()
                .ofMaxSize(60);
    }

    @Test
    void aNarrowBlockIsFullAtSixteenKibibytes() {
        assertEquals(4094, appendUntilFull(1, 0));
        assertEquals(AdjacencyList.BLOCK_BYTES_MAX, bodyBytes);
    }

    @Test
    void aWideBlockIsFullAtHalfTheEntries() {
        assertEquals(2047, appendUntilFull(1L << 32, 0));
        assertEquals(AdjacencyList.BLOCK_BYTES_MAX, bodyBytes);
    }

    @Test
    void edgeIdsTakeTheirShare() {
        assertEquals((16384 - 8) / 8, appendUntilFull(1, 5));
        assertEquals(AdjacencyList.BLOCK_BYTES_MAX, bodyBytes);
    }

    @Test
    void wideEdgeIdsTakeALargerOne() {
        assertEquals((16384 - 8) / 12, appendUntilFull(1, 1L << 32));
        assertTrue(bodyBytes <= AdjacencyList.BLOCK_BYTES_MAX);
    }

    @Test
    void anEntryThatWouldWidenAFullBlockBeyondItsSizeIsRefused() {
        for (int i = 0; i < 3000; i++) {
            run(ListOperations.append(KEY, i, 0));
        }
        byte[] before = body();
        assertEquals(ValueOperation.FULL, run(ListOperations.append(KEY, 1L << 32, 0)));
        assertArrayEquals(before, body());
        assertFalse(run(ListOperations.append(KEY, 1, 0)) < 0, "a narrow one still fits");
    }

    private int appendUntilFull(long neighbour, long edgeId) {
        int count = 0;
        while (run(ListOperations.append(KEY, neighbour, edgeId)) != ValueOperation.FULL) {
            count++;
        }
        return count;
    }

    @Test
    void anAppendNeverBringsAChunkBack() {
        assertEquals(ValueOperation.PRECONDITION_FAILED, run(ListOperations.append(CHUNK, 1, 0)));
        run(ListOperations.insert(CHUNK, new ListImage().image()));
        assertFalse(run(ListOperations.append(CHUNK, 1, 0)) < 0);
    }

    @Test
    void aListHasAtMostSoManyChunks() {
        run(ListOperations.insert(KEY, ListImage.of(1).image()));
        AdjacencyList.writeShape(region, places[place], 0, 1, AdjacencyList.CHUNKS_MAX);
        assertEquals(ValueOperation.FULL, run(ListOperations.addChunk(KEY, 5, AdjacencyList.CHUNKS_MAX)));
    }

    @Test
    void onlyWholeImagesHealALostValue() {
        for (ValueOperation operation : ListOperations.ALL) {
            assertEquals(
                    operation.code() == ListOperations.INSERT,
                    operation.replacesWhole(),
                    "operation " + operation.code());
        }
    }
}
