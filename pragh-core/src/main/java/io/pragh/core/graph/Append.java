package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.AppendedEntries;
import io.pragh.core.api.Placement;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.Update;
import io.pragh.core.memory.Region;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Appends the entries of an update to one block of a list: one entry, or all that a transaction appends there.
 * Stateless.
 */
final class Append implements AppendOperation {
    private static final int ROOM_MIN = 2;
    /** A tail gets room for one entry per so many entries of the body. */
    private static final int ROOM_SHARE = 8;

    private final int code;
    private final int missingChunk;
    private final LongFunction<@Nullable Update> onCreation;

    /**
     * {@code missingChunk} is the result for a chunk that does not exist: its list was deleted or replaced, and the
     * chunk must not be created again.
     */
    Append(int code, int missingChunk) {
        this(code, missingChunk, list -> null);
    }

    /**
     * As the other constructor, for lists whose creation requires a further update: {@code onCreation} returns it by
     * the list's key.
     */
    Append(int code, int missingChunk, LongFunction<@Nullable Update> onCreation) {
        this.code = code;
        this.missingChunk = missingChunk;
        this.onCreation = onCreation;
    }

    /** A view of the entries of an update. */
    private record Entries(Update update, int count) implements AppendedEntries {
        @Override
        public long first(int entry) {
            return EntryBytes.neighbour(update, entry);
        }

        @Override
        public long second(int entry) {
            return EntryBytes.stored(EntryBytes.edgeId(update, entry));
        }

        @Override
        public boolean mustBeNew(int entry) {
            return EntryBytes.mustBeAlone(EntryBytes.edgeId(update, entry));
        }
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public @Nullable Update onCreation(Update update) {
        return GraphKey.kind(update.key()) == GraphKey.KIND_ADJACENCY ? onCreation.apply(update.key()) : null;
    }

    /** Places appends of any number of entries by a transaction. */
    @Override
    public @Nullable Placement placement(TransactionSource session, HomeMap homes, long seed) {
        return code == ListOperations.APPEND_ALL ? new ListPlacement(session, homes, seed) : null;
    }

    @Override
    public boolean appendsTo(long key) {
        return switch (GraphKey.kind(key)) {
            case GraphKey.KIND_ADJACENCY, GraphKey.KIND_CHUNK, GraphKey.KIND_INDEX -> true;
            default -> false;
        };
    }

    @Override
    public AppendedEntries entries(Update update) {
        return new Entries(update, EntryBytes.count(update));
    }

    /** None for a new block, because most lists are written once; after that, in proportion to the list's length. */
    @Override
    public int room(Region region, long body, int bodyBytes) {
        return bodyBytes == ABSENT ? 0 : Math.max(ROOM_MIN, AdjacencyList.count(region, body) / ROOM_SHARE);
    }

    @Override
    public int bytesWith(Region region, long body, int bodyBytes, AppendedEntries entries) {
        Columns from = Columns.of(region, body, bodyBytes);
        boolean goesOn = bodyBytes != ABSENT && AdjacencyList.chunks(region, body) > 0;
        int newOnes = newOnes(from, entries);
        int bytes = newOnes < 0 ? 0 : with(from, entries).bytes(0);
        if (newOnes >= 0 && !goesOn && bytes <= AdjacencyList.BLOCK_BYTES_MAX) {
            return bytes;
        }
        return newOnes == 0 ? FULL : WRONG_PLACE; // elsewhere in the list it could not be told
    }

    /** With few enough entries to fit in any form, the number of edge ids need not be counted. */
    @Override
    public boolean accepts(Region region, long body, int bodyBytes, AppendedEntries entries) {
        Columns from = Columns.of(region, body, bodyBytes);
        boolean goesOn = bodyBytes != ABSENT && AdjacencyList.chunks(region, body) > 0;
        int count = from.count() + entries.count();
        if (goesOn || count > AdjacencyList.ENTRIES_SURE) {
            return bytesWith(region, body, bodyBytes, entries) >= 0;
        }
        return newOnes(from, entries) >= 0;
    }

    /** How many entries must have a new neighbour; negative when a neighbour is not new. */
    private static int newOnes(Columns from, AppendedEntries entries) {
        int count = 0;
        for (int i = entries.kept(); i < entries.count(); i++) {
            if (entries.mustBeNew(i)) {
                count++;
                if (isThere(from, entries, entries.first(i))) {
                    return -1;
                }
            }
        }
        return count;
    }

    /** Whether the body or its tail has a neighbour. */
    private static boolean isThere(Columns from, AppendedEntries entries, long neighbour) {
        boolean found = from.has(neighbour);
        for (int i = 0; i < entries.kept() && !found; i++) {
            found = entries.first(i) == neighbour;
        }
        return found;
    }

    /**
     * True for a reader that wants a number of neighbours and finds them in the body; a reader of the count needs the
     * tail, too.
     */
    @Override
    public boolean covers(Region region, long body, int bodyBytes, int bytesWanted) {
        int wanted = AdjacencyList.entriesIn(bytesWanted);
        return wanted > 0 && bodyBytes > 0 && wanted <= AdjacencyList.count(region, body);
    }

    @Override
    public boolean isWide(Region region, long body, int bodyBytes) {
        Columns columns = Columns.of(region, body, bodyBytes);
        boolean wideIds = columns.has(AdjacencyList.WIDE_EDGE_IDS) && !columns.has(AdjacencyList.SPARSE);
        return columns.has(AdjacencyList.WIDE) || wideIds;
    }

    private static BlockShape with(Columns from, AppendedEntries entries) {
        long neighbours = 0;
        long edgeIds = 0;
        int numbered = 0;
        for (int i = 0; i < entries.count(); i++) {
            neighbours |= entries.first(i);
            long edgeId = entries.second(i);
            edgeIds |= edgeId;
            numbered += edgeId == 0 ? 0 : 1;
        }
        return from.shape().with(neighbours, edgeIds, entries.count(), numbered);
    }

    @Override
    public void writeWith(
            Region region, long body, int bodyBytes, AppendedEntries entries, Region target, long newBody) {
        Columns from = Columns.of(region, body, bodyBytes);
        BlockWriter to = new BlockWriter(target, newBody, with(from, entries), 0);
        to.addAll(from);
        for (int i = 0; i < entries.count(); i++) {
            to.add(entries.first(i), entries.second(i));
        }
        to.end();
    }

    @Override
    public int newBytes(Update update, Region region, long body, int bodyBytes) {
        boolean noChunk = bodyBytes == ABSENT && GraphKey.kind(update.key()) == GraphKey.KIND_CHUNK;
        return noChunk ? missingChunk : bytesWith(region, body, bodyBytes, entries(update));
    }

    @Override
    public void write(
            Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
        writeWith(region, body, bodyBytes, entries(update), target, newBody);
    }
}
