package io.pragh.core.graph;

import io.pragh.core.memory.Region;
import io.pragh.core.memory.Words;
import java.nio.ByteBuffer;

/**
 * Reads the body of an adjacency list, or of one of its chunks: columns, the neighbour ids densely in front.
 *
 * <pre>
 *   0       4       6        8
 *   | count | flags | chunks | neighbour ids … | edge ids … | pad to 8 | chunk ids … |
 *
 *   edge ids of a block in which few entries have one (SPARSE)
 *   | numbered 4 | index 4 … | edge id … |
 * </pre>
 *
 * <p>Count: entries of this block. Flags: WIDE, neighbour ids have 8 bytes, else 4; EDGE_IDS, some entry has an edge
 * id; WIDE_EDGE_IDS, edge ids have 8 bytes, else 4, and begin at a multiple of 8; SPARSE, there is no column of edge
 * ids, but the ascending indexes of the entries that have one, and their ids in the same order. A block uses the form
 * that takes fewer bytes ({@link BlockShape}). Chunks: how many further chunks the list has; each is named by the
 * minted vertex id of its key, 8 bytes. Stateless.
 */
public final class AdjacencyList {
    /** Offset of the number of entries. */
    public static final int COUNT_OFFSET = 0;
    /** Offset of the flags, 2 bytes, and the number of chunks, 2 bytes. */
    public static final int SHAPE_OFFSET = COUNT_OFFSET + Integer.BYTES;
    /** Offset of the first neighbour id. */
    public static final int IDS_OFFSET = SHAPE_OFFSET + Integer.BYTES;

    /** Flag: neighbour ids have 8 bytes. */
    public static final int WIDE = 1;
    /** Flag: some entry has an edge id. */
    public static final int EDGE_IDS = 2;
    /** Flag: edge ids have 8 bytes. */
    public static final int WIDE_EDGE_IDS = 4;
    /** Flag: edge ids are stored with the indexes of the entries that have one, not in a column. */
    public static final int SPARSE = 8;

    /** The most bytes of a block's body, chunk ids aside. */
    public static final int BLOCK_BYTES_MAX = 16 << 10;
    /** So many entries fit into a block, whatever ids they have. */
    public static final int ENTRIES_SURE = (BLOCK_BYTES_MAX - IDS_OFFSET) / (2 * Long.BYTES);
    /** Most further chunks of a list: some 260 million narrow entries. */
    public static final int CHUNKS_MAX = 0xFFFF;

    static final long NARROW_MAX = 0xFFFF_FFFFL;
    /** Count and shape are read as one long, in which the shape begins at this bit. */
    private static final int SHAPE_SHIFT = 32;

    private AdjacencyList() {}

    /** The number of entries of the block. */
    public static int count(Region region, long body) {
        return region.getInt(body + COUNT_OFFSET);
    }

    /** The flags of the block. */
    public static int flags(Region region, long body) {
        return region.getInt(body + SHAPE_OFFSET) & 0xFFFF;
    }

    /** The number of further chunks of the list. */
    public static int chunks(Region region, long body) {
        return region.getInt(body + SHAPE_OFFSET) >>> 16;
    }

    /** One neighbour. */
    public static long neighbour(Region region, long body, int flags, int entry) {
        return (flags & WIDE) != 0
                ? region.getLong(body + IDS_OFFSET + (long) entry * Long.BYTES)
                : region.getInt(body + IDS_OFFSET + (long) entry * Integer.BYTES) & NARROW_MAX;
    }

    /** An entry's edge id; 0 when it has none. Cost: a binary search in a sparse block. */
    public static long edgeId(Region region, long body, int flags, int count, int entry) {
        if ((flags & EDGE_IDS) == 0) {
            return 0;
        }
        if ((flags & SPARSE) == 0) {
            return idAt(region, body + edgeIdsOffset(flags, count, 0), flags, entry);
        }
        int numbered = numbered(region, body, flags, count);
        int from = 0;
        int to = numbered;
        while (from < to) {
            int middle = from + to >>> 1;
            boolean below = index(region, body, flags, count, middle) < entry;
            from = below ? middle + 1 : from;
            to = below ? to : middle;
        }
        return from < numbered && index(region, body, flags, count, from) == entry
                ? idAt(region, body + edgeIdsOffset(flags, count, numbered), flags, from)
                : 0;
    }

    private static long idAt(Region region, long ids, int flags, int at) {
        return (flags & WIDE_EDGE_IDS) != 0
                ? region.getLong(ids + (long) at * Long.BYTES)
                : region.getInt(ids + (long) at * Integer.BYTES) & NARROW_MAX;
    }

    /** Index of the entry with the edge id at a position among the edge ids of a sparse block. */
    static int index(Region region, long body, int flags, int count, int at) {
        return region.getInt(body + idsEnd(flags, count) + Integer.BYTES + (long) at * Integer.BYTES);
    }

    /** The edge id at a position among the edge ids of a sparse block. */
    static long sparseId(Region region, long body, int flags, int count, int numbered, int at) {
        return idAt(region, body + edgeIdsOffset(flags, count, numbered), flags, at);
    }

    /**
     * How many entries have an edge id. Cost: a look at each entry, unless the block is sparse or has no edge ids.
     */
    static int numbered(Region region, long body, int flags, int count) {
        if ((flags & EDGE_IDS) == 0) {
            return 0;
        }
        if ((flags & SPARSE) != 0) {
            return region.getInt(body + idsEnd(flags, count));
        }
        ByteBuffer segment = region.segment(body);
        int ids = region.index(body) + edgeIdsOffset(flags, count, 0);
        int numbered = 0;
        for (int i = 0; i < count; i++) {
            long id = (flags & WIDE_EDGE_IDS) != 0
                    ? Words.getLong(segment, ids + i * Long.BYTES)
                    : Words.getInt(segment, ids + i * Integer.BYTES);
            numbered += id == 0 ? 0 : 1;
        }
        return numbered;
    }

    /** The minted id of one further chunk. */
    public static long chunkId(Region region, long body, int flags, int count, int chunk) {
        int numbered = (flags & SPARSE) == 0 ? 0 : numbered(region, body, flags, count);
        return region.getLong(body + chunksOffset(flags, count, numbered) + (long) chunk * Long.BYTES);
    }

    /** Copies up to {@code limit} neighbours to {@code target} and returns how many were copied. */
    public static int neighbours(Region region, long body, int limit, long[] target, int at) {
        ByteBuffer segment = region.segment(body);
        int index = region.index(body);
        long head = Words.getLong(segment, index);
        int count = Math.min(limit, (int) head);
        index += IDS_OFFSET;
        if ((head >>> SHAPE_SHIFT & WIDE) != 0) {
            for (int i = 0; i < count; i++) {
                target[at + i] = Words.getLong(segment, index + i * Long.BYTES);
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[at + i] = Words.getInt(segment, index + i * Integer.BYTES) & NARROW_MAX;
            }
        }
        return count;
    }

    /** Whether a block has an entry with a neighbour. Cost: a look at each neighbour. */
    public static boolean contains(Region region, long body, long neighbour) {
        return contains(region, body, flags(region, body), count(region, body), neighbour);
    }

    static boolean contains(Region region, long body, int flags, int count, long neighbour) {
        boolean wide = (flags & WIDE) != 0;
        if (count == 0 || !wide && !isNarrow(neighbour)) {
            return false;
        }
        ByteBuffer segment = region.segment(body);
        int index = region.index(body) + IDS_OFFSET;
        boolean found = false;
        for (int i = 0; i < count && !found; i++) {
            found = wide
                    ? Words.getLong(segment, index + i * Long.BYTES) == neighbour
                    : Words.getInt(segment, index + i * Integer.BYTES) == (int) neighbour;
        }
        return found;
    }

    /** Sum of up to {@code limit} neighbour ids. */
    public static long sum(Region region, long body, int limit) {
        ByteBuffer segment = region.segment(body);
        int index = region.index(body);
        long head = Words.getLong(segment, index);
        int count = Math.min(limit, (int) head);
        index += IDS_OFFSET;
        long sum = 0;
        if ((head >>> SHAPE_SHIFT & WIDE) != 0) {
            for (int i = 0; i < count; i++) {
                sum += Words.getLong(segment, index + i * Long.BYTES);
            }
            return sum;
        }
        return sum + narrowSum(segment, index, count);
    }

    // Two ids at a time into two sums, which the compiler turns into vectors where it can: JDK 25 takes half the time
    // that any other way of writing this loop took.
    private static long narrowSum(ByteBuffer segment, int index, int count) {
        long low = 0;
        long high = 0;
        int end = index + (count >>> 1) * Long.BYTES;
        for (int at = index; at < end; at += Long.BYTES) {
            long pair = Words.getLong(segment, at);
            low += pair & NARROW_MAX;
            high += pair >>> 32;
        }
        long sum = low + high;
        return (count & 1) == 0 ? sum : sum + (Words.getInt(segment, end) & NARROW_MAX);
    }

    /**
     * Bytes to ask for so that {@code entries} neighbours of any width arrive, if the list has so many. If it has
     * more, the number of entries that arrives may be outdated, but is no less than {@code entries}.
     */
    public static int bytesFor(int entries) {
        return IDS_OFFSET + entries * Long.BYTES;
    }

    /**
     * How many neighbours of any width so many bytes ask for: 0 for the first word alone, which has the number of
     * entries.
     */
    static int entriesIn(int bytes) {
        return (bytes - IDS_OFFSET) / Long.BYTES;
    }

    /** Bytes of a body that is not sparse. */
    public static int bytes(int flags, int count, int chunks) {
        return bytes(flags, count, 0, chunks);
    }

    /** Bytes of a body in which so many entries have edge ids. */
    static int bytes(int flags, int count, int numbered, int chunks) {
        return chunksOffset(flags, count, numbered) + chunks * Long.BYTES;
    }

    /** Bytes of a stored body. */
    public static int bytes(Region region, long body) {
        int flags = flags(region, body);
        int count = count(region, body);
        int numbered = (flags & SPARSE) == 0 ? 0 : numbered(region, body, flags, count);
        return bytes(flags, count, numbered, chunks(region, body));
    }

    static boolean isNarrow(long id) {
        return id >>> 32 == 0;
    }

    /** The offset behind the neighbour ids, where a sparse block has the number of its edge ids. */
    static int idsEnd(int flags, int count) {
        return IDS_OFFSET + count * idBytes(flags);
    }

    /**
     * The offset of the first edge id; {@code numbered}, the number of entries with one, matters only for sparse
     * blocks.
     */
    static int edgeIdsOffset(int flags, int count, int numbered) {
        int end = idsEnd(flags, count) + ((flags & SPARSE) == 0 ? 0 : Integer.BYTES + numbered * Integer.BYTES);
        return (flags & WIDE_EDGE_IDS) != 0 ? end + 7 & ~7 : end;
    }

    static int chunksOffset(int flags, int count, int numbered) {
        return edgeIdsEnd(flags, count, numbered) + 7 & ~7;
    }

    static int edgeIdsEnd(int flags, int count, int numbered) {
        int ids = (flags & SPARSE) == 0 ? count : numbered;
        return edgeIdsOffset(flags, count, numbered) + ids * edgeIdBytes(flags);
    }

    static int idBytes(int flags) {
        return (flags & WIDE) != 0 ? Long.BYTES : Integer.BYTES;
    }

    static int edgeIdBytes(int flags) {
        return (flags & EDGE_IDS) == 0 ? 0 : (flags & WIDE_EDGE_IDS) != 0 ? Long.BYTES : Integer.BYTES;
    }

    static void writeShape(Region region, long body, int flags, int count, int chunks) {
        region.setInt(body + COUNT_OFFSET, count);
        region.setInt(body + SHAPE_OFFSET, chunks << 16 | flags);
    }
}
