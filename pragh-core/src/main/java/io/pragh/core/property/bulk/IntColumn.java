package io.pragh.core.property.bulk;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Ints by index, in chunks, so that none is copied when there are more, and parts can be forgotten; those that were never set are 0, and
 * cost nothing where a chunk has no other. One thread.
 */
// What is outside the heap is fast when it is copied in blocks, and three times as slow as an array one by one: so the
// chunk that is being added to is an array.
final class IntColumn {
    /** A block that begins at a multiple of its length, which is a power of two up to this, lies in one chunk. */
    static final int CHUNK = 1 << StagingBudget.CHUNK_BITS - 2;

    private static final int CHUNK_SHIFT = StagingBudget.CHUNK_BITS - 2;
    private static final int CHUNKS_FIRST = 16;

    private final StagingBudget budget;
    private @Nullable IntBuffer[] chunks = new IntBuffer[CHUNKS_FIRST];
    private @Nullable ByteBuffer[] memory = new ByteBuffer[CHUNKS_FIRST];
    private int size;
    private int[] added = {};
    /** Chunks below it are forgotten. */
    private int forgotten;

    IntColumn(StagingBudget budget) {
        this.budget = budget;
    }

    /** One more, where all others were added as well. */
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

    /** Sets a block that lies in one chunk, of a column to which nothing was added. */
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

    /** Copies a block that lies in one chunk, and of which each was set or added. */
    void get(int index, int[] values, int from, int count) {
        if (isAdded(index)) {
            System.arraycopy(added, index & CHUNK - 1, values, from, count);
        } else {
            chunk(index).get(index & CHUNK - 1, values, from, count);
        }
    }

    /** Copies some, of which each was set or added. */
    void copy(int first, int[] values, int count) {
        int length;
        for (int done = 0; done < count; done += length) {
            length = Math.min(count - done, CHUNK - (first + done & CHUNK - 1));
            get(first + done, values, done, length);
        }
    }

    /** How many were added, forgotten ones too. */
    int size() {
        return size;
    }

    /** Gives memory back: nobody asks any more for one before an index. */
    void forgetBefore(int index) {
        for (; forgotten < index >>> CHUNK_SHIFT; forgotten++) {
            forgetChunk(forgotten);
        }
    }

    /** Nobody asks for any of them any more. */
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
