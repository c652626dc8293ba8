package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.PraghException;
import java.util.SplittableRandom;

/**
 * Writes whole lists that do not exist yet, of entries without edge ids, in a bulk load of a graph's structure. Each
 * list is a transaction of one home. One thread.
 */
public final class NewLists {
    private static final long[] NO_CHUNKS = {};

    private final TransactionSource source;
    private final HomeMap homes;
    private final SplittableRandom chunkIds;

    /**
     * Writes lists of a graph whose keys have these homes; {@code seed} generates chunk ids, a clash of which costs
     * one more attempt.
     */
    public NewLists(TransactionSource source, HomeMap homes, long seed) {
        this.source = source;
        this.homes = homes;
        this.chunkIds = new SplittableRandom(seed);
    }

    /**
     * Writes the list of a key; throws {@link PraghException} when the list exists or is too long. Cost: one commit.
     */
    public void create(long key, long[] neighbours, int from, int to) {
        int block = ListBodies.isNarrow(neighbours, from, to) ? ListBodies.NARROW_MAX : ListBodies.WIDE_MAX;
        int headEnd = Math.min(to, from + block);
        int chunks = (to - headEnd + block - 1) / block;
        if (chunks > AdjacencyList.CHUNKS_MAX) {
            throw new PraghException(
                    "an adjacency list is too long: key=" + GraphKey.show(key) + " entries=" + (to - from));
        }
        boolean written = false;
        while (!written) {
            long[] ids = chunks == 0 ? NO_CHUNKS : mint(key, chunks);
            written = write(key, neighbours, from, to, block, ids);
        }
    }

    private long[] mint(long key, int count) {
        long[] ids = new long[count];
        for (int i = 0; i < count; i++) {
            ids[i] = homes.mint(homes.home(key), chunkIds.nextLong(homes.mintable()));
        }
        return ids;
    }

    /** Returns false when the id of a chunk is in use. */
    private boolean write(long key, long[] neighbours, int from, int to, int block, long[] ids) {
        int headEnd = Math.min(to, from + block);
        try {
            source.retry(TransactionOptions.DEFAULT, transaction -> {
                transaction.update(ListOperations.insert(key, ListBodies.of(neighbours, from, headEnd, ids)));
                for (int i = 0; i < ids.length; i++) {
                    int begin = headEnd + i * block;
                    byte[] body = ListBodies.of(neighbours, begin, Math.min(to, begin + block), NO_CHUNKS);
                    transaction.update(ListOperations.insert(ListBlock.chunkKey(ids[i]), body));
                }
                return null;
            });
            return true;
        } catch (UpdateRefusedException refused) {
            if (refused.result() != UpdateResult.PRECONDITION_FAILED) {
                throw refused;
            }
            if (refused.key() == key) {
                throw new PraghException("the list exists already: key=" + GraphKey.show(key), refused);
            }
            return false;
        }
    }
}
