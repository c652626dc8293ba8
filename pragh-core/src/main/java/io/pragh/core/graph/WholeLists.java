package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Lists that do not exist yet, of entries with edge ids or without, as values that are created whole: what a load in bulk does. The
 * graph has no other lists, so ids of chunks are counted. One thread.
 */
public final class WholeLists {
    private static final long[] NO_CHUNKS = {};

    /** Takes values. */
    @FunctionalInterface
    public interface Values {
        /** A value of a key: what this returns takes so many bytes, little-endian, from its position on, before the next one comes. */
        ByteBuffer add(long key, int bytes);
    }

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
     * Hands over the values that the list of a key is, all of one home: the head, then its chunks.
     *
     * @param edgeIds of the first {@code count} entries, as the neighbours; 0 for none
     */
    public void create(long key, long[] neighbours, long[] edgeIds, int count, Values values) {
        int blocks = split(neighbours, edgeIds, count);
        if (blocks - 1 > AdjacencyList.CHUNKS_MAX) {
            throw new PraghException("an adjacency list is too long: key=" + GraphKey.show(key) + " entries=" + count);
        }
        long[] chunks = blocks == 1 ? NO_CHUNKS : mint(homes.home(key), blocks - 1);
        write(key, neighbours, edgeIds, 0, ends[0], chunks, values);
        for (int block = 1; block < blocks; block++) {
            long chunk = ListBlock.chunkKey(chunks[block - 1]);
            write(chunk, neighbours, edgeIds, ends[block - 1], ends[block], NO_CHUNKS, values);
        }
    }

    /** Fills blocks one after the other; returns how many there are. */
    private int split(long[] neighbours, long[] edgeIds, int count) {
        if (AdjacencyList.bytes(flags(neighbours, edgeIds, 0, count), count, 0) <= AdjacencyList.BLOCK_BYTES_MAX) {
            ends[0] = count;
            return 1;
        }
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

    private static int flags(long[] neighbours, long[] edgeIds, int from, int to) {
        long allNeighbours = 0;
        long allIds = 0;
        for (int i = from; i < to; i++) {
            allNeighbours |= neighbours[i];
            allIds |= edgeIds[i];
        }
        return AdjacencyList.flagsFor(allNeighbours, allIds);
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

    private static void write(
            long key, long[] neighbours, long[] edgeIds, int from, int to, long[] chunks, Values values) {
        int flags = flags(neighbours, edgeIds, from, to);
        int count = to - from;
        ByteBuffer body = values.add(key, AdjacencyList.bytes(flags, count, chunks.length));
        int begin = body.position();
        body.putInt(count).putInt(chunks.length << 16 | flags);
        if ((flags & AdjacencyList.WIDE) != 0) {
            for (int i = from; i < to; i++) {
                body.putLong(neighbours[i]);
            }
        } else {
            for (int i = from; i < to; i++) {
                body.putInt((int) neighbours[i]);
            }
        }
        if ((flags & AdjacencyList.EDGE_IDS) != 0) {
            pad(body, begin + AdjacencyList.edgeIdsOffset(flags, count));
            for (int i = from; i < to; i++) {
                body.putLong(edgeIds[i]);
            }
        }
        pad(body, begin + AdjacencyList.chunksOffset(flags, count));
        for (long chunk : chunks) {
            body.putLong(chunk);
        }
    }

    private static void pad(ByteBuffer body, int to) {
        while (body.position() < to) {
            body.put((byte) 0);
        }
    }
}
