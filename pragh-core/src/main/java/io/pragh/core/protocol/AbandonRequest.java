package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * ABANDON: the home gives up a claim before publication, and the owner frees the new block and unlocks the old one.
 *
 * <pre>
 *   0     8             16            24      32
 *   | key | old address | new address | begin |
 * </pre>
 *
 * <p>Stateless.
 */
public final class AbandonRequest {
    private static final int LENGTH = 4 * Long.BYTES;

    private AbandonRequest() {}

    /** The request's payload; new address 0 when the claim built no block. */
    public static ByteBuffer encode(long key, long oldAddress, long newAddress, long begin) {
        return ByteBuffer.allocate(LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(key)
                .putLong(oldAddress)
                .putLong(newAddress)
                .putLong(begin)
                .flip();
    }

    /** The key. */
    public static long key(ByteBuffer payload) {
        return Payload.word(payload, 0, "an abandon message");
    }

    /** The locked block. */
    public static long oldAddress(ByteBuffer payload) {
        return Payload.word(payload, Long.BYTES, "an abandon message");
    }

    /** The block that was to replace it, or 0. */
    public static long newAddress(ByteBuffer payload) {
        return Payload.word(payload, 2 * Long.BYTES, "an abandon message");
    }

    /** The timestamp under which it is locked. */
    public static long begin(ByteBuffer payload) {
        return Payload.word(payload, 3 * Long.BYTES, "an abandon message");
    }
}
