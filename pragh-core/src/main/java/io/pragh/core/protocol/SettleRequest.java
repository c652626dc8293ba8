package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * SETTLE: the home has published a new block, and the owner retires the old one.
 *
 * <pre>
 *   0     8             16            24
 *   | key | old address | new address |
 * </pre>
 *
 * <p>Stateless.
 */
public final class SettleRequest {
    private static final int LENGTH = 3 * Long.BYTES;

    private SettleRequest() {}

    /** The request's payload. */
    public static ByteBuffer encode(long key, long oldAddress, long newAddress) {
        return ByteBuffer.allocate(LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(key)
                .putLong(oldAddress)
                .putLong(newAddress)
                .flip();
    }

    /** The key. */
    public static long key(ByteBuffer payload) {
        return Payload.word(payload, 0, "a settle message");
    }

    /** The block to retire. */
    public static long oldAddress(ByteBuffer payload) {
        return Payload.word(payload, Long.BYTES, "a settle message");
    }

    /** The block that replaced it. */
    public static long newAddress(ByteBuffer payload) {
        return Payload.word(payload, 2 * Long.BYTES, "a settle message");
    }
}
