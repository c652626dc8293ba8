package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Lists that do not exist yet, of entries with edge ids or without, as values that are created whole: what a load in bulk does. The
 * graph has no other lists, so ids of chunks are counted. One thread.
 */
public final class WholeLists {
    private static final long[] NO_CHUNKS = {};
    /** So many entries that need no edge id get blocks of their own, without a column for them: it would take 2 KiB, or 4. */
    private static final int PLAIN_ENTRIES_MIN = 512;

    /** Takes values. */
    @FunctionalInterface
    public interface Values {
        /** A value of a key: what this returns takes so many bytes, little-endian, from its position on, before the next one comes. */
        ByteBuffer add(long key, int bytes);
    }

    private final HomeMap homes;
    private final long[] sequences;
    /** Where the blocks of a list end, of which there are so many. */
    private int[] ends = new int[2];

    private int blocks;
    /** Entries with edge ids on their way behind the others: neighbour, id …. */
    private long[] numbered = new long[32];
    /** Edge ids of entries that have none. */
    private long[] none = {};

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
     * Hands over the values that the list of a key is, all of one home: its chunks, then the head, so that no head names what is not there. In long lists
     * entries without edge ids come before those with some, in the arrays as well.
     *
     * @param edgeIds of the first {@code count} entries, as the neighbours; 0 for none
     */
    public void create(long key, long[] neighbours, long[] edgeIds, int count, Values values) {
        blocks = 0;
        int plain = partition(neighbours, edgeIds, count);
        split(neighbours, edgeIds, 0, plain);
        if (plain < count) {
            split(neighbours, edgeIds, plain, count);
        }
        if (blocks - 1 > AdjacencyList.CHUNKS_MAX) {
            throw new PraghException("an adjacency list is too long: key=" + GraphKey.show(key) + " entries=" + count);
        }
        long[] chunks = blocks == 1 ? NO_CHUNKS : mint(homes.home(key), blocks - 1);
        for (int block = 1; block < blocks; block++) {
            long chunk = ListBlock.chunkKey(chunks[block - 1]);
            write(chunk, neighbours, edgeIds, ends[block - 1], ends[block], NO_CHUNKS, values);
        }
        write(key, neighbours, edgeIds, 0, ends[0], chunks, values);
    }

    /** The same of entries without edge ids. */
    public void create(long key, long[] neighbours, int count, Values values) {
        if (count > none.length) {
            none = new long[Math.max(count, 2 * none.length)];
        }
        int flags = flags(neighbours, none, 0, count);
        int bytes = AdjacencyList.bytes(flags, count, 0);
        if (bytes <= AdjacencyList.BLOCK_BYTES_MAX) {
            ListBodies.write(flags, neighbours, none, 0, count, NO_CHUNKS, values.add(key, bytes));
        } else {
            create(key, neighbours, none, count, values);
        }
    }

    /**
     * Where entries with edge ids begin in an order in which they come last, if that saves enough of the column of the others; else the
     * end.
     */
    private int partition(long[] neighbours, long[] edgeIds, int count) {
        int plain = 0;
        for (int i = 0; i < count; i++) {
            plain += edgeIds[i] == 0 ? 1 : 0;
        }
        if (plain == count || plain < PLAIN_ENTRIES_MIN) {
            return count;
        }
        if (count - plain > numbered.length / 2) {
            numbered = new long[4 * (count - plain)];
        }
        int kept = 0;
        int moved = 0;
        for (int i = 0; i < count; i++) {
            if (edgeIds[i] == 0) {
                neighbours[kept++] = neighbours[i];
            } else {
                numbered[moved++] = neighbours[i];
                numbered[moved++] = edgeIds[i];
            }
        }
        Arrays.fill(edgeIds, 0, kept, 0);
        for (int i = 0; i < moved; i += 2) {
            neighbours[kept] = numbered[i];
            edgeIds[kept++] = numbered[i + 1];
        }
        return plain;
    }

    /** Fills blocks one after the other. */
    private void split(long[] neighbours, long[] edgeIds, int begin, int end) {
        int most = AdjacencyList.BLOCK_BYTES_MAX;
        if (AdjacencyList.bytes(flags(neighbours, edgeIds, begin, end), end - begin, 0) <= most) {
            end(end);
            return;
        }
        int from = begin;
        int flags = 0;
        for (int i = begin; i < end; i++) {
            int more = flags | AdjacencyList.flagsFor(neighbours[i], edgeIds[i]);
            if (AdjacencyList.bytes(more, i + 1 - from, 0) > most) {
                end(i);
                from = i;
                more = AdjacencyList.flagsFor(neighbours[i], edgeIds[i]);
            }
            flags = more;
        }
        end(end);
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

    private void end(int at) {
        if (blocks == ends.length) {
            ends = Arrays.copyOf(ends, 2 * blocks);
        }
        ends[blocks++] = at;
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
        ListBodies.write(
                flags,
                neighbours,
                edgeIds,
                from,
                to,
                chunks,
                values.add(key, AdjacencyList.bytes(flags, to - from, chunks.length)));
    }
}
