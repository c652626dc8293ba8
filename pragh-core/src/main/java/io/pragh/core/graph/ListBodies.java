package io.pragh.core.graph;

import io.pragh.core.memory.Words;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bodies of adjacency lists built on the heap, for values that are written whole. Stateless. */
final class ListBodies {
    /** Most neighbours of a block that holds narrow ids and nothing else. */
    static final int NARROW_MAX = (AdjacencyList.BLOCK_BYTES_MAX - AdjacencyList.IDS_OFFSET) / Integer.BYTES;
    /** Most neighbours of a block that holds wide ids and nothing else. */
    static final int WIDE_MAX = (AdjacencyList.BLOCK_BYTES_MAX - AdjacencyList.IDS_OFFSET) / Long.BYTES;

    private ListBodies() {}

    /** A body without edge ids, followed by chunk ids. */
    static byte[] of(long[] neighbours, int from, int to, long[] chunkIds) {
        return of(isNarrow(neighbours, from, to) ? 0 : AdjacencyList.WIDE, neighbours, neighbours, from, to, chunkIds);
    }

    /** A body of entries with edge ids or, where they are 0, without, followed by chunk ids. */
    static byte[] of(long[] neighbours, long[] edgeIds, int from, int to, long[] chunkIds) {
        int flags = 0;
        for (int i = from; i < to; i++) {
            flags |= AdjacencyList.flagsFor(neighbours[i], edgeIds[i]);
        }
        return of(flags, neighbours, edgeIds, from, to, chunkIds);
    }

    private static byte[] of(int flags, long[] neighbours, long[] edgeIds, int from, int to, long[] chunkIds) {
        ByteBuffer body = ByteBuffer.allocate(AdjacencyList.bytes(flags, to - from, chunkIds.length))
                .order(ByteOrder.LITTLE_ENDIAN);
        write(flags, neighbours, edgeIds, from, to, chunkIds, body);
        return body.array();
    }

    /** Writes a body, every byte of it, from the position of a little-endian buffer on; with flags that all entries have together. */
    static void write(
            int flags, long[] neighbours, long[] edgeIds, int from, int to, long[] chunkIds, ByteBuffer body) {
        int begin = body.position();
        int count = to - from;
        body.putInt(count).putInt(chunkIds.length << 16 | flags);
        put(body, neighbours, from, to, (flags & AdjacencyList.WIDE) != 0);
        if ((flags & AdjacencyList.EDGE_IDS) != 0) {
            pad(body, begin + AdjacencyList.edgeIdsOffset(flags, count));
            put(body, edgeIds, from, to, (flags & AdjacencyList.WIDE_EDGE_IDS) != 0);
        }
        pad(body, begin + AdjacencyList.chunksOffset(flags, count));
        for (long chunkId : chunkIds) {
            body.putLong(chunkId);
        }
    }

    private static void pad(ByteBuffer body, int to) {
        while (body.position() < to) {
            body.put((byte) 0);
        }
    }

    private static void put(ByteBuffer body, long[] ids, int from, int to, boolean wide) {
        int at = body.position();
        body.position(at + (to - from) * (wide ? Long.BYTES : Integer.BYTES));
        if (wide) {
            for (int i = from; i < to; i++, at += Long.BYTES) {
                Words.setLong(body, at, ids[i]);
            }
            return;
        }
        int pairsEnd = from + (to - from & -2);
        for (int i = from; i < pairsEnd; i += 2, at += Long.BYTES) {
            Words.setLong(body, at, ids[i] & AdjacencyList.NARROW_MAX | ids[i + 1] << Integer.SIZE);
        }
        if (pairsEnd < to) {
            Words.setInt(body, at, (int) ids[pairsEnd]);
        }
    }

    static boolean isNarrow(long[] neighbours, int from, int to) {
        long all = 0;
        for (int i = from; i < to; i++) {
            all |= neighbours[i];
        }
        return AdjacencyList.isNarrow(all);
    }
}
