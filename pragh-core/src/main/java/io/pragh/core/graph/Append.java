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

/** Appends the entries of an update to one block of a list: one, or all that a transaction puts there. Stateless. */
final class Append implements AppendOperation {
    private static final int ROOM_MIN = 2;
    /** There is room for one entry where there are so many. */
    private static final int ROOM_SHARE = 8;

    private final int code;
    private final int missingChunk;
    private final LongFunction<@Nullable Update> onCreation;

    /** {@code missingChunk} is the answer for a chunk that is not there: its list has been deleted or written anew, and it must not come back. */
    Append(int code, int missingChunk) {
        this(code, missingChunk, list -> null);
    }

    /** To lists of which each demands something when it is created, by its key. */
    Append(int code, int missingChunk, LongFunction<@Nullable Update> onCreation) {
        this.code = code;
        this.missingChunk = missingChunk;
        this.onCreation = onCreation;
    }

    /** The entries of an update where they are. */
    private record Entries(Update update, int count) implements AppendedEntries {
        @Override
        public long first(int entry) {
            return EntryBytes.neighbour(update, entry);
        }

        @Override
        public long second(int entry) {
            return EntryBytes.edgeId(update, entry);
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

    /** For a transaction's appends of any number of entries. */
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

    /** None for a first block: most lists are written once. Then the more the longer the list is. */
    @Override
    public int room(Region region, long body, int bodyBytes) {
        return bodyBytes == ABSENT ? 0 : Math.max(ROOM_MIN, AdjacencyList.count(region, body) / ROOM_SHARE);
    }

    @Override
    public int bytesWith(Region region, long body, int bodyBytes, AppendedEntries entries) {
        if (bodyBytes != ABSENT && AdjacencyList.chunks(region, body) > 0) {
            return FULL;
        }
        Columns from = Columns.of(region, body, bodyBytes);
        int bytes = AdjacencyList.bytes(flags(from.flags(), entries), from.count() + entries.count(), 0);
        return bytes > AdjacencyList.BLOCK_BYTES_MAX ? FULL : bytes;
    }

    /** Most lists have room however wide their entries are. */
    @Override
    public boolean hasRoomFor(Region region, long body, int bodyBytes, AppendedEntries entries) {
        return AdjacencyList.fitWhatever(AdjacencyList.count(region, body) + entries.count())
                        && AdjacencyList.chunks(region, body) == 0
                || bytesWith(region, body, bodyBytes, entries) >= 0;
    }

    /** Who asks for a number of neighbours and finds them in the body; but who asks for the number of entries alone needs them all. */
    @Override
    public boolean covers(Region region, long body, int bodyBytes, int bytesWanted) {
        int wanted = AdjacencyList.entriesIn(bytesWanted);
        return wanted > 0 && bodyBytes > 0 && wanted <= AdjacencyList.count(region, body);
    }

    @Override
    public boolean isWide(Region region, long body, int bodyBytes) {
        int flags = Columns.of(region, body, bodyBytes).flags();
        return (flags & (AdjacencyList.WIDE | AdjacencyList.WIDE_EDGE_IDS)) != 0;
    }

    private static int flags(int blockFlags, AppendedEntries entries) {
        int flags = blockFlags;
        for (int i = 0; i < entries.count(); i++) {
            flags |= AdjacencyList.flagsFor(entries.first(i), entries.second(i));
        }
        return flags;
    }

    @Override
    public void writeWith(
            Region region, long body, int bodyBytes, AppendedEntries entries, Region target, long newBody) {
        Columns from = Columns.of(region, body, bodyBytes);
        Columns to = new Columns(target, newBody, flags(from.flags(), entries), from.count() + entries.count());
        AdjacencyList.writeShape(target, newBody, to.flags(), to.count(), 0);
        Columns.copyEntries(from, from.count(), to);
        for (int i = 0; i < entries.count(); i++) {
            to.write(from.count() + i, entries.first(i), entries.second(i));
        }
        to.pad();
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
