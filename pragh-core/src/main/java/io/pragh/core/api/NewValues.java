package io.pragh.core.api;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** First values for keys, gathered back to back in one array that is reused. One thread. */
public final class NewValues {
    private static final int KEYS_FIRST = 256;
    private static final int BYTES_FIRST = 1 << 16;

    private long[] keys = new long[KEYS_FIRST];
    /** End of each value in the array. */
    private int[] ends = new int[KEYS_FIRST];

    private byte[] bodies = new byte[BYTES_FIRST];
    private ByteBuffer writer = writer(bodies);
    private int count;

    private static ByteBuffer writer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Adds a key. The caller writes {@code bytes} bytes of its value into the returned buffer, little-endian, from
     * the buffer's position on, before it adds the next key. The buffer's initial content is undefined.
     */
    public ByteBuffer add(long key, int bytes) {
        int from = bytes();
        int end = Math.addExact(from, bytes);
        if (end > bodies.length) {
            bodies = Arrays.copyOf(bodies, Math.max(end, 2 * bodies.length));
            writer = writer(bodies);
        }
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        keys[count] = key;
        ends[count++] = end;
        return writer.limit(end).position(from);
    }

    /** Number of keys. */
    public int count() {
        return count;
    }

    /** Bytes of all values. */
    public int bytes() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /** The keys, of which the first {@link #count} are valid; not to be written to. */
    public long[] keys() {
        return keys;
    }

    /** The bytes of the values; not to be written to. */
    public byte[] bodies() {
        return bodies;
    }

    /** Start of a value in {@link #bodies}. */
    public int from(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    /** Bytes of a value. */
    public int bytes(int index) {
        return ends[index] - from(index);
    }

    /** Removes all keys. */
    public void clear() {
        count = 0;
    }
}
