package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The giver's answer to a {@link HandoverRequest}, with its client and sequence.
 *
 * <pre>
 *   0      8               16         24             32            40
 *   | word | segment bytes | segments | segments max | state bytes |   to LOOK and TAKE when the word is DONE
 *   | word | bytes …                                                   to requests for ranges, and to KEPT
 * </pre>
 *
 * @param word {@link #DONE}, {@link #WAIT} or {@link #REFUSED}
 * @param rest the bytes behind the word, from the buffer's position on
 */
public record HandoverReply(long word, ByteBuffer rest) {
    /** The request is done, or the requested bytes follow. */
    public static final long DONE = 0;
    /** The giver is not ready: ask again. */
    public static final long WAIT = 1;
    /** The giver refuses; this attempt is over. */
    public static final long REFUSED = WordReply.REFUSED;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** An answer that is one word. */
    public static HandoverReply of(long word) {
        return new HandoverReply(word, NOTHING);
    }

    /** The shape of a partition that may be copied. */
    public static HandoverReply shape(int segmentBytes, int segments, int segmentsMax, int stateBytes) {
        return new HandoverReply(
                DONE,
                ByteBuffer.allocate(4 * Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(segmentBytes)
                        .putLong(segments)
                        .putLong(segmentsMax)
                        .putLong(stateBytes)
                        .flip());
    }

    /** Bytes of memory, state or digests. */
    public static HandoverReply bytes(byte[] bytes) {
        return new HandoverReply(DONE, ByteBuffer.wrap(bytes));
    }

    /** The {@code index}-th number behind the word; throws {@link MalformedMessageException} when there is none. */
    public int number(int index) {
        long number = Payload.word(rest.duplicate(), index * Long.BYTES, "the shape of a partition");
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new MalformedMessageException("a partition has no such shape: number=" + number);
        }
        return (int) number;
    }

    /** The bytes behind the word. */
    public byte[] bytes() {
        byte[] bytes = new byte[rest.remaining()];
        rest.duplicate().get(bytes);
        return bytes;
    }

    /** The reply's payload. */
    public ByteBuffer encode() {
        return ByteBuffer.allocate((Long.BYTES + rest.remaining() + 7) & -8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(word)
                .put(rest.duplicate())
                .position(0)
                .limit(Long.BYTES + rest.remaining());
    }

    /** The reply of a payload; throws {@link MalformedMessageException} when it is none. */
    public static HandoverReply decode(ByteBuffer payload) {
        long word = Payload.word(payload, 0, "an answer to a handover");
        if (word != DONE && word != WAIT && word != REFUSED && word != WordReply.FAILED) {
            throw new MalformedMessageException("nobody answers a handover so: word=" + word);
        }
        ByteBuffer rest = payload.duplicate();
        rest.position(payload.position() + Long.BYTES);
        return new HandoverReply(word, rest.slice());
    }
}
