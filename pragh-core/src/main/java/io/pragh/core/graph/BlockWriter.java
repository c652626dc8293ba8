package io.pragh.core.graph;

import io.pragh.core.memory.Region;

/** Writes the body of one block, entry by entry, as many as its shape says. One thread. */
final class BlockWriter {
    private final Region region;
    private final long body;
    private final int flags;
    private final int count;
    private final int numbered;
    /** How many entries were written; below, how many edge ids of a sparse block. */
    private int written;

    private int writtenIds;

    BlockWriter(Region region, long body, BlockShape shape, int chunks) {
        this.region = region;
        this.body = body;
        this.flags = shape.flags();
        this.count = shape.count();
        this.numbered = shape.numbered();
        AdjacencyList.writeShape(region, body, flags, count, chunks);
        if (has(AdjacencyList.SPARSE)) {
            region.setInt(body + AdjacencyList.idsEnd(flags, count), numbered);
        }
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    void add(long neighbour, long edgeId) {
        addNeighbour(neighbour);
        if (!has(AdjacencyList.EDGE_IDS)) {
            return;
        }
        if (!has(AdjacencyList.SPARSE)) {
            writeId(written - 1, edgeId);
        } else if (edgeId != 0) {
            writeIndexed(written - 1, edgeId);
        }
    }

    private void addNeighbour(long neighbour) {
        if (has(AdjacencyList.WIDE)) {
            region.setLong(body + AdjacencyList.IDS_OFFSET + (long) written * Long.BYTES, neighbour);
        } else {
            region.setInt(body + AdjacencyList.IDS_OFFSET + (long) written * Integer.BYTES, (int) neighbour);
        }
        written++;
    }

    private void writeIndexed(int entry, long edgeId) {
        long indexes = body + AdjacencyList.idsEnd(flags, count) + Integer.BYTES;
        region.setInt(indexes + (long) writtenIds * Integer.BYTES, entry);
        writeId(writtenIds++, edgeId);
    }

    private void writeId(int at, long edgeId) {
        long ids = body + AdjacencyList.edgeIdsOffset(flags, count, numbered);
        if (has(AdjacencyList.WIDE_EDGE_IDS)) {
            region.setLong(ids + (long) at * Long.BYTES, edgeId);
        } else {
            region.setInt(ids + (long) at * Integer.BYTES, (int) edgeId);
        }
    }

    /** Writes all entries of a block, before any other. */
    void addAll(Columns from) {
        boolean sameIds = !from.has(AdjacencyList.SPARSE)
                && !has(AdjacencyList.SPARSE)
                && from.edgeIdBytes() == AdjacencyList.edgeIdBytes(flags);
        if (from.has(AdjacencyList.WIDE) != has(AdjacencyList.WIDE) || !sameIds && !from.hasFewIds()) {
            for (int i = 0; i < from.count(); i++) {
                add(from.neighbour(i), from.edgeId(i));
            }
            return;
        }
        from.region()
                .copyTo(
                        from.body() + AdjacencyList.IDS_OFFSET,
                        region,
                        body + AdjacencyList.IDS_OFFSET,
                        from.count() * AdjacencyList.idBytes(flags));
        written = from.count();
        if (sameIds && has(AdjacencyList.EDGE_IDS)) {
            from.region()
                    .copyTo(
                            from.edgeIds(),
                            region,
                            body + AdjacencyList.edgeIdsOffset(flags, count, numbered),
                            from.count() * from.edgeIdBytes());
        } else if (!sameIds) {
            addIds(from);
        }
    }

    /** Writes the edge ids of a block that is sparse, or has none. */
    private void addIds(Columns from) {
        int ids = from.numbered();
        if (has(AdjacencyList.SPARSE)) {
            for (int i = 0; i < ids; i++) {
                writeIndexed(from.index(i), from.sparseId(ids, i));
            }
        } else if (has(AdjacencyList.EDGE_IDS)) {
            int at = 0;
            for (int i = 0; i < from.count(); i++) {
                boolean hasId = at < ids && from.index(at) == i;
                writeId(i, hasId ? from.sparseId(ids, at++) : 0);
            }
        }
    }

    /** Ends the body with the chunk ids of another block. */
    void end(Columns from, int chunks) {
        end();
        if (chunks > 0) {
            from.region()
                    .copyTo(
                            from.chunks(),
                            region,
                            body + AdjacencyList.chunksOffset(flags, count, numbered),
                            chunks * Long.BYTES);
        }
    }

    /** Ends the body, and writes zeros to the rest of a word in which a part ends. */
    void end() {
        int ids = AdjacencyList.edgeIdsOffset(flags, count, numbered);
        int indexes = has(AdjacencyList.SPARSE) ? Integer.BYTES + numbered * Integer.BYTES : 0;
        int before = AdjacencyList.idsEnd(flags, count) + indexes;
        int after = AdjacencyList.edgeIdsEnd(flags, count, numbered);
        if (before < ids) {
            region.setInt(body + before, 0);
        }
        if (after < AdjacencyList.chunksOffset(flags, count, numbered)) {
            region.setInt(body + after, 0);
        }
    }
}
