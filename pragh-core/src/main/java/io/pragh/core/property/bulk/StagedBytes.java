package io.pragh.core.property.bulk;

import io.pragh.core.property.value.ValueOutput;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Append-only bytes in several parts, addressed by a position that includes the part; a part is released as a whole.
 * One thread.
 */
final class StagedBytes {
    private static final int PART_SHIFT = 48;
    private static final long WITHIN_PART = (1L << PART_SHIFT) - 1;
    private static final int CHUNK_BYTES = 1 << StagingBudget.CHUNK_BITS;
    private static final ByteBuffer[] NOTHING = {};
    private static final int CHUNKS_FIRST = 16;

    private final StagingBudget budget;
    private final ByteBuffer[][] chunks;
    private final long[] sizes;

    StagedBytes(StagingBudget budget, int parts) {
        this.budget = budget;
        this.chunks = new ByteBuffer[parts][];
        this.sizes = new long[parts];
        Arrays.fill(chunks, NOTHING);
    }

    /** The position of the next byte of a part. */
    long end(int part) {
        return (long) part << PART_SHIFT | sizes[part];
    }

    /** The part of a position. */
    static int part(long position) {
        return (int) (position >>> PART_SHIFT);
    }

    void append(int part, ValueOutput out) {
        append(part, out.buffer(), out.length());
    }

    /** Appends the first bytes of an array to a part. */
    void append(int part, byte[] bytes, int count) {
        int from = 0;
        while (from < count) {
            long size = sizes[part];
            int at = (int) size & CHUNK_BYTES - 1;
            ByteBuffer chunk = at == 0 ? add(part) : chunk(end(part));
            int length = Math.min(count - from, CHUNK_BYTES - at);
            chunk.put(at, bytes, from, length);
            from += length;
            sizes[part] = size + length;
        }
    }

    private ByteBuffer add(int part) {
        ByteBuffer added = budget.chunk();
        int chunk = (int) (sizes[part] >>> StagingBudget.CHUNK_BITS);
        if (chunk == chunks[part].length) {
            chunks[part] = Arrays.copyOf(chunks[part], Math.max(CHUNKS_FIRST, 2 * chunk));
        }
        chunks[part][chunk] = added;
        return added;
    }

    private ByteBuffer chunk(long position) {
        return chunks[part(position)][(int) ((position & WITHIN_PART) >>> StagingBudget.CHUNK_BITS)];
    }

    void get(long position, byte[] into, int from, int count) {
        int done = 0;
        while (done < count) {
            int at = (int) (position + done) & CHUNK_BYTES - 1;
            int length = Math.min(count - done, CHUNK_BYTES - at);
            chunk(position + done).get(at, into, from + done, length);
            done += length;
        }
    }

    byte get(long position) {
        return chunk(position).get((int) position & CHUNK_BYTES - 1);
    }

    /** The four bytes at a position, little-endian. */
    int getInt(long position) {
        int at = (int) position & CHUNK_BYTES - 1;
        if (at <= CHUNK_BYTES - Integer.BYTES) {
            return chunk(position).getInt(at);
        }
        return get(position) & 0xFF
                | (get(position + 1) & 0xFF) << 8
                | (get(position + 2) & 0xFF) << 16
                | get(position + 3) << 24;
    }

    /** Whether the bytes at a position equal the first bytes of an array. */
    boolean matches(long position, byte[] bytes, int count) {
        if ((position & WITHIN_PART) + count > sizes[part(position)]) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (get(position + i) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    /** Releases the memory of a part. */
    void forget(int part) {
        int used = (int) (sizes[part] + CHUNK_BYTES - 1 >>> StagingBudget.CHUNK_BITS);
        for (int chunk = 0; chunk < used; chunk++) {
            budget.giveBack(chunks[part][chunk]);
        }
        chunks[part] = NOTHING;
        sizes[part] = 0;
    }
}
