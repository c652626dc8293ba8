package io.pragh.core.graph;

import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;

/** The columns of one block of a list; lives on the stack once warm. Immutable. */
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

    /** Index of the first entry with this neighbour and edge id ({@link #fits}); -1 when there is none. */
    int find(long neighbour, long edgeId) {
        for (int i = 0; i < count; i++) {
            if (neighbour(i) == neighbour && fits(edgeId(i), edgeId)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether an edge id is the one looked for: 0 for any, {@link ListOperations#UNNUMBERED} for none. */
    static boolean fits(long edgeId, long wanted) {
        return wanted == 0 || edgeId == (wanted == ListOperations.UNNUMBERED ? 0 : wanted);
    }

    void write(int entry, long neighbour, long edgeId) {
        AdjacencyList.writeNeighbour(region, body, flags, entry, neighbour);
        if (has(AdjacencyList.EDGE_IDS)) {
            AdjacencyList.writeEdgeId(region, body, flags, count, entry, edgeId);
        }
    }

    long chunks() {
        return body + AdjacencyList.chunksOffset(flags, count);
    }

    /** Copies entries to a block that may be wider, have one more column, or leave one entry out ({@code without}). */
    static void copyEntries(Columns from, int without, Columns to) {
        if (from.flags == to.flags && without == from.count) {
            from.region.copyTo(
                    from.body + AdjacencyList.IDS_OFFSET,
                    to.region,
                    to.body + AdjacencyList.IDS_OFFSET,
                    from.count * AdjacencyList.idBytes(from.flags));
            if (from.has(AdjacencyList.EDGE_IDS)) {
                from.region.copyTo(
                        from.body + AdjacencyList.edgeIdsOffset(from.flags, from.count),
                        to.region,
                        to.body + AdjacencyList.edgeIdsOffset(to.flags, to.count),
                        from.count * AdjacencyList.edgeIdBytes(from.flags));
            }
            return;
        }
        int at = 0;
        for (int i = 0; i < from.count; i++) {
            if (i != without) {
                to.write(at++, from.neighbour(i), from.edgeId(i));
            }
        }
    }

    /** Writes the padding behind columns as zero. */
    void pad() {
        AdjacencyList.writePads(region, body, flags, count);
    }
}
