package io.pragh.core.property.bulk;

import java.util.Arrays;

/** Numbers of vertices, in chunks on the heap: they are read in any order, twice for an edge. One thread. */
final class VertexNumbers {
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int CHUNKS_FIRST = 16;

    private final StagingBudget budget;
    private long[][] chunks = new long[CHUNKS_FIRST][];
    private int count;

    VertexNumbers(StagingBudget budget) {
        this.budget = budget;
    }

    void add(long vid) {
        int chunk = count >>> CHUNK_BITS;
        if ((count & CHUNK - 1) == 0) {
            budget.take((long) CHUNK * Long.BYTES);
            chunks = chunk < chunks.length ? chunks : Arrays.copyOf(chunks, 2 * chunk);
            chunks[chunk] = new long[CHUNK];
        }
        chunks[chunk][count++ & CHUNK - 1] = vid;
    }

    void set(int vertex, long vid) {
        chunks[vertex >>> CHUNK_BITS][vertex & CHUNK - 1] = vid;
    }

    long get(int vertex) {
        return chunks[vertex >>> CHUNK_BITS][vertex & CHUNK - 1];
    }
}
