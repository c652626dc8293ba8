package io.pragh.core.property.bulk;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An array of longs in chunks. Values that were never set are 0, and a chunk without values takes no memory. One
 * thread.
 */
final class LongColumn {
    private static final int CHUNK_BITS = StagingBudget.CHUNK_BITS - 3;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int CHUNKS_FIRST = 16;

    private final StagingBudget budget;
    private @Nullable LongBuffer[] chunks = new LongBuffer[CHUNKS_FIRST];
    private @Nullable ByteBuffer[] memory = new ByteBuffer[CHUNKS_FIRST];

    LongColumn(StagingBudget budget) {
        this.budget = budget;
    }

    void set(int index, long value) {
        int chunk = index >>> CHUNK_BITS;
        LongBuffer longs = chunk < chunks.length ? chunks[chunk] : null;
        (longs == null ? make(chunk) : longs).put(index & CHUNK - 1, value);
    }

    private LongBuffer make(int chunk) {
        ByteBuffer bytes = budget.chunk();
        if (chunk >= chunks.length) {
            int length = Math.max(chunk + 1, 2 * chunks.length);
            chunks = Arrays.copyOf(chunks, length);
            memory = Arrays.copyOf(memory, length);
        }
        LongBuffer longs = bytes.asLongBuffer();
        memory[chunk] = bytes;
        chunks[chunk] = longs;
        return longs;
    }

    long get(int index) {
        int chunk = index >>> CHUNK_BITS;
        LongBuffer longs = chunk < chunks.length ? chunks[chunk] : null;
        return longs == null ? 0 : longs.get(index & CHUNK - 1);
    }

    /** Releases all values. */
    void forget() {
        for (ByteBuffer bytes : memory) {
            if (bytes != null) {
                budget.giveBack(bytes);
            }
        }
        memory = new ByteBuffer[0];
        chunks = new LongBuffer[0];
    }
}
