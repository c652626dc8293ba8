package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import java.util.List;

/** What can be done to an adjacency list, or to any value as a whole, where it lies. Stateless. */
public final class ListOperations {
    /** Append an entry: neighbour, edge id (0: none). FULL when the block is, or when the list goes on in chunks; a chunk must exist. */
    public static final int APPEND = 1;
    /** Remove the first entry with this neighbour and, unless 0, this edge id. Fails when there is none. */
    public static final int REMOVE = 2;
    /** Name a further chunk: its id, and how many the list must have so far. */
    public static final int ADD_CHUNK = 3;
    /** Replace the whole value by the bytes given, whatever it was. */
    public static final int REPLACE = 4;
    /** Create the value from the bytes given. Fails when there is one. */
    public static final int INSERT = 5;
    /** Remove the value. Fails when there is none. */
    public static final int DELETE = 6;

    /** All of them, for a node. */
    public static final List<ValueOperation> ALL =
            List.of(new Append(), new Remove(), new AddChunk(), new Whole(REPLACE), new Whole(INSERT), new Delete());

    private ListOperations() {}

    /** Appends an entry to a list or chunk. */
    public static Update append(long key, long neighbour, long edgeId) {
        return new Update(APPEND, key, neighbour, edgeId);
    }

    /** Removes an entry from a list or chunk. */
    public static Update remove(long key, long neighbour, long edgeId) {
        return new Update(REMOVE, key, neighbour, edgeId);
    }

    /** Names a further chunk of a list. */
    public static Update addChunk(long key, long chunkId, int chunksBefore) {
        return new Update(ADD_CHUNK, key, chunkId, chunksBefore);
    }

    /** Replaces a value. */
    public static Update replace(long key, byte[] body) {
        return new Update(REPLACE, key, 0, 0, body);
    }

    /** Creates a value. */
    public static Update insert(long key, byte[] body) {
        return new Update(INSERT, key, 0, 0, body);
    }

    /** Removes a value. */
    public static Update delete(long key) {
        return new Update(DELETE, key, 0, 0);
    }

    /** The columns of one block; lives on the stack once warm. */
    private record Columns(Region region, long body, int flags, int count) {
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

        void write(int entry, long neighbour, long edgeId) {
            AdjacencyList.writeNeighbour(region, body, flags, entry, neighbour);
            if (has(AdjacencyList.EDGE_IDS)) {
                region.setLong(body + AdjacencyList.edgeIdsOffset(flags, count) + (long) entry * Long.BYTES, edgeId);
            }
        }

        long chunks() {
            return body + AdjacencyList.chunksOffset(flags, count);
        }
    }

    /** Copies entries to a block that may be wider, have one more column, or leave one entry out ({@code without}). */
    private static void copyEntries(Columns from, int without, Columns to) {
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
                        from.count * Long.BYTES);
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

    /** Writes the padding behind an odd number of narrow ids as zero. */
    private static void padIds(Columns block) {
        if (!block.has(AdjacencyList.WIDE) && (block.count & 1) != 0) {
            block.region.setInt(block.body + AdjacencyList.IDS_OFFSET + (long) block.count * Integer.BYTES, 0);
        }
    }

    private static final class Append implements ValueOperation {
        @Override
        public int code() {
            return APPEND;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            int count = bodyBytes == ABSENT ? 0 : AdjacencyList.count(region, body);
            if (bodyBytes == ABSENT && GraphKey.kind(update.key()) == GraphKey.KIND_CHUNK) {
                return PRECONDITION_FAILED; // the list has been written anew meanwhile: its chunk must not come back
            }
            if (bodyBytes != ABSENT && AdjacencyList.chunks(region, body) > 0) {
                return FULL;
            }
            int bytes = AdjacencyList.bytes(newFlags(update, region, body, bodyBytes), count + 1, 0);
            return bytes > AdjacencyList.BLOCK_BYTES_MAX ? FULL : bytes;
        }

        private static int newFlags(Update update, Region region, long body, int bodyBytes) {
            int flags = bodyBytes == ABSENT ? 0 : AdjacencyList.flags(region, body);
            return flags
                    | (AdjacencyList.isNarrow(update.first()) ? 0 : AdjacencyList.WIDE)
                    | (update.second() == 0 ? 0 : AdjacencyList.EDGE_IDS);
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
            Columns from = Columns.of(region, body, bodyBytes);
            Columns to = new Columns(target, newBody, newFlags(update, region, body, bodyBytes), from.count + 1);
            AdjacencyList.writeShape(target, newBody, to.flags, to.count, 0);
            copyEntries(from, from.count, to);
            to.write(from.count, update.first(), update.second());
            padIds(to);
        }
    }

    private static final class Remove implements ValueOperation {
        @Override
        public int code() {
            return REMOVE;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            if (bodyBytes == ABSENT || find(update, region, body) < 0) {
                return PRECONDITION_FAILED;
            }
            int count = AdjacencyList.count(region, body);
            return AdjacencyList.bytes(
                    AdjacencyList.flags(region, body), count - 1, AdjacencyList.chunks(region, body));
        }

        private static int find(Update update, Region region, long body) {
            int flags = AdjacencyList.flags(region, body);
            int count = AdjacencyList.count(region, body);
            for (int i = 0; i < count; i++) {
                if (AdjacencyList.neighbour(region, body, flags, i) == update.first()
                        && (update.second() == 0
                                || AdjacencyList.edgeId(region, body, flags, count, i) == update.second())) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
            Columns from = Columns.of(region, body, bodyBytes);
            Columns to = new Columns(target, newBody, from.flags, from.count - 1);
            int chunks = AdjacencyList.chunks(region, body);
            AdjacencyList.writeShape(target, newBody, to.flags, to.count, chunks);
            copyEntries(from, find(update, region, body), to);
            padIds(to);
            if (chunks > 0) {
                region.copyTo(from.chunks(), target, to.chunks(), chunks * Long.BYTES);
            }
        }
    }

    private static final class AddChunk implements ValueOperation {
        @Override
        public int code() {
            return ADD_CHUNK;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            if (bodyBytes == ABSENT || AdjacencyList.chunks(region, body) != update.second()) {
                return PRECONDITION_FAILED;
            }
            return update.second() == AdjacencyList.CHUNKS_MAX ? FULL : bodyBytes + Long.BYTES;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
            region.copyTo(body, target, newBody, bodyBytes);
            int flags = AdjacencyList.flags(region, body);
            AdjacencyList.writeShape(
                    target, newBody, flags, AdjacencyList.count(region, body), (int) update.second() + 1);
            target.setLong(newBody + bodyBytes, GraphKey.vid(update.first()));
        }
    }

    private static final class Whole implements ValueOperation {
        private final int code;

        Whole(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }

        @Override
        public boolean replacesWhole() {
            return true;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            return code == INSERT && bodyBytes != ABSENT ? PRECONDITION_FAILED : update.bytes().length;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
            target.put(newBody, update.bytes(), 0, newBytes);
        }
    }

    private static final class Delete implements ValueOperation {
        @Override
        public int code() {
            return ListOperations.DELETE;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            return bodyBytes == ABSENT ? PRECONDITION_FAILED : DELETE;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {}
    }
}
