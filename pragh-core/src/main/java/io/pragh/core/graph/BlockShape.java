package io.pragh.core.graph;

/**
 * What decides how the body of a block is drawn ({@link AdjacencyList}). Immutable, on the stack once warm.
 *
 * @param widths the flags WIDE and WIDE_EDGE_IDS: some entry needs, or needed, so wide an id
 * @param count entries
 * @param numbered how many of them have an edge id
 */
record BlockShape(int widths, int count, int numbered) {
    /** Of a block without entries. */
    static final BlockShape EMPTY = new BlockShape(0, 0, 0);

    private static final int WIDTHS = AdjacencyList.WIDE | AdjacencyList.WIDE_EDGE_IDS;

    /** Of a block that is there. */
    static BlockShape of(int flags, int count, int numbered) {
        return new BlockShape(flags & WIDTHS, count, numbered);
    }

    /** With one entry more. */
    BlockShape with(long neighbour, long edgeId) {
        return with(neighbour, edgeId, 1, edgeId == 0 ? 0 : 1);
    }

    /** With more entries: all their neighbours and all their edge ids, each or-ed together, and how many there are and have edge ids. */
    BlockShape with(long neighbours, long edgeIds, int entries, int withIds) {
        int wide = AdjacencyList.isNarrow(neighbours) ? 0 : AdjacencyList.WIDE;
        int wideId = AdjacencyList.isNarrow(edgeIds) ? 0 : AdjacencyList.WIDE_EDGE_IDS;
        return new BlockShape(widths | wide | wideId, count + entries, numbered + withIds);
    }

    /** With fewer entries, of which so many have edge ids: as wide as before. */
    BlockShape without(int entries, int withIds) {
        return new BlockShape(widths, count - entries, numbered - withIds);
    }

    /** Flags of the block: no edge ids, a column of them, or the sparse form where that takes fewer bytes. */
    int flags() {
        if (numbered == 0) {
            return widths & AdjacencyList.WIDE;
        }
        int column = widths | AdjacencyList.EDGE_IDS;
        int sparse = column | AdjacencyList.SPARSE;
        boolean fewer =
                AdjacencyList.bytes(sparse, count, numbered, 0) < AdjacencyList.bytes(column, count, numbered, 0);
        return fewer ? sparse : column;
    }

    /** Bytes of the body. */
    int bytes(int chunks) {
        return AdjacencyList.bytes(flags(), count, numbered, chunks);
    }

    /** Whether a block may be so large. */
    boolean fits() {
        return bytes(0) <= AdjacencyList.BLOCK_BYTES_MAX;
    }
}
