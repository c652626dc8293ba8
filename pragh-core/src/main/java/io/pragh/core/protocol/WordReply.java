package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A reply of one word, or of the word {@link #FAILED} and the reason in UTF-8.
 *
 * <pre>
 *   0      8
 *   | word | reason, only behind FAILED …
 * </pre>
 *
 * <p>Stateless.
 */
public final class WordReply {
    /**
     * The receiver does not serve the partition, or the request was forwarded too often: ask again with a fresh view.
     */
    public static final long REFUSED = -100;

    /** The request failed and changed nothing; the same request would fail again. */
    public static final long FAILED = -101;
    /** The longest reason in bytes; a longer one is cut. */
    public static final int REASON_BYTES_MAX = 1024;

    private static final int LENGTH = Long.BYTES;

    private WordReply() {}

    /** The reply's payload. */
    public static ByteBuffer encode(long word) {
        return ByteBuffer.allocate(LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(word)
                .flip();
    }

    /** The payload of a reply to a request that failed, with the reason. */
    public static ByteBuffer failed(String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        int bytes = Math.min(text.length, REASON_BYTES_MAX);
        return ByteBuffer.allocate(LENGTH + bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(FAILED)
                .put(text, 0, bytes)
                .flip();
    }

    /** The reason in a reply whose word is {@link #FAILED}; empty for any other. */
    public static String reason(ByteBuffer payload) {
        int bytes = Math.min(REASON_BYTES_MAX, payload.remaining() - LENGTH);
        if (bytes <= 0 || decode(payload) != FAILED) {
            return "";
        }
        byte[] text = new byte[bytes];
        payload.get(payload.position() + LENGTH, text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /** The word of a payload; throws {@link MalformedMessageException} when it is cut short. */
    public static long decode(ByteBuffer payload) {
        return Payload.word(payload, 0, "a reply");
    }
}
