package io.pragh.core.property.value;

import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads bytes in the format of {@link ValueOutput}. One thread. */
public final class ValueInput {
    private static final int VARINT_BITS = 7;
    private static final int VARINT_MORE = 1 << VARINT_BITS;

    private final ByteBuffer in;

    /** Reads bytes, from a position on. */
    public ValueInput(byte[] bytes, int from) {
        this.in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).position(from);
    }

    /** Reads bytes, from a position on up to another one, which must not be behind the end. */
    public ValueInput(byte[] bytes, int from, int to) {
        this(bytes, from);
        in.limit(to);
    }

    /** The position of the next byte. */
    public int position() {
        return in.position();
    }

    void skip(int bytes) {
        if (bytes > in.remaining()) {
            throw new PraghException("a stored value is longer than what it is part of: bytes=" + bytes);
        }
        in.position(in.position() + bytes);
    }

    private ByteBuffer checked(int bytes) {
        if (bytes > in.remaining()) {
            throw new PraghException("a stored value ends before its last byte: bytes=" + bytes);
        }
        return in;
    }

    /** The next byte, with its sign. */
    public int getByte() {
        return checked(Byte.BYTES).get();
    }

    short getShort() {
        return checked(Short.BYTES).getShort();
    }

    /** The next four bytes. */
    public int getInt() {
        return checked(Integer.BYTES).getInt();
    }

    /** The next eight bytes. */
    public long getLong() {
        return checked(Long.BYTES).getLong();
    }

    /** The next variable-length number, which has seven bits a byte. */
    public long getCount() {
        long count = 0;
        for (int shift = 0; shift < Long.SIZE; shift += VARINT_BITS) {
            byte next = checked(Byte.BYTES).get();
            count |= (long) (next & VARINT_MORE - 1) << shift;
            if ((next & VARINT_MORE) == 0) {
                return count;
            }
        }
        throw new PraghException("a stored count has no end; the value was not written by this codec");
    }

    /**
     * The next count of parts that have at least a byte each; refuses one that exceeds the bytes left, so that a
     * corrupt count causes no huge allocation.
     */
    public int getLength() {
        long count = getCount();
        if (count < 0 || count > in.remaining()) {
            throw new PraghException("a stored length is longer than its value: length=" + count);
        }
        return (int) count;
    }

    /** The next block: a count, and as many bytes. */
    public byte[] getBlock() {
        byte[] bytes = new byte[getLength()];
        in.get(bytes);
        return bytes;
    }

    /** The next text. */
    public String getText() {
        int length = getLength();
        String text = new String(in.array(), in.arrayOffset() + in.position(), length, StandardCharsets.UTF_8);
        in.position(in.position() + length);
        return text;
    }

    /** A buffer on the next bytes, for a caller that reads an array from it at once. */
    ByteBuffer block(int bytes) {
        if (bytes > in.remaining()) {
            throw new PraghException("a stored array is longer than its value: bytes=" + bytes);
        }
        ByteBuffer part = in.slice(in.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
        in.position(in.position() + bytes);
        return part;
    }

    boolean hasRemaining() {
        return in.hasRemaining();
    }
}
