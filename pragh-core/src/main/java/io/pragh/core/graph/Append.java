package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.AppendedEntries;
import io.pragh.core.api.Update;
import io.pragh.core.memory.Region;

/** Appends the entries of an update to one block of a list: one, or all that a transaction puts there. Stateless. */
final class Append implements AppendOperation {
    private static final int ROOM_MIN = 2;
    /** There is room for one entry where there are so many. */
    private static final int ROOM_SHARE = 8;

    private final int code;
    private final int missingChunk;

    /** {@code missingChunk} is the answer for a chunk that is not there: its list has been deleted or written anew, and it must not come back. */
    Append(int code, int missingChunk) {
        this.code = code;
        this.missingChunk = missingChunk;
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
        BlockShape shape = with(Columns.of(region, body, bodyBytes), entries);
        return shape.fits() ? shape.bytes(0) : FULL;
    }

    /** Who asks for a number of neighbours and finds them in the body; but who asks for the number of entries alone needs them all. */
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
        BlockShape shape = from.shape();
        for (int i = 0; i < entries.count(); i++) {
            shape = shape.with(entries.first(i), entries.second(i));
        }
        return shape;
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
