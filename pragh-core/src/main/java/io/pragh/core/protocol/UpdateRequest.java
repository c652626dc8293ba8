package io.pragh.core.protocol;

import io.pragh.core.api.Update;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An update on its way to the key's home.
 *
 * <pre>
 *   0             8     16      24       32          36       40
 *   | outstanding | key | first | second | operation | length | bytes …
 * </pre>
 *
 * <p>Outstanding: the smallest sequence number the client still waits for; the receiver forgets the results of all smaller ones.
 * Stateless.
 */
public final class UpdateRequest {
    static final int LENGTH = 5 * Long.BYTES;

    private UpdateRequest() {}

    /** The request's payload. */
    public static ByteBuffer encode(long outstanding, Update update) {
        ByteBuffer payload = ByteBuffer.allocate(LENGTH + update.bytes().length).order(ByteOrder.LITTLE_ENDIAN);
        put(payload, outstanding, update);
        return payload.flip();
    }

    static void put(ByteBuffer payload, long outstanding, Update update) {
        payload.putLong(outstanding)
                .putLong(update.key())
                .putLong(update.first())
                .putLong(update.second())
                .putInt(update.operation())
                .putInt(update.bytes().length)
                .put(update.bytes());
    }

    /** The smallest sequence number the client still waits for. */
    public static long outstanding(ByteBuffer payload) {
        return Payload.word(payload, 0, "an update message");
    }

    /** The update of a payload; throws {@link MalformedMessageException} when there is none. */
    public static Update decode(ByteBuffer payload) {
        return decode(payload, payload.position());
    }

    static Update decode(ByteBuffer payload, int at) {
        payload.order(ByteOrder.LITTLE_ENDIAN);
        if (payload.limit() - at < LENGTH) {
            throw new MalformedMessageException("an update message is too short: bytes=" + (payload.limit() - at));
        }
        int length = payload.getInt(at + LENGTH - Integer.BYTES);
        if (length < 0 || length > Math.min(payload.limit() - at - LENGTH, Update.BYTES_MAX)) {
            throw new MalformedMessageException("an update message is cut short: length=" + length);
        }
        byte[] bytes = new byte[length];
        payload.get(at + LENGTH, bytes);
        return new Update(
                payload.getInt(at + LENGTH - 2 * Integer.BYTES),
                payload.getLong(at + Long.BYTES),
                payload.getLong(at + 2 * Long.BYTES),
                payload.getLong(at + 3 * Long.BYTES),
                bytes);
    }
}
