package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads words and text of a payload and refuses payloads that are cut short. Stateless. */
final class Payload {
    private Payload() {}

    /**
     * The word {@code offset} bytes behind the position; throws {@link MalformedMessageException} when the payload
     * ends before.
     */
    static long word(ByteBuffer payload, int offset, String message) {
        if (payload.remaining() < offset + Long.BYTES) {
            throw new MalformedMessageException(message + " is too short: bytes=" + payload.remaining());
        }
        return payload.order(ByteOrder.LITTLE_ENDIAN).getLong(payload.position() + offset);
    }

    /** The rest of the payload as text; advances the position to the end. */
    static String text(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
