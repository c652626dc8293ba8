package io.pragh.core.graph;

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
        int flags = isNarrow(neighbours, from, to) ? 0 : AdjacencyList.WIDE;
        int count = to - from;
        ByteBuffer body = ByteBuffer.allocate(AdjacencyList.bytes(flags, count, chunkIds.length))
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(count)
                .putInt(chunkIds.length << 16 | flags);
        for (int i = from; i < to; i++) {
            if (flags == 0) {
                body.putInt((int) neighbours[i]);
            } else {
                body.putLong(neighbours[i]);
            }
        }
        body.position(AdjacencyList.chunksOffset(flags, count));
        for (long chunkId : chunkIds) {
            body.putLong(chunkId);
        }
        return body.array();
    }

    static boolean isNarrow(long[] neighbours, int from, int to) {
        long all = 0;
        for (int i = from; i < to; i++) {
            all |= neighbours[i];
        }
        return AdjacencyList.isNarrow(all);
    }
}
