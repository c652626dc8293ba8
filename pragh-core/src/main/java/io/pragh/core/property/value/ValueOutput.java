package io.pragh.core.property.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are being written: little-endian numbers, variable-length counts, text. Grows as needed. One thread. */
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

    /** A byte. */
    public ValueOutput putByte(int value) {
        room(Byte.BYTES).put((byte) value);
        return this;
    }

    /** Two bytes. */
    public ValueOutput putShort(int value) {
        room(Short.BYTES).putShort((short) value);
        return this;
    }

    /** Four bytes. */
    public ValueOutput putInt(int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    /** Eight bytes. */
    public ValueOutput putLong(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    /** A number that is mostly small and never negative: seven bits a byte. */
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

    /** Bytes with their length in front. */
    public ValueOutput putBlock(byte[] bytes) {
        return putCount(bytes.length).putBytes(bytes);
    }

    /** Text, its length before it. */
    public ValueOutput putText(String text) {
        return putBlock(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Room for an array that its owner fills at once. */
    ByteBuffer block(int bytes) {
        ByteBuffer all = room(bytes);
        ByteBuffer part = all.slice(all.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
        all.position(all.position() + bytes);
        return part;
    }

    /** Some bytes of an array. */
    public ValueOutput putBytes(byte[] bytes, int from, int count) {
        room(count).put(bytes, from, count);
        return this;
    }

    /** How many bytes were written. */
    public int length() {
        return out.position();
    }

    /** The array that begins with what was written; not to be changed, and to be asked for again after every write. */
    public byte[] buffer() {
        return out.array();
    }

    /** Begins again with none. */
    public ValueOutput clear() {
        out.clear();
        return this;
    }

    /** A copy of what was written. */
    public byte[] toBytes() {
        return Arrays.copyOf(out.array(), out.position());
    }
}
