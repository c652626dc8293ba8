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
    void fewEdgeIdsComeWithTheIndexesOfTheirEntries() {
        assertEquals(
                "05000000" + "0a00" + "0100" + "0100000002000000030000000400000005000000" + "01000000" + "03000000"
                        + "07000000" + "0900000000000000",
                HexFormat.of()
                        .formatHex(ListBodies.of(
                                new long[] {1, 2, 3, 4, 5}, new long[] {0, 0, 0, 7, 0}, 0, 5, new long[] {9})));
        assertEquals(
                "04000000" + "0e00" + "0000" + "01000000020000000300000004000000" + "01000000" + "02000000"
                        + "0000000001000000",
                HexFormat.of()
                        .formatHex(ListBodies.of(
                                new long[] {1, 2, 3, 4}, new long[] {0, 0, 1L << 32, 0}, 0, 4, new long[0])));
        assertEquals(
                "05000000" + "0e00" + "0000" + "0100000002000000030000000400000005000000" + "01000000" + "00000000"
                        + "00000000" + "0000000001000000",
                HexFormat.of()
                        .formatHex(ListBodies.of(
                                new long[] {1, 2, 3, 4, 5}, new long[] {1L << 32, 0, 0, 0, 0}, 0, 5, new long[0])));
    }

    @Test
    void aColumnThatTakesNoMoreBytesStays() {
        int[] counts = {1, 2, 3, 4, 5, 8, 9, 100};
        int[] numbered = {1, 1, 1, 1, 2, 2, 5, 48};
        boolean[] sparse = {false, false, false, false, false, true, false, true};
        for (int i = 0; i < counts.length; i++) {
            int flags = new BlockShape(0, counts[i], numbered[i]).flags();
            assertEquals(sparse[i], (flags & AdjacencyList.SPARSE) != 0, counts[i] + " entries");
            assertEquals(AdjacencyList.EDGE_IDS, flags & AdjacencyList.EDGE_IDS);
        }
        assertEquals(
                AdjacencyList.WIDE, new BlockShape(AdjacencyList.WIDE | AdjacencyList.WIDE_EDGE_IDS, 5, 0).flags());
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
            @ForAll @LongRange(max = 1L << 42) long edges,
            @ForAll @IntRange(min = 1, max = 9) int oneIn) {
        check(wide, limit, edges, oneIn);
        check(narrow, limit, edges, oneIn);
        check(narrow, limit, 0, 1);
        check(narrow, limit, 1, oneIn);
    }

    /** An edge id for one of {@code oneIn} entries. */
    private static long edgeId(int entry, long neighbour, long edges, int oneIn) {
        return edges == 0 || entry % oneIn > 0 ? 0 : neighbour / 2 + edges;
    }

    private void check(List<Long> neighbours, int limit, long edges, int oneIn) {
        ListImage list = new ListImage();
        long[] ids = new long[neighbours.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = edgeId(i, neighbours.get(i), edges, oneIn);
            list.append(neighbours.get(i), ids[i]);
        }
        lay(list.image());
        long[] all = neighbours.stream().mapToLong(Long::longValue).toArray();
        assertArrayEquals(list.image(), ListBodies.of(all, ids, 0, all.length, new long[0]));
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
            assertEquals(ids[i], edgeId);
        }
        assertEquals(list.bytes(), AdjacencyList.bytes(region, BODY));
        assertEquals(list.numbered(), AdjacencyList.numbered(region, BODY, flags, neighbours.size()));
    }

    /** Ids whose halves, sums and differences carry or borrow, and one that makes a list wide. */
    private static final long[] AWKWARD = {
        0, 1, 2, 0x7FFF_FFFFL, 0x8000_0000L, 0x8000_0001L, 0xFFFF_FFFEL, 0xFFFF_FFFFL, 0x1_0000_0000L
    };

    @Property
    void anIdIsFoundWhereItIsAndNowhereElse(
            @ForAll @Size(max = 40) List<@IntRange(max = 8) Integer> chosen, @ForAll boolean narrow) {
        long[] ids = chosen.stream()
                .mapToLong(each -> AWKWARD[narrow ? Math.min(each, 7) : each])
                .toArray();
        lay(ListBodies.of(ids, 0, ids.length, new long[0]));
        for (long sought : AWKWARD) {
            boolean isThere = Arrays.stream(ids).anyMatch(id -> id == sought);
            assertEquals(isThere, AdjacencyList.contains(region, BODY, sought), () -> "sought " + sought);
        }
    }
}
