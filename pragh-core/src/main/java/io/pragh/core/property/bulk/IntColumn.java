package io.pragh.core.property.bulk;

import java.util.Arrays;

/** Ints one behind the other, in chunks, so that none is copied when there are more. One thread. */
final class IntColumn {
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int CHUNKS_FIRST = 16;

    private final StagingBudget budget;
    private int[][] chunks = new int[CHUNKS_FIRST][];
    private int size;

    IntColumn(StagingBudget budget) {
        this.budget = budget;
    }

    void add(int value) {
        int chunk = size >>> CHUNK_BITS;
        int at = size & CHUNK - 1;
        if (at == 0) {
            budget.take((long) CHUNK * Integer.BYTES);
            if (chunk == chunks.length) {
                chunks = Arrays.copyOf(chunks, 2 * chunk);
            }
            chunks[chunk] = new int[CHUNK];
        }
        chunks[chunk][at] = value;
        size++;
    }

    int get(int index) {
        return chunks[index >>> CHUNK_BITS][index & CHUNK - 1];
    }

    /** How many there are, or were before they were forgotten. */
    int size() {
        return size;
    }

    /** Gives their memory back: nobody asks for one of them any more. */
    void forget() {
        budget.giveBack(((long) size + CHUNK - 1 >>> CHUNK_BITS << CHUNK_BITS) * Integer.BYTES);
        chunks = new int[0][];
    }
}
