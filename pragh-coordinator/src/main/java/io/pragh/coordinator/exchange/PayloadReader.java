package io.pragh.coordinator.exchange;

import io.pragh.core.base.PraghException;
import java.nio.charset.StandardCharsets;

/**
 * Decodes the bytes that a {@link PayloadWriter} has made; throws {@link PraghException} rather than read past the
 * end. One thread.
 */
public final class PayloadReader {
    static final int COUNT_BYTES_MAX = 10;

    private final byte[] bytes;
    private int at;

    PayloadReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Eight bytes. */
    public long word() {
        need(Long.BYTES);
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value |= (bytes[at++] & 0xFFL) << Byte.SIZE * i;
        }
        return value;
    }

    /** A number. */
    public long count() {
        long value = 0;
        for (int i = 0; i < COUNT_BYTES_MAX; i++) {
            need(1);
            byte next = bytes[at++];
            value |= (next & 0x7FL) << 7 * i;
            if (next >= 0) {
                return value;
            }
        }
        throw new PraghException("a number in a record does not end: offset=" + at);
    }

    /** A number from 0 to {@code max}. */
    public int count(int max) {
        long value = count();
        if (value < 0 || value > max) {
            throw new PraghException("a number in a record is out of range: value=" + value + " max=" + max);
        }
        return (int) value;
    }

    /** The count of the elements that follow, each of at least so many bytes: never more than there is room for. */
    public int countOf(int elementBytes) {
        return count((bytes.length - at) / elementBytes);
    }

    /** A text. */
    public String text() {
        int length = count(bytes.length);
        need(length);
        at += length;
        return new String(bytes, at - length, length, StandardCharsets.UTF_8);
    }

    /** Throws unless everything has been read. */
    public void end() {
        if (at != bytes.length) {
            throw new PraghException("a record is longer than what it says: bytes=" + bytes.length + " read=" + at);
        }
    }

    private void need(int more) {
        if (more > bytes.length - at) {
            throw new PraghException(
                    "a record ends too early: bytes=" + bytes.length + " needed=" + (at + (long) more));
        }
    }
}
