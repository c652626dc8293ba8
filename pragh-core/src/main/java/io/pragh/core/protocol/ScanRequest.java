package io.pragh.core.protocol;

import io.pragh.core.api.KeyScan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * SCAN: a client asks a home for keys of one kind, from a cursor on.
 *
 * <pre>
 *   0        8           12     16      20
 *   | cursor | partition | kind | limit |
 * </pre>
 *
 * <p>Immutable.
 *
 * @param partition the home
 * @param kind of the keys, 1 to 15
 * @param cursor 0, or the word of a reply to an earlier request; less than {@link KeyScan#END}
 * @param limit the number of keys at most, 1 to {@link KeyScan#KEYS_MAX}
 */
public record ScanRequest(int partition, int kind, long cursor, int limit) {
    private static final int LENGTH = Long.BYTES + 3 * Integer.BYTES;
    private static final int KINDS = 16;

    /** Throws {@link MalformedMessageException} when a field is out of range. */
    public ScanRequest {
        boolean meant = partition >= 0 && kind > 0 && kind < KINDS && cursor >= 0 && cursor < KeyScan.END;
        if (!meant || limit < 1 || limit > KeyScan.KEYS_MAX) {
            throw new MalformedMessageException(
                    "an argument of a scan is out of range (kind 1..15, cursor 0..2^60-1, limit 1..4096): partition="
                            + partition + " kind=" + kind + " cursor=" + cursor + " limit=" + limit);
        }
    }

    /** The request's payload. */
    public ByteBuffer encode() {
        return ByteBuffer.allocate(LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(cursor)
                .putInt(partition)
                .putInt(kind)
                .putInt(limit)
                .flip();
    }

    /** The request of a payload; throws {@link MalformedMessageException} when there is none. */
    public static ScanRequest decode(ByteBuffer message) {
        ByteBuffer payload = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        Claim.need(payload, LENGTH);
        long cursor = payload.getLong();
        return new ScanRequest(payload.getInt(), payload.getInt(), cursor, payload.getInt());
    }
}
