package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.StoreSession;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * Adjacency lists over a store session: lists that outgrow a block go on in chunks, each a value of its own in the same home. One
 * thread.
 */
public final class AdjacencyStore {
    private static final long[] NO_CHUNKS = {};

    private final StoreSession session;
    private final HomeMap homes;
    private final SplittableRandom chunkIds;
    private final long[] oneKey = new long[1];

    /** Lists of the graph that {@code session} opens; {@code seed} makes chunk ids, a clash costs one more round trip. */
    public AdjacencyStore(StoreSession session, HomeMap homes, long seed) {
        this.session = session;
        this.homes = homes;
        this.chunkIds = new SplittableRandom(seed);
    }

    /** Appends an entry: one update; one read and one more update when the list goes on in chunks; three when a chunk is added. */
    public void append(long key, long neighbour, long edgeId) {
        while (true) {
            UpdateResult result = session.update(ListOperations.append(key, neighbour, edgeId));
            if (result == UpdateResult.APPLIED) {
                return;
            }
            expect(result, UpdateResult.FULL, key);
            Chunks chunks = chunks(key);
            if (chunks.ids.length > 0) {
                result = session.update(ListOperations.append(chunkKey(chunks.last()), neighbour, edgeId));
                if (result == UpdateResult.APPLIED) {
                    return;
                }
                if (result == UpdateResult.PRECONDITION_FAILED) {
                    continue; // the list was written anew meanwhile
                }
                expect(result, UpdateResult.FULL, key);
            }
            if (addChunk(key, chunks.ids.length, neighbour, edgeId)) {
                return;
            }
        }
    }

    /** The chunk is whole before the list names it; if another one was named meanwhile, it is removed again. */
    private boolean addChunk(long key, int chunksBefore, long neighbour, long edgeId) {
        long chunkId = newChunk(key);
        long chunkKey = chunkKey(chunkId);
        expect(session.update(ListOperations.append(chunkKey, neighbour, edgeId)), UpdateResult.APPLIED, key);
        UpdateResult result = session.update(ListOperations.addChunk(key, chunkId, chunksBefore));
        if (result == UpdateResult.APPLIED) {
            return true;
        }
        session.update(ListOperations.delete(chunkKey));
        expect(result, UpdateResult.PRECONDITION_FAILED, key);
        return false;
    }

    private long newChunk(long key) {
        byte[] empty = ListBodies.of(NO_CHUNKS, 0, 0, NO_CHUNKS);
        while (true) {
            long chunkId = homes.mint(homes.home(key), chunkIds.nextLong(homes.mintable()));
            UpdateResult result = session.update(ListOperations.insert(chunkKey(chunkId), empty));
            if (result == UpdateResult.APPLIED) {
                return chunkId;
            }
            expect(result, UpdateResult.PRECONDITION_FAILED, key);
        }
    }

    /** Removes one entry wherever it is in the list; false when there is none. One update per block looked into. */
    public boolean remove(long key, long neighbour, long edgeId) {
        UpdateResult result = session.update(ListOperations.remove(key, neighbour, edgeId));
        if (result == UpdateResult.APPLIED) {
            return true;
        }
        expect(result, UpdateResult.PRECONDITION_FAILED, key);
        for (long chunkId : chunks(key).ids) {
            result = session.update(ListOperations.remove(chunkKey(chunkId), neighbour, edgeId));
            if (result == UpdateResult.APPLIED) {
                return true;
            }
            expect(result, UpdateResult.PRECONDITION_FAILED, key);
        }
        return false;
    }

    /** Writes a whole list, replacing what there was; one update per block. Chunks of a former list are removed afterwards. */
    public void write(long key, long[] neighbours, int from, int to) {
        long[] former = formerChunks(key);
        int block = ListBodies.isNarrow(neighbours, from, to) ? ListBodies.NARROW_MAX : ListBodies.WIDE_MAX;
        int headEnd = Math.min(to, from + block);
        int chunkCount = (to - headEnd + block - 1) / block;
        if (chunkCount > AdjacencyList.CHUNKS_MAX) {
            throw new PraghException(
                    "an adjacency list is too long: key=" + GraphKey.show(key) + " entries=" + (to - from));
        }
        long[] ids = new long[chunkCount];
        for (int i = 0; i < chunkCount; i++) {
            int begin = headEnd + i * block;
            ids[i] = newChunk(key);
            byte[] body = ListBodies.of(neighbours, begin, Math.min(to, begin + block), NO_CHUNKS);
            expect(session.update(ListOperations.replace(chunkKey(ids[i]), body)), UpdateResult.APPLIED, key);
        }
        byte[] head = ListBodies.of(neighbours, from, headEnd, ids);
        expect(session.update(ListOperations.replace(key, head)), UpdateResult.APPLIED, key);
        for (long chunkId : former) {
            session.update(ListOperations.delete(chunkKey(chunkId)));
        }
    }

    /** Chunks to be removed once a list is written anew; what a lost list had named is not known any more. */
    private long[] formerChunks(long key) {
        try {
            return chunks(key).ids;
        } catch (LostValueException lost) {
            return NO_CHUNKS; // writing the list heals it
        }
    }

    /** Writes a list that is known to be new: as {@link #write}, without looking for a former one. */
    public void create(long key, long[] neighbours, int from, int to) {
        int block = ListBodies.isNarrow(neighbours, from, to) ? ListBodies.NARROW_MAX : ListBodies.WIDE_MAX;
        if (to - from > block) {
            write(key, neighbours, from, to);
            return;
        }
        byte[] body = ListBodies.of(neighbours, from, to, NO_CHUNKS);
        UpdateResult result = session.update(ListOperations.insert(key, body));
        if (result == UpdateResult.PRECONDITION_FAILED) {
            throw new PraghException("the list exists already: key=" + GraphKey.show(key));
        }
        expect(result, UpdateResult.APPLIED, key);
    }

    /** Calls back for every neighbour in list order; false when there is no list. One read, and one per chunk. */
    public boolean forEach(long key, LongConsumer neighbour) {
        Neighbours visitor = new Neighbours(neighbour);
        oneKey[0] = key;
        session.read(oneKey, 0, 1, Integer.MAX_VALUE, visitor);
        long[] ids = visitor.chunkIds;
        boolean found = visitor.found;
        for (long chunkId : ids) {
            oneKey[0] = chunkKey(chunkId);
            session.read(oneKey, 0, 1, Integer.MAX_VALUE, visitor);
        }
        return found;
    }

    /** Key of a further chunk. */
    public static long chunkKey(long chunkId) {
        return ListBlock.chunkKey(chunkId);
    }

    private Chunks chunks(long key) {
        Chunks chunks = new Chunks();
        oneKey[0] = key;
        session.read(oneKey, 0, 1, Integer.MAX_VALUE, chunks);
        return chunks;
    }

    private static void expect(UpdateResult result, UpdateResult expected, long key) {
        if (result != expected) {
            throw new PraghException("the list could not be changed; "
                    + (result == UpdateResult.OUT_OF_MEMORY
                            ? "give the node more memory"
                            : "write the whole list again")
                    + ": key=" + GraphKey.show(key) + " result=" + result);
        }
    }

    private static long[] chunkIds(Region region, long body) {
        int count = AdjacencyList.count(region, body);
        int flags = AdjacencyList.flags(region, body);
        long[] ids = new long[AdjacencyList.chunks(region, body)];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = AdjacencyList.chunkId(region, body, flags, count, i);
        }
        return ids;
    }

    private static final class Chunks implements ValueVisitor {
        long[] ids = NO_CHUNKS;

        long last() {
            return ids[ids.length - 1];
        }

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            ids = chunkIds(region, body);
        }
    }

    private static final class Neighbours implements ValueVisitor {
        private final LongConsumer consumer;
        private long[] chunkIds = NO_CHUNKS;
        private boolean found;

        Neighbours(LongConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            if (!found) {
                chunkIds = chunkIds(region, body);
                found = true;
            }
            int count = AdjacencyList.count(region, body);
            int flags = AdjacencyList.flags(region, body);
            for (int i = 0; i < count; i++) {
                consumer.accept(AdjacencyList.neighbour(region, body, flags, i));
            }
        }
    }
}
