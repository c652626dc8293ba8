package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * HOLD: the home, which holds the key's busy bit, sends a claim to the value's owner, which locks the block and
 * builds its replacement.
 *
 * <pre>
 *   0             8             16
 *   | old address | outstanding | claim, as in {@link Claim} …
 * </pre>
 *
 * <p>Stateless.
 */
public final class HoldRequest {
    private static final int CLAIM_OFFSET = 2 * Long.BYTES;

    private HoldRequest() {}

    /** The request's payload. */
    public static ByteBuffer encode(long oldAddress, long outstanding, Claim claim) {
        ByteBuffer payload = ByteBuffer.allocate(CLAIM_OFFSET + claim.bytes())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(oldAddress)
                .putLong(outstanding);
        claim.put(payload);
        return payload.flip();
    }

    /** Address of the current block. */
    public static long oldAddress(ByteBuffer payload) {
        return Payload.word(payload, 0, "a hold message");
    }

    /** The smallest sequence number for which the home still waits. */
    public static long outstanding(ByteBuffer payload) {
        return Payload.word(payload, Long.BYTES, "a hold message");
    }

    /** The claim. */
    public static Claim claim(ByteBuffer payload) {
        ByteBuffer rest = payload.duplicate();
        Claim.need(rest, CLAIM_OFFSET);
        rest.position(rest.position() + CLAIM_OFFSET);
        return Claim.take(rest);
    }
}
