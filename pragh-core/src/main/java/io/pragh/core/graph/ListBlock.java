package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.memory.Region;

/** A copy of one block of a list: of its head, or of a chunk. One thread. */
public final class ListBlock {
    private static final long[] NOTHING = {};
    private static final ListBlock ABSENT = new ListBlock();

    /** Whether the block exists. */
    boolean found;

    int flags;
    long[] neighbours = NOTHING;
    /** Empty when no entry has an edge id. */
    private long[] edgeIds = NOTHING;

    long[] chunkIds = NOTHING;

    private ListBlock() {}

    /** Reads the head of a list. */
    static ListBlock head(Transaction transaction, long key, boolean validated) {
        return read(transaction, new long[] {key}, 0, 1, validated)[0];
    }

    /**
     * Reads blocks in one batch.
     *
     * @param validated whether the transaction conflicts if one of them changes before it commits
     */
    public static ListBlock[] read(Transaction transaction, long[] keys, int from, int count, boolean validated) {
        ListBlock[] blocks = new ListBlock[count];
        ValueVisitor visitor = new ValueVisitor() {
            @Override
            public void value(int index, Region region, long body, int bodyBytes) {
                blocks[index] = of(region, body);
            }

            @Override
            public void absent(int index) {
                blocks[index] = ABSENT;
            }
        };
        if (validated) {
            transaction.read(keys, from, count, Integer.MAX_VALUE, visitor);
        } else {
            transaction.navigate(keys, from, count, Integer.MAX_VALUE, visitor);
        }
        return blocks;
    }

    private static ListBlock of(Region region, long body) {
        ListBlock block = new ListBlock();
        block.found = true;
        block.flags = AdjacencyList.flags(region, body);
        int count = AdjacencyList.count(region, body);
        block.neighbours = new long[count];
        AdjacencyList.neighbours(region, body, count, block.neighbours, 0);
        if ((block.flags & AdjacencyList.EDGE_IDS) != 0) {
            block.edgeIds = edgeIds(new Columns(region, body, block.flags, count));
        }
        block.chunkIds = new long[AdjacencyList.chunks(region, body)];
        for (int i = 0; i < block.chunkIds.length; i++) {
            block.chunkIds[i] = AdjacencyList.chunkId(region, body, block.flags, count, i);
        }
        return block;
    }

    private static long[] edgeIds(Columns columns) {
        long[] edgeIds = new long[columns.count()];
        if (columns.has(AdjacencyList.SPARSE)) {
            int numbered = columns.numbered();
            for (int i = 0; i < numbered; i++) {
                edgeIds[columns.index(i)] = columns.sparseId(numbered, i);
            }
            return edgeIds;
        }
        for (int i = 0; i < edgeIds.length; i++) {
            edgeIds[i] = columns.edgeId(i);
        }
        return edgeIds;
    }

    /** How many entries there are. */
    public int count() {
        return neighbours.length;
    }

    /** Neighbour of an entry. */
    public long neighbour(int entry) {
        return neighbours[entry];
    }

    /** Edge id of an entry; 0 when it has none. */
    public long edgeId(int entry) {
        return edgeIds.length == 0 ? 0 : edgeIds[entry];
    }

    /** Bytes left for further entries. */
    int freeBytes() {
        return AdjacencyList.BLOCK_BYTES_MAX - shape().bytes(0);
    }

    BlockShape shape() {
        int numbered = 0;
        for (long edgeId : edgeIds) {
            numbered += edgeId == 0 ? 0 : 1;
        }
        return BlockShape.of(flags, count(), numbered);
    }

    /** Keys of the further chunks that this head names. */
    public long[] chunkKeys() {
        long[] keys = new long[chunkIds.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = chunkKey(chunkIds[i]);
        }
        return keys;
    }

    /** As {@link #chunkKeys()}, without a copy of the entries, from a head that was read as a whole. */
    public static long[] chunkKeys(Region region, long body) {
        int flags = AdjacencyList.flags(region, body);
        int count = AdjacencyList.count(region, body);
        long[] keys = new long[AdjacencyList.chunks(region, body)];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = chunkKey(AdjacencyList.chunkId(region, body, flags, count, i));
        }
        return keys;
    }

    /** Key of a further chunk. */
    public static long chunkKey(long chunkId) {
        return GraphKey.of(GraphKey.KIND_CHUNK, GraphKey.OUT, 0, chunkId);
    }

    /** Whether there is an entry with this neighbour and edge id: 0 for any, {@link ListOperations#UNNUMBERED} for none. */
    public boolean has(long neighbour, long edgeId) {
        for (int i = 0; i < neighbours.length; i++) {
            if (neighbours[i] == neighbour && Columns.fits(edgeId(i), edgeId)) {
                return true;
            }
        }
        return false;
    }
}
