package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Builds lists that do not exist yet, of entries with or without edge ids, as values that are created whole in a load
 * in bulk. The graph has no other lists, so chunk ids are counted up. One thread.
 */
public final class WholeLists {
    private static final long[] NO_CHUNKS = {};
    /** Entries without edge id get blocks of their own where that saves so many bytes of the column of edge ids. */
    private static final int SAVED_BYTES_MIN = 2048;

    /** Receives values. */
    @FunctionalInterface
    public interface Values {
        /**
         * Adds a value for a key; the caller writes so many bytes to the little-endian buffer returned, from its
         * position on, before it adds the next value.
         */
        ByteBuffer add(long key, int bytes);
    }

    private final HomeMap homes;
    private final long[] sequences;
    /** Where the blocks of a list end; below, the number of blocks. */
    private int[] ends = new int[2];

    private int blocks;
    /** Entries with edge ids that are being moved behind the others: neighbour, id …. */
    private long[] numbered = new long[32];
    /** Edge ids, all 0, of entries that have none. */
    private long[] none = {};

    /** Builds lists of a graph whose keys have these homes; {@code seed} chooses where chunk ids begin. */
    public WholeLists(HomeMap homes, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        this.homes = homes;
        this.sequences = new long[homes.partitions()];
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = random.nextLong(homes.mintable());
        }
    }

    /**
     * Passes on the values of a list, all of one home: first its chunks, then the head, so that no head names a chunk
     * that does not exist. In long lists entries without edge ids come before those with one; the arrays are
     * reordered, too.
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

    /** As the other {@code create}, for entries without edge ids. */
    public void create(long key, long[] neighbours, int count, Values values) {
        if (count > none.length) {
            none = new long[Math.max(count, 2 * none.length)];
        }
        BlockShape shape = ListBodies.shape(neighbours, none, 0, count);
        if (shape.fits()) {
            ListBodies.write(shape, neighbours, none, 0, NO_CHUNKS, values.add(key, shape.bytes(0)));
        } else {
            create(key, neighbours, none, count, values);
        }
    }

    /**
     * Moves entries with edge ids to the end, if that saves enough of the column of the others. Returns the index of
     * the first of them, or the end.
     */
    private int partition(long[] neighbours, long[] edgeIds, int count) {
        BlockShape all = ListBodies.shape(neighbours, edgeIds, 0, count);
        int plain = count - all.numbered();
        BlockShape apart = new BlockShape(all.widths(), all.numbered(), all.numbered());
        BlockShape rest = new BlockShape(all.widths(), plain, 0);
        if (plain == count || all.bytes(0) - apart.bytes(0) - rest.bytes(0) < SAVED_BYTES_MIN) {
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

    /** Divides entries into blocks. */
    private void split(long[] neighbours, long[] edgeIds, int begin, int end) {
        if (ListBodies.shape(neighbours, edgeIds, begin, end).fits()) {
            end(end);
            return;
        }
        BlockShape shape = BlockShape.EMPTY;
        for (int i = begin; i < end; i++) {
            BlockShape more = shape.with(neighbours[i], edgeIds[i]);
            if (!more.fits()) {
                end(i);
                more = BlockShape.EMPTY.with(neighbours[i], edgeIds[i]);
            }
            shape = more;
        }
        end(end);
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
        BlockShape shape = ListBodies.shape(neighbours, edgeIds, from, to);
        ListBodies.write(shape, neighbours, edgeIds, from, chunks, values.add(key, shape.bytes(chunks.length)));
    }
}
