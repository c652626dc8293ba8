package io.pragh.core.graph;

import io.pragh.core.memory.Region;
import io.pragh.core.memory.Words;
import java.nio.ByteBuffer;

/**
 * Body of an adjacency list, or of one of its chunks: columns, the neighbour ids densely in front.
 *
 * <pre>
 *   0       4       6        8
 *   | count | flags | chunks | neighbour ids … | edge ids … | pad to 8 | chunk ids … |
 * </pre>
 *
 * <p>Count: entries of this block. Flags: WIDE, neighbour ids have 8 bytes, else 4; EDGE_IDS, there is a column of edge ids; WIDE_EDGE_IDS,
 * they have 8 bytes, else 4, and begin at a multiple of 8. Chunks: how many further chunks the list has; each is named by the minted vertex
 * id of its key, 8 bytes. Stateless.
 */
public final class AdjacencyList {
    /** Offset of the number of entries. */
    public static final int COUNT_OFFSET = 0;
    /** Offset of the flags, 2 bytes, and the number of chunks, 2 bytes. */
    public static final int SHAPE_OFFSET = COUNT_OFFSET + Integer.BYTES;
    /** Offset of the first neighbour id. */
    public static final int IDS_OFFSET = SHAPE_OFFSET + Integer.BYTES;

    /** Neighbour ids have 8 bytes. */
    public static final int WIDE = 1;
    /** There is a column of edge ids. */
    public static final int EDGE_IDS = 2;
    /** Edge ids, of which there is a column, have 8 bytes. */
    public static final int WIDE_EDGE_IDS = 4;

    /** Most entries of a block without edge ids: 16 KiB of narrow ids. */
    public static final int BLOCK_BYTES_MAX = 16 << 10;
    /** Most further chunks of a list: some 260 million narrow entries. */
    public static final int CHUNKS_MAX = 0xFFFF;

    static final long NARROW_MAX = 0xFFFF_FFFFL;
    /** Count and shape are read as one long: where the shape begins in it. */
    private static final int SHAPE_SHIFT = 32;

    private AdjacencyList() {}

    /** Entries of the block. */
    public static int count(Region region, long body) {
        return region.getInt(body + COUNT_OFFSET);
    }

    /** Flags of the block. */
    public static int flags(Region region, long body) {
        return region.getInt(body + SHAPE_OFFSET) & 0xFFFF;
    }

    /** Further chunks of the list. */
    public static int chunks(Region region, long body) {
        return region.getInt(body + SHAPE_OFFSET) >>> 16;
    }

    /** One neighbour. */
    public static long neighbour(Region region, long body, int flags, int entry) {
        return (flags & WIDE) != 0
                ? region.getLong(body + IDS_OFFSET + (long) entry * Long.BYTES)
                : region.getInt(body + IDS_OFFSET + (long) entry * Integer.BYTES) & NARROW_MAX;
    }

    /** One edge id; 0 when the block has no such column. */
    public static long edgeId(Region region, long body, int flags, int count, int entry) {
        if ((flags & EDGE_IDS) == 0) {
            return 0;
        }
        long column = body + edgeIdsOffset(flags, count);
        return (flags & WIDE_EDGE_IDS) != 0
                ? region.getLong(column + (long) entry * Long.BYTES)
                : region.getInt(column + (long) entry * Integer.BYTES) & NARROW_MAX;
    }

    /** The minted id of one further chunk. */
    public static long chunkId(Region region, long body, int flags, int count, int chunk) {
        return region.getLong(body + chunksOffset(flags, count) + (long) chunk * Long.BYTES);
    }

    /** Copies up to {@code limit} neighbours to {@code target} and returns how many there were. */
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
     * Bytes to ask for so that {@code entries} neighbours of any width arrive, if there are so many. Where there are more, the number of
     * entries is one that was true once, and no less than {@code entries}.
     */
    public static int bytesFor(int entries) {
        return IDS_OFFSET + entries * Long.BYTES;
    }

    /** How many neighbours of any width are asked for with so many bytes: 0 for the first word, which tells their number, alone. */
    static int entriesIn(int bytes) {
        return (bytes - IDS_OFFSET) / Long.BYTES;
    }

    /** Bytes of a body. */
    public static int bytes(int flags, int count, int chunks) {
        return chunksOffset(flags, count) + chunks * Long.BYTES;
    }

    /** Whether a block without chunks has room for so many entries, the widest ones too. */
    static boolean fitWhatever(int count) {
        return bytes(WIDE | EDGE_IDS | WIDE_EDGE_IDS, count, 0) <= BLOCK_BYTES_MAX;
    }

    /** Flags of a block that has an entry. */
    static int flagsFor(long neighbour, long edgeId) {
        int edgeIds = edgeId == 0 ? 0 : isNarrow(edgeId) ? EDGE_IDS : EDGE_IDS | WIDE_EDGE_IDS;
        return (isNarrow(neighbour) ? 0 : WIDE) | edgeIds;
    }

    static boolean isNarrow(long id) {
        return id >>> 32 == 0;
    }

    static int edgeIdsOffset(int flags, int count) {
        int end = IDS_OFFSET + count * idBytes(flags);
        return (flags & WIDE_EDGE_IDS) != 0 ? end + 7 & ~7 : end;
    }

    static int chunksOffset(int flags, int count) {
        return edgeIdsOffset(flags, count) + count * edgeIdBytes(flags) + 7 & ~7;
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

    static void writeNeighbour(Region region, long body, int flags, int entry, long neighbour) {
        if ((flags & WIDE) != 0) {
            region.setLong(body + IDS_OFFSET + (long) entry * Long.BYTES, neighbour);
        } else {
            region.setInt(body + IDS_OFFSET + (long) entry * Integer.BYTES, (int) neighbour);
        }
    }

    static void writeEdgeId(Region region, long body, int flags, int count, int entry, long edgeId) {
        long column = body + edgeIdsOffset(flags, count);
        if ((flags & WIDE_EDGE_IDS) != 0) {
            region.setLong(column + (long) entry * Long.BYTES, edgeId);
        } else {
            region.setInt(column + (long) entry * Integer.BYTES, (int) edgeId);
        }
    }

    /** Writes zero where a column ends within a word that nothing goes on in. */
    static void writePads(Region region, long body, int flags, int count) {
        int ids = IDS_OFFSET + count * idBytes(flags);
        int edgeIds = edgeIdsOffset(flags, count);
        int end = edgeIds + count * edgeIdBytes(flags);
        if (ids < edgeIds) {
            region.setInt(body + ids, 0);
        }
        if (end < chunksOffset(flags, count)) {
            region.setInt(body + end, 0);
        }
    }
}
