package io.pragh.core.graph;

/**
 * The parameters that determine the layout of a block's body ({@link AdjacencyList}). Immutable; allocated on the
 * stack once compiled.
 *
 * @param widths the flags WIDE and WIDE_EDGE_IDS: some entry needs, or needed, so wide an id
 * @param count entries
 * @param numbered how many of them have an edge id
 */
record BlockShape(int widths, int count, int numbered) {
    /** The shape of a block without entries. */
    static final BlockShape EMPTY = new BlockShape(0, 0, 0);

    private static final int WIDTHS = AdjacencyList.WIDE | AdjacencyList.WIDE_EDGE_IDS;

    /** The shape of a stored block. */
    static BlockShape of(int flags, int count, int numbered) {
        return new BlockShape(flags & WIDTHS, count, numbered);
    }

    /** The shape with one more entry. */
    BlockShape with(long neighbour, long edgeId) {
        return with(neighbour, edgeId, 1, edgeId == 0 ? 0 : 1);
    }

    /**
     * The shape with more entries, given by the bitwise or of their neighbours, the bitwise or of their edge ids,
     * their number, and the number of those with edge ids.
     */
    BlockShape with(long neighbours, long edgeIds, int entries, int withIds) {
        int wide = AdjacencyList.isNarrow(neighbours) ? 0 : AdjacencyList.WIDE;
        int wideId = AdjacencyList.isNarrow(edgeIds) ? 0 : AdjacencyList.WIDE_EDGE_IDS;
        return new BlockShape(widths | wide | wideId, count + entries, numbered + withIds);
    }

    /** The shape with fewer entries, of which so many have edge ids; the widths stay. */
    BlockShape without(int entries, int withIds) {
        return new BlockShape(widths, count - entries, numbered - withIds);
    }

    /** The flags of the block: no edge ids, a column of them, or the sparse form where it takes fewer bytes. */
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
