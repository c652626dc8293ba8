package io.pragh.core.property.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing buffer to which values are written: little-endian numbers, variable-length counts, text. One thread. */
public final class ValueOutput {
    private static final int BYTES_FIRST = 128;
    private static final int VARINT_BITS = 7;
    private static final int VARINT_MORE = 1 << VARINT_BITS;

    private ByteBuffer out = ByteBuffer.allocate(BYTES_FIRST).order(ByteOrder.LITTLE_ENDIAN);

    private ByteBuffer room(int bytes) {
        if (out.remaining() < bytes) {
            int capacity = Math.max(Math.addExact(out.position(), bytes), 2 * out.capacity());
            ByteBuffer larger = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
            out = larger.put(out.flip());
        }
        return out;
    }

    /** Appends a byte. */
    public ValueOutput putByte(int value) {
        room(Byte.BYTES).put((byte) value);
        return this;
    }

    /** Appends two bytes. */
    public ValueOutput putShort(int value) {
        room(Short.BYTES).putShort((short) value);
        return this;
    }

    /** Appends four bytes. */
    public ValueOutput putInt(int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    /** Appends eight bytes. */
    public ValueOutput putLong(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    /** Appends a variable-length number that is mostly small and never negative: seven bits a byte. */
    public ValueOutput putCount(long count) {
        long rest = count;
        while (rest >= VARINT_MORE) {
            putByte((int) rest & VARINT_MORE - 1 | VARINT_MORE);
            rest >>>= VARINT_BITS;
        }
        return putByte((int) rest);
    }

    /** How many bytes {@link #putCount} writes. */
    public static int countBytes(long count) {
        return (Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(count)) + VARINT_BITS - 1) / VARINT_BITS;
    }

    ValueOutput putBytes(byte[] bytes) {
        room(bytes.length).put(bytes);
        return this;
    }

    /** Appends bytes with their length in front. */
    public ValueOutput putBlock(byte[] bytes) {
        return putCount(bytes.length).putBytes(bytes);
    }

    /** Appends text with its length in front. */
    public ValueOutput putText(String text) {
        return putBlock(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Appends space for an array, as a buffer that the caller fills at once. */
    ByteBuffer block(int bytes) {
        ByteBuffer all = room(bytes);
        ByteBuffer part = all.slice(all.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
        all.position(all.position() + bytes);
        return part;
    }

    /** Appends some bytes of an array. */
    public ValueOutput putBytes(byte[] bytes, int from, int count) {
        room(count).put(bytes, from, count);
        return this;
    }

    /** How many bytes were written. */
    public int length() {
        return out.position();
    }

    /**
     * The array that begins with the bytes written; the caller must not change it, and must ask for it again after
     * every write.
     */
    public byte[] buffer() {
        return out.array();
    }

    /** Removes all bytes. */
    public ValueOutput clear() {
        out.clear();
        return this;
    }

    /** A copy of the bytes written. */
    public byte[] toBytes() {
        return Arrays.copyOf(out.array(), out.position());
    }
}
