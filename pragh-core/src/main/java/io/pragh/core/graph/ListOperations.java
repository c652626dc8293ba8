package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The operations that an owner evaluates on an adjacency list, or on any value as a whole. Stateless. */
public final class ListOperations {
    /**
     * Append an entry: neighbour, edge id (0: none). FULL when the block is full or the list has chunks; a chunk must
     * exist.
     */
    public static final int APPEND = 1;
    /** Remove the first entry with this neighbour and, unless 0, this edge id. Fails when there is none. */
    public static final int REMOVE = 2;
    /** Add a chunk to a list's head: the chunk's id, and how many chunks the list must have so far. */
    public static final int ADD_CHUNK = 3;
    /** Create the value from the bytes given. Fails when it exists. */
    public static final int INSERT = 5;

    /**
     * As {@link #REMOVE}, for an entry that a transaction has seen in this block: a conflict when the entry is no
     * longer there.
     */
    public static final int TAKE = 7;
    /**
     * Append entries to a block: as {@link #APPEND} for each entry of the byte argument, (neighbour 8, edge id 8) …,
     * or for the one of the words; edge ids may be {@link #PROVISIONAL}. Entries that must be {@link #ALONE} go to
     * the head of a list without chunks; otherwise the commit conflicts. In a transaction the key is the list's, and
     * the block is any with room at commit.
     */
    public static final int APPEND_ALL = 8;
    /**
     * Take back an {@link #APPEND_ALL} to a list by the same transaction: the first entry that matches. In
     * transactions only.
     */
    public static final int TAKE_BACK = 10;

    /** A predicate for an entry that a transaction has seen in this block: as {@link #TAKE}, but the entry stays. */
    public static final int CONTAINS = 11;
    /**
     * Remove several entries that a transaction has seen in this block: as {@link #TAKE} for each entry of the byte
     * argument.
     */
    public static final int TAKE_ALL = 12;

    /** As {@link #APPEND_ALL}, for lists whose vertices are values themselves: see {@link #ofVertices}. */
    public static final int APPEND_TO_VERTEX = 13;

    /**
     * The highest bits, {@link #ALONE} aside, of the edge id in an appended entry: the entry is stored without an
     * edge id, or, when the transaction commits by a {@link io.pragh.core.api.Attempt#CAUTIOUS} attempt, with the
     * rest of the word as its edge id.
     */
    public static final long PROVISIONAL = 1L << 60;
    /**
     * Bit of the edge id in an appended entry: the list must have no other entry with the neighbour, or the commit
     * conflicts. A {@link #PROVISIONAL} entry that has got its edge id need not be alone.
     */
    public static final long ALONE = 1L << 63;

    /** As an edge id to look for: an entry without one, whereas 0 stands for any. */
    public static final long UNNUMBERED = -1;

    /** All operations, for a node. */
    public static final List<ValueOperation> ALL = List.of(
            new Append(APPEND, ValueOperation.PRECONDITION_FAILED),
            new Remove(REMOVE, ValueOperation.PRECONDITION_FAILED),
            new AddChunk(),
            new Insert(),
            new Remove(TAKE, ValueOperation.WRONG_PLACE),
            new Append(APPEND_ALL, ValueOperation.WRONG_PLACE),
            new TakeBack(),
            new Contains(),
            new TakeAll());

    private ListOperations() {}

    /**
     * Appends to lists whose vertices are values too: {@code onCreation} returns the update of the vertex that the
     * creation of a list requires. For a node, beside {@link #ALL}.
     */
    public static List<ValueOperation> ofVertices(LongFunction<@Nullable Update> onCreation) {
        return List.of(new Append(APPEND_TO_VERTEX, ValueOperation.WRONG_PLACE, onCreation));
    }

    /** Whether an operation appends any number of entries. */
    static boolean appendsAll(int operation) {
        return operation == APPEND_ALL || operation == APPEND_TO_VERTEX;
    }

    /** Appends an entry to a list or chunk. */
    public static Update append(long key, long neighbour, long edgeId) {
        return new Update(APPEND, key, neighbour, edgeId);
    }

    /** Removes an entry from a list or chunk. */
    public static Update remove(long key, long neighbour, long edgeId) {
        return new Update(REMOVE, key, neighbour, edgeId);
    }

    /** Removes an entry that the transaction has seen in this block. */
    static Update take(long key, long neighbour, long edgeId) {
        return new Update(TAKE, key, neighbour, edgeId);
    }

    /** Requires that a block still has an entry that the transaction has seen there. */
    static Update contains(long key, long neighbour, long edgeId) {
        return new Update(CONTAINS, key, neighbour, edgeId);
    }

    /** Takes back an entry that this transaction has appended. */
    static Update takeBack(long key, long neighbour, long edgeId) {
        return new Update(TAKE_BACK, key, neighbour, edgeId);
    }

    /** Adds a chunk to a list's head. */
    public static Update addChunk(long key, long chunkId, int chunksBefore) {
        return new Update(ADD_CHUNK, key, chunkId, chunksBefore);
    }

    /** Replaces a value. */
    public static Update replace(long key, byte[] body) {
        return new Update(ValueOperation.WRITE, key, 0, 0, body);
    }

    /** Creates a value. */
    public static Update insert(long key, byte[] body) {
        return new Update(INSERT, key, 0, 0, body);
    }

    private static final class Remove implements ValueOperation {
        private final int code;
        private final int missing;

        Remove(int code, int missing) {
            this.code = code;
            this.missing = missing;
        }

        @Override
        public int code() {
            return code;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            int entry = bodyBytes == ABSENT ? -1 : find(update, region, body);
            return entry < 0
                    ? missing
                    : without(Columns.of(region, body, bodyBytes), entry).bytes(AdjacencyList.chunks(region, body));
        }

        private static int find(Update update, Region region, long body) {
            return Columns.of(region, body, 0).find(update.first(), update.second());
        }

        private static BlockShape without(Columns from, int entry) {
            return from.shape().without(1, from.edgeId(entry) == 0 ? 0 : 1);
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
            Columns from = Columns.of(region, body, bodyBytes);
            int entry = find(update, region, body);
            int chunks = AdjacencyList.chunks(region, body);
            BlockWriter to = new BlockWriter(target, newBody, without(from, entry), chunks);
            for (int i = 0; i < from.count(); i++) {
                if (i != entry) {
                    to.add(from.neighbour(i), from.edgeId(i));
                }
            }
            to.end(from, chunks);
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

    private static final class Insert implements ValueOperation {
        @Override
        public int code() {
            return INSERT;
        }

        @Override
        public boolean replacesWhole() {
            return true;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            return bodyBytes != ABSENT ? PRECONDITION_FAILED : update.bytes().length;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
            target.put(newBody, update.bytes(), 0, newBytes);
        }
    }
}
