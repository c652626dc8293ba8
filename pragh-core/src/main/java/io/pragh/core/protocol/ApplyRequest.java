package io.pragh.core.protocol;

import io.pragh.core.api.Update;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An update that its home, holding the key's busy bit, sends to the value's owner.
 *
 * <pre>
 *   0             8
 *   | old address | update, as in {@link UpdateRequest} …
 * </pre>
 *
 * <p>Old address: the current block. Stateless.
 */
public final class ApplyRequest {
    private ApplyRequest() {}

    /** The request's payload. */
    public static ByteBuffer encode(long oldAddress, long outstanding, Update update) {
        ByteBuffer payload = ByteBuffer.allocate(Long.BYTES + UpdateRequest.LENGTH + update.bytes().length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(oldAddress);
        UpdateRequest.put(payload, outstanding, update);
        return payload.flip();
    }

    /** Address of the current block. */
    public static long oldAddress(ByteBuffer payload) {
        return Payload.word(payload, 0, "an apply message");
    }

    /** The smallest sequence number the home still waits for. */
    public static long outstanding(ByteBuffer payload) {
        return Payload.word(payload, Long.BYTES, "an apply message");
    }

    /** The update. */
    public static Update update(ByteBuffer payload) {
        return UpdateRequest.decode(payload, payload.position() + Long.BYTES);
    }
}
