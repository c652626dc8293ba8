package io.pragh.core.graph;

import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;

/** A view of the columns of one block of a list. Allocated on the stack once compiled. Immutable. */
record Columns(Region region, long body, int flags, int count) {
    static Columns of(Region region, long body, int bodyBytes) {
        return bodyBytes == ValueOperation.ABSENT
                ? new Columns(region, body, 0, 0)
                : new Columns(region, body, AdjacencyList.flags(region, body), AdjacencyList.count(region, body));
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    long neighbour(int entry) {
        return AdjacencyList.neighbour(region, body, flags, entry);
    }

    long edgeId(int entry) {
        return AdjacencyList.edgeId(region, body, flags, count, entry);
    }

    /** Whether some entry has this neighbour. */
    boolean has(long neighbour) {
        return AdjacencyList.contains(region, body, flags, count, neighbour);
    }

    /** Index of the first entry with this neighbour and edge id ({@link #fits}); -1 when there is none. */
    int find(long neighbour, long edgeId) {
        for (int i = 0; i < count; i++) {
            if (neighbour(i) == neighbour && fits(edgeId(i), edgeId)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether an edge id matches the one looked for: 0 for any, {@link ListOperations#UNNUMBERED} for none. */
    static boolean fits(long edgeId, long wanted) {
        return wanted == 0 || edgeId == (wanted == ListOperations.UNNUMBERED ? 0 : wanted);
    }

    /** How many entries have an edge id. */
    int numbered() {
        return AdjacencyList.numbered(region, body, flags, count);
    }

    BlockShape shape() {
        return BlockShape.of(flags, count, numbered());
    }

    /** Whether the entries with edge ids are listed one by one: in a sparse block, and where there are none. */
    boolean hasFewIds() {
        return has(AdjacencyList.SPARSE) || !has(AdjacencyList.EDGE_IDS);
    }

    /** Index of the entry with the edge id at a position among the edge ids of a sparse block. */
    int index(int at) {
        return AdjacencyList.index(region, body, flags, count, at);
    }

    /** The edge id at a position among so many of a sparse block. */
    long sparseId(int numbered, int at) {
        return AdjacencyList.sparseId(region, body, flags, count, numbered, at);
    }

    /** Bytes of an edge id, 0 where there are none. */
    int edgeIdBytes() {
        return AdjacencyList.edgeIdBytes(flags);
    }

    /** The offset of the column of edge ids. */
    long edgeIds() {
        return body + AdjacencyList.edgeIdsOffset(flags, count, 0);
    }

    long chunks() {
        return body + AdjacencyList.chunksOffset(flags, count, has(AdjacencyList.SPARSE) ? numbered() : 0);
    }
}
