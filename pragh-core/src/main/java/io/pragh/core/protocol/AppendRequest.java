package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * APPEND: a claim that appends in place is committed, and the owner writes the entries and unlocks the block.
 *
 * <pre>
 *   0         8         16
 *   | address | version | claim, as in {@link Claim} …
 * </pre>
 *
 * <p>Address: of the block, with its number of entries before. Version: the commit's timestamp. Stateless.
 */
public final class AppendRequest {
    private static final int CLAIM_OFFSET = 2 * Long.BYTES;

    private AppendRequest() {}

    /** The request's payload. */
    public static ByteBuffer encode(long address, long version, Claim claim) {
        ByteBuffer payload = ByteBuffer.allocate(CLAIM_OFFSET + claim.bytes())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(address)
                .putLong(version);
        claim.put(payload);
        return payload.flip();
    }

    /** Address of the block. */
    public static long address(ByteBuffer payload) {
        return Payload.word(payload, 0, "an append message");
    }

    /** The commit's timestamp. */
    public static long version(ByteBuffer payload) {
        return Payload.word(payload, Long.BYTES, "an append message");
    }

    /** The claim. */
    public static Claim claim(ByteBuffer payload) {
        ByteBuffer rest = payload.duplicate();
        Claim.need(rest, CLAIM_OFFSET);
        rest.position(rest.position() + CLAIM_OFFSET);
        return Claim.take(rest);
    }
}
