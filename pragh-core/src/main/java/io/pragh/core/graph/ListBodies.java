package io.pragh.core.graph;

import io.pragh.core.memory.Words;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Builds bodies of adjacency lists on the heap, for values that are written whole. Stateless. */
final class ListBodies {
    /** The most neighbours of a block with narrow ids and no edge ids. */
    static final int NARROW_MAX = (AdjacencyList.BLOCK_BYTES_MAX - AdjacencyList.IDS_OFFSET) / Integer.BYTES;
    /** The most neighbours of a block with wide ids and no edge ids. */
    static final int WIDE_MAX = (AdjacencyList.BLOCK_BYTES_MAX - AdjacencyList.IDS_OFFSET) / Long.BYTES;

    private ListBodies() {}

    /** A body without edge ids, followed by chunk ids. */
    static byte[] of(long[] neighbours, int from, int to, long[] chunkIds) {
        int widths = isNarrow(neighbours, from, to) ? 0 : AdjacencyList.WIDE;
        return of(new BlockShape(widths, to - from, 0), neighbours, neighbours, from, chunkIds);
    }

    /** A body of entries with edge ids, or 0 for entries without, followed by chunk ids. */
    static byte[] of(long[] neighbours, long[] edgeIds, int from, int to, long[] chunkIds) {
        return of(shape(neighbours, edgeIds, from, to), neighbours, edgeIds, from, chunkIds);
    }

    private static byte[] of(BlockShape shape, long[] neighbours, long[] edgeIds, int from, long[] chunkIds) {
        ByteBuffer body = ByteBuffer.allocate(shape.bytes(chunkIds.length)).order(ByteOrder.LITTLE_ENDIAN);
        write(shape, neighbours, edgeIds, from, chunkIds, body);
        return body.array();
    }

    /** The shape of a block of entries. */
    static BlockShape shape(long[] neighbours, long[] edgeIds, int from, int to) {
        long allNeighbours = 0;
        long allIds = 0;
        int numbered = 0;
        for (int i = from; i < to; i++) {
            allNeighbours |= neighbours[i];
            allIds |= edgeIds[i];
            numbered += edgeIds[i] == 0 ? 0 : 1;
        }
        return BlockShape.EMPTY.with(allNeighbours, allIds, to - from, numbered);
    }

    /**
     * Writes a whole body to a little-endian buffer, from its position on, with entries from an index on, as many as
     * the shape has.
     */
    static void write(BlockShape shape, long[] neighbours, long[] edgeIds, int from, long[] chunkIds, ByteBuffer body) {
        int begin = body.position();
        int count = shape.count();
        int flags = shape.flags();
        body.putInt(count).putInt(chunkIds.length << 16 | flags);
        put(body, neighbours, from, from + count, (flags & AdjacencyList.WIDE) != 0);
        int ids = begin + AdjacencyList.edgeIdsOffset(flags, count, shape.numbered());
        if ((flags & AdjacencyList.SPARSE) != 0) {
            putSparse(shape, edgeIds, from, ids, body);
        } else if ((flags & AdjacencyList.EDGE_IDS) != 0) {
            pad(body, ids);
            put(body, edgeIds, from, from + count, (flags & AdjacencyList.WIDE_EDGE_IDS) != 0);
        }
        pad(body, begin + AdjacencyList.chunksOffset(flags, count, shape.numbered()));
        for (long chunkId : chunkIds) {
            body.putLong(chunkId);
        }
    }

    private static void putSparse(BlockShape shape, long[] edgeIds, int from, int idsBegin, ByteBuffer body) {
        body.putInt(shape.numbered());
        for (int i = 0; i < shape.count(); i++) {
            if (edgeIds[from + i] != 0) {
                body.putInt(i);
            }
        }
        pad(body, idsBegin);
        boolean wide = (shape.flags() & AdjacencyList.WIDE_EDGE_IDS) != 0;
        for (int i = from; i < from + shape.count(); i++) {
            if (edgeIds[i] != 0 && wide) {
                body.putLong(edgeIds[i]);
            } else if (edgeIds[i] != 0) {
                body.putInt((int) edgeIds[i]);
            }
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
