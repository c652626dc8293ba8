package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Update;
import io.pragh.core.base.PraghException;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Lists that do not exist yet, of entries with edge ids or without, as updates that write them whole: what a load in bulk does. The
 * graph has no other lists, so ids of chunks are counted. One thread.
 */
public final class WholeLists {
    private static final long[] NO_CHUNKS = {};

    private final HomeMap homes;
    private final long[] sequences;
    private int[] ends = new int[1];

    /** Lists of a graph whose keys have these homes; {@code seed} says where ids of chunks begin. */
    public WholeLists(HomeMap homes, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        this.homes = homes;
        this.sequences = new long[homes.partitions()];
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = random.nextLong(homes.mintable());
        }
    }

    /**
     * Hands over the updates that make the list of a key, all of one home: the head, then its chunks. They fail where there is a list.
     *
     * @param edgeIds of the first {@code count} entries, as the neighbours; 0 for none
     */
    public void create(long key, long[] neighbours, long[] edgeIds, int count, Consumer<Update> updates) {
        int blocks = split(neighbours, edgeIds, count);
        if (blocks - 1 > AdjacencyList.CHUNKS_MAX) {
            throw new PraghException("an adjacency list is too long: key=" + GraphKey.show(key) + " entries=" + count);
        }
        long[] chunks = blocks == 1 ? NO_CHUNKS : mint(homes.home(key), blocks - 1);
        updates.accept(ListOperations.insert(key, ListBodies.of(neighbours, edgeIds, 0, ends[0], chunks)));
        for (int block = 1; block < blocks; block++) {
            byte[] body = ListBodies.of(neighbours, edgeIds, ends[block - 1], ends[block], NO_CHUNKS);
            updates.accept(ListOperations.insert(ListBlock.chunkKey(chunks[block - 1]), body));
        }
    }

    /** Fills blocks one after the other; returns how many there are. */
    private int split(long[] neighbours, long[] edgeIds, int count) {
        int blocks = 0;
        int from = 0;
        int flags = 0;
        for (int i = 0; i < count; i++) {
            int more = flags | AdjacencyList.flagsFor(neighbours[i], edgeIds[i]);
            if (AdjacencyList.bytes(more, i + 1 - from, 0) > AdjacencyList.BLOCK_BYTES_MAX) {
                end(blocks++, i);
                from = i;
                more = AdjacencyList.flagsFor(neighbours[i], edgeIds[i]);
            }
            flags = more;
        }
        end(blocks++, count);
        return blocks;
    }

    private void end(int block, int at) {
        if (block == ends.length) {
            ends = java.util.Arrays.copyOf(ends, 2 * block);
        }
        ends[block] = at;
    }

    private long[] mint(int home, int count) {
        long[] ids = new long[count];
        for (int i = 0; i < count; i++) {
            ids[i] = homes.mint(home, sequences[home]);
            sequences[home] = (sequences[home] + 1) % homes.mintable();
        }
        return ids;
    }
}
