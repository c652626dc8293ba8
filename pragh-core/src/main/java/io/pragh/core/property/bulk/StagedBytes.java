package io.pragh.core.property.bulk;

import io.pragh.core.property.value.ValueOutput;
import java.util.Arrays;

/** Bytes one behind the other, in chunks of a mebibyte, by their position. One thread. */
final class StagedBytes {
    private static final int CHUNK_BITS = 20;
    private static final int CHUNK_BYTES = 1 << CHUNK_BITS;
    private static final int CHUNKS_FIRST = 16;

    private final StagingBudget budget;
    private byte[][] chunks = new byte[CHUNKS_FIRST][];
    private long size;

    StagedBytes(StagingBudget budget) {
        this.budget = budget;
    }

    /** Where the next byte goes. */
    long size() {
        return size;
    }

    void append(ValueOutput out) {
        append(out.buffer(), out.length());
    }

    /** Puts the first bytes of an array behind what is there. */
    void append(byte[] bytes, int count) {
        int from = 0;
        while (from < count) {
            int at = (int) size & CHUNK_BYTES - 1;
            byte[] chunk = at == 0 ? add() : chunks[(int) (size >>> CHUNK_BITS)];
            int part = Math.min(count - from, CHUNK_BYTES - at);
            System.arraycopy(bytes, from, chunk, at, part);
            from += part;
            size += part;
        }
    }

    private byte[] add() {
        budget.take(CHUNK_BYTES);
        int chunk = (int) (size >>> CHUNK_BITS);
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
        }
        chunks[chunk] = new byte[CHUNK_BYTES];
        return chunks[chunk];
    }

    void get(long position, byte[] into, int from, int count) {
        int done = 0;
        while (done < count) {
            int at = (int) (position + done) & CHUNK_BYTES - 1;
            int part = Math.min(count - done, CHUNK_BYTES - at);
            System.arraycopy(chunks[(int) (position + done >>> CHUNK_BITS)], at, into, from + done, part);
            done += part;
        }
    }

    byte get(long position) {
        return chunks[(int) (position >>> CHUNK_BITS)][(int) position & CHUNK_BYTES - 1];
    }

    /** Four bytes, the lowest first. */
    int getInt(long position) {
        byte[] chunk = chunks[(int) (position >>> CHUNK_BITS)];
        int at = (int) position & CHUNK_BYTES - 1;
        if (at <= CHUNK_BYTES - Integer.BYTES) {
            return chunk[at] & 0xFF | (chunk[at + 1] & 0xFF) << 8 | (chunk[at + 2] & 0xFF) << 16 | chunk[at + 3] << 24;
        }
        return get(position) & 0xFF
                | (get(position + 1) & 0xFF) << 8
                | (get(position + 2) & 0xFF) << 16
                | get(position + 3) << 24;
    }

    /** Whether the first bytes of an array are what is at a position. */
    boolean matches(long position, byte[] bytes, int count) {
        if (position + count > size) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (get(position + i) != bytes[i]) {
                return false;
            }
        }
        return true;
    }
}
