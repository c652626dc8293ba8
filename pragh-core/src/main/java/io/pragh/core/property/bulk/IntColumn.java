package io.pragh.core.property.bulk;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An array of ints in chunks, so that growing copies nothing and parts can be released. Values that were never set
 * are 0, and a chunk without values takes no memory. One thread.
 */
// Memory outside the heap is fast when it is copied in blocks, and three times as slow as an array when it is
// accessed one by one, so the chunk to which values are added is an array.
final class IntColumn {
    /**
     * Ints of a chunk. A block lies in one chunk if it begins at a multiple of its length, a power of two up to this.
     */
    static final int CHUNK = 1 << StagingBudget.CHUNK_BITS - 2;

    private static final int CHUNK_SHIFT = StagingBudget.CHUNK_BITS - 2;
    private static final int CHUNKS_FIRST = 16;

    private final StagingBudget budget;
    private @Nullable IntBuffer[] chunks = new IntBuffer[CHUNKS_FIRST];
    private @Nullable ByteBuffer[] memory = new ByteBuffer[CHUNKS_FIRST];
    private int size;
    private int[] added = {};
    /** Index of the first chunk that was not released. */
    private int forgotten;

    IntColumn(StagingBudget budget) {
        this.budget = budget;
    }

    /** Appends a value to a column whose other values were appended as well. */
    void add(int value) {
        if (added.length == 0) {
            budget.take(1 << StagingBudget.CHUNK_BITS);
            added = new int[CHUNK];
        }
        added[size & CHUNK - 1] = value;
        size++;
        if ((size & CHUNK - 1) == 0) {
            chunk(size - CHUNK).put(0, added);
        }
    }

    private IntBuffer chunk(int index) {
        int chunk = index >>> CHUNK_SHIFT;
        IntBuffer ints = chunk < chunks.length ? chunks[chunk] : null;
        return ints == null ? make(chunk) : ints;
    }

    private IntBuffer make(int chunk) {
        ByteBuffer bytes = budget.chunk();
        if (chunk >= chunks.length) {
            int length = Math.max(chunk + 1, 2 * chunks.length);
            chunks = Arrays.copyOf(chunks, length);
            memory = Arrays.copyOf(memory, length);
        }
        IntBuffer ints = bytes.asIntBuffer();
        memory[chunk] = bytes;
        chunks[chunk] = ints;
        return ints;
    }

    void set(int index, int value) {
        if (isAdded(index)) {
            added[index & CHUNK - 1] = value;
        } else {
            chunk(index).put(index & CHUNK - 1, value);
        }
    }

    /** Sets a block that lies in one chunk, in a column to which nothing was appended. */
    void set(int index, int[] values, int from, int count) {
        chunk(index).put(index & CHUNK - 1, values, from, count);
    }

    int get(int index) {
        int chunk = index >>> CHUNK_SHIFT;
        IntBuffer ints = chunk < chunks.length ? chunks[chunk] : null;
        if (ints != null) {
            return ints.get(index & CHUNK - 1);
        }
        return isAdded(index) ? added[index & CHUNK - 1] : 0;
    }

    private boolean isAdded(int index) {
        return index < size && index >>> CHUNK_SHIFT == size >>> CHUNK_SHIFT;
    }

    /** Copies a block that lies in one chunk, and all values of which were set or appended. */
    void get(int index, int[] values, int from, int count) {
        if (isAdded(index)) {
            System.arraycopy(added, index & CHUNK - 1, values, from, count);
        } else {
            chunk(index).get(index & CHUNK - 1, values, from, count);
        }
    }

    /** Copies values, all of which were set or appended. */
    void copy(int first, int[] values, int count) {
        int length;
        for (int done = 0; done < count; done += length) {
            length = Math.min(count - done, CHUNK - (first + done & CHUNK - 1));
            get(first + done, values, done, length);
        }
    }

    /** How many values were appended, released ones included. */
    int size() {
        return size;
    }

    /** Releases the chunks whose values all lie before an index. */
    void forgetBefore(int index) {
        for (; forgotten < index >>> CHUNK_SHIFT; forgotten++) {
            forgetChunk(forgotten);
        }
    }

    /** Releases all values. */
    void forget() {
        for (int chunk = 0; chunk < chunks.length; chunk++) {
            forgetChunk(chunk);
        }
        budget.giveBack((long) added.length * Integer.BYTES);
        added = new int[0];
    }

    private void forgetChunk(int chunk) {
        ByteBuffer bytes = chunk < memory.length ? memory[chunk] : null;
        if (bytes != null) {
            memory[chunk] = null;
            chunks[chunk] = null;
            budget.giveBack(bytes);
        }
    }
}
