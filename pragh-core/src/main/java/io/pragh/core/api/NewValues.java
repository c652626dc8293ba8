package io.pragh.core.api;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Keys that are to have their first values, and those values one behind the other in one array, which is used again. One thread. */
public final class NewValues {
    private static final int KEYS_FIRST = 256;
    private static final int BYTES_FIRST = 1 << 16;

    private long[] keys = new long[KEYS_FIRST];
    /** Where each value ends. */
    private int[] ends = new int[KEYS_FIRST];

    private byte[] bodies = new byte[BYTES_FIRST];
    private ByteBuffer writer = writer(bodies);
    private int count;

    private static ByteBuffer writer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * One more: what this returns takes so many bytes, little-endian, from its position on, before the next one is added; there may be
     * anything in it.
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

    /** How many there are. */
    public int count() {
        return count;
    }

    /** Bytes of all values. */
    public int bytes() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /** The keys, the first {@link #count} of them; not to be written to. */
    public long[] keys() {
        return keys;
    }

    /** The values; not to be written to. */
    public byte[] bodies() {
        return bodies;
    }

    /** Where a value begins. */
    public int from(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    /** Bytes of a value. */
    public int bytes(int index) {
        return ends[index] - from(index);
    }

    /** Begins again with none. */
    public void clear() {
        count = 0;
    }
}
