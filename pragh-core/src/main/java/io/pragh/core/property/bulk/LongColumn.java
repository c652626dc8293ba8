package io.pragh.core.property.bulk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Longs by index, in chunks; those that were never set are 0, and cost nothing where a chunk has no other. One thread. */
final class LongColumn {
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int CHUNKS_FIRST = 16;

    private final StagingBudget budget;
    private long[] @Nullable [] chunks = new long[CHUNKS_FIRST][];

    LongColumn(StagingBudget budget) {
        this.budget = budget;
    }

    void set(int index, long value) {
        int chunk = index >>> CHUNK_BITS;
        if (chunk >= chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(chunk + 1, 2 * chunks.length));
        }
        long[] longs = chunks[chunk];
        if (longs == null) {
            budget.take((long) CHUNK * Long.BYTES);
            longs = new long[CHUNK];
            chunks[chunk] = longs;
        }
        longs[index & CHUNK - 1] = value;
    }

    long get(int index) {
        int chunk = index >>> CHUNK_BITS;
        long[] longs = chunk < chunks.length ? chunks[chunk] : null;
        return longs == null ? 0 : longs[index & CHUNK - 1];
    }
}
