package io.pragh.coordinator.exchange;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Builds a payload: words, counts in seven bits per byte with the low bits first, and texts. One thread. */
public final class PayloadWriter {
    private byte[] bytes = new byte[256];
    private int size;

    /** Eight bytes, little-endian. */
    public PayloadWriter word(long value) {
        ensure(Long.BYTES);
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[size++] = (byte) (value >>> Byte.SIZE * i);
        }
        return this;
    }

    /** A number that is mostly small; one byte up to 127, ten at most. Negative numbers count as very large. */
    public PayloadWriter count(long value) {
        ensure(PayloadReader.COUNT_BYTES_MAX);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    /** A text: the count of its UTF-8 bytes, then these. */
    public PayloadWriter text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        count(utf8.length);
        ensure(utf8.length);
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
        return this;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
