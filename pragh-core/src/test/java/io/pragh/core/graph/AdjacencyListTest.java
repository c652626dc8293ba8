package io.pragh.core.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.memory.Region;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AdjacencyListTest {
    private static final long BODY = 4096 + 40;

    private final Region region = Region.direct(1 << 16, 1);

    private void lay(byte[] body) {
        region.grow();
        byte[] garbage = new byte[8192];
        Arrays.fill(garbage, (byte) 0xEE);
        region.put(BODY - 40, garbage, 0, garbage.length);
        region.put(BODY, body, 0, body.length);
    }

    @Test
    void narrowIdsLieDenselyInFront() {
        assertEquals(
                "03000000" + "0000" + "0000" + "01000000" + "02000000" + "ffffffff" + "00000000",
                HexFormat.of().formatHex(ListBodies.of(new long[] {9, 1, 2, 0xFFFF_FFFFL}, 1, 4, new long[0])));
    }

    @Test
    void oneWideIdMakesAllWideAndChunksComeLast() {
        assertEquals(
                "02000000" + "0100" + "0200" + "0100000000000000" + "0000000001000000" + "0700000000000000"
                        + "0800000000000000",
                HexFormat.of().formatHex(ListBodies.of(new long[] {1, 1L << 32}, 0, 2, new long[] {7, 8})));
    }

    @Test
    void chunksOfANarrowListComeBehindThePadding() {
        assertEquals(
                "01000000" + "0000" + "0100" + "05000000" + "00000000" + "0700000000000000",
                HexFormat.of().formatHex(ListBodies.of(new long[] {5}, 0, 1, new long[] {7})));
    }

    @Test
    void edgeIdsThatAreNarrowFollowAtOnce() {
        assertEquals(
                "01000000" + "0200" + "0100" + "05000000" + "ffffffff" + "0900000000000000",
                HexFormat.of()
                        .formatHex(ListBodies.of(new long[] {5}, new long[] {0xFFFF_FFFFL}, 0, 1, new long[] {9})));
        assertEquals(
                "02000000" + "0300" + "0000" + "0500000000000000" + "0000000001000000" + "07000000" + "00000000",
                HexFormat.of()
                        .formatHex(ListBodies.of(new long[] {5, 1L << 32}, new long[] {7, 0}, 0, 2, new long[0])));
        assertEquals(
                "03000000" + "0200" + "0000" + "010000000200000003000000" + "040000000000000005000000",
                HexFormat.of().formatHex(ListBodies.of(new long[] {1, 2, 3}, new long[] {4, 0, 5}, 0, 3, new long[0])));
    }

    @Test
    void wideEdgeIdsFollowThePaddedNeighbours() {
        ListImage list = new ListImage();
        list.append(5, 0x0102030405060708L);
        list.chunks.add(9L);
        lay(list.image());
        int flags = AdjacencyList.flags(region, BODY);
        assertEquals(AdjacencyList.EDGE_IDS | AdjacencyList.WIDE_EDGE_IDS, flags);
        assertEquals(1, AdjacencyList.count(region, BODY));
        assertEquals(1, AdjacencyList.chunks(region, BODY));
        assertEquals(5, AdjacencyList.neighbour(region, BODY, flags, 0));
        assertEquals(0x0102030405060708L, AdjacencyList.edgeId(region, BODY, flags, 1, 0));
        assertEquals(9, AdjacencyList.chunkId(region, BODY, flags, 1, 0));
        assertEquals(32, AdjacencyList.bytes(flags, 1, 1));
    }

    @Test
    void theMostChunksAreCountedWithoutASign() {
        lay(ListImage.of(1).image());
        AdjacencyList.writeShape(region, BODY, AdjacencyList.WIDE, 1, AdjacencyList.CHUNKS_MAX);
        assertEquals(AdjacencyList.CHUNKS_MAX, AdjacencyList.chunks(region, BODY));
        assertEquals(AdjacencyList.WIDE, AdjacencyList.flags(region, BODY));
    }

    @Test
    void aFullBlockOfEitherWidthHasSixteenKibibytes() {
        assertEquals(16 << 10, AdjacencyList.bytes(0, ListBodies.NARROW_MAX, 0));
        assertEquals(16 << 10, AdjacencyList.bytes(AdjacencyList.WIDE, ListBodies.WIDE_MAX, 0));
    }

    @Property(tries = 100)
    void whatAnImageHoldsIsReadBack(
            @ForAll @Size(max = 40) List<@LongRange(max = (1L << 43) - 1) Long> wide,
            @ForAll @Size(max = 40) List<@LongRange(max = 0xFFFF_FFFFL) Long> narrow,
            @ForAll @IntRange(max = 50) int limit,
            @ForAll @LongRange(max = 1L << 42) long edges) {
        check(wide, limit, edges);
        check(narrow, limit, edges);
        check(narrow, limit, 0);
        check(narrow, limit, 1);
    }

    private void check(List<Long> neighbours, int limit, long edges) {
        ListImage list = new ListImage();
        for (long neighbour : neighbours) {
            list.append(neighbour, edges == 0 ? 0 : neighbour / 2 + edges);
        }
        lay(list.image());
        int count = Math.min(limit, neighbours.size());
        long[] expected =
                neighbours.stream().limit(limit).mapToLong(Long::longValue).toArray();
        long[] copied = new long[count + 2];
        assertEquals(count, AdjacencyList.neighbours(region, BODY, limit, copied, 1));
        assertArrayEquals(expected, Arrays.copyOfRange(copied, 1, 1 + count));
        assertEquals(0, copied[0] + copied[count + 1], "nothing beside is touched");
        assertEquals(Arrays.stream(expected).sum(), AdjacencyList.sum(region, BODY, limit));
        int flags = AdjacencyList.flags(region, BODY);
        for (int i = 0; i < neighbours.size(); i++) {
            assertEquals(neighbours.get(i), AdjacencyList.neighbour(region, BODY, flags, i));
            long edgeId = AdjacencyList.edgeId(region, BODY, flags, neighbours.size(), i);
            assertEquals(edges == 0 ? 0 : neighbours.get(i) / 2 + edges, edgeId);
        }
        assertEquals(list.bytes(), AdjacencyList.bytes(flags, neighbours.size(), 0));
    }
}
