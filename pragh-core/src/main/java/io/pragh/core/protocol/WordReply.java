package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A reply of one word.
 *
 * <pre>
 *   0      8
 *   | word |
 * </pre>
 *
 * <p>Stateless.
 */
public final class WordReply {
    /** The receiver does not serve the partition, or the request was forwarded too often: ask again with a fresh view. */
    public static final long REFUSED = -100;

    private static final int LENGTH = Long.BYTES;

    private WordReply() {}

    /** The reply's payload. */
    public static ByteBuffer encode(long word) {
        return ByteBuffer.allocate(LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(word)
                .flip();
    }

    /** The word of a payload; throws {@link io.pragh.core.base.PraghException} when it is cut short. */
    public static long decode(ByteBuffer payload) {
        return Payload.word(payload, 0, "a reply");
    }
}
