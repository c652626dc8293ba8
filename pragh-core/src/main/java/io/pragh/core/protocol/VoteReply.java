package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * VOTE: a home's answer to a message of a transaction.
 *
 * <pre>
 *   0      8           12     16
 *   | word | partition | type | reason in UTF-8, only with FAILED …
 * </pre>
 *
 * <p>Type: the type of the answered message. Word: the answer; a negative word combines a code with 256 times the
 * number of the claim that failed. Immutable.
 *
 * @param word the answer
 * @param partition the home
 * @param type the message's type
 * @param reason the message of the exception that an operation threw, when the code is {@link #FAILED}; else empty
 */
public record VoteReply(long word, int partition, int type, String reason) {
    /** An operation's precondition does not hold. */
    public static final long PRECONDITION_FAILED = -1;
    /** A value has reached its size limit. */
    public static final long FULL = -2;
    /** The owner of a value has no memory left. */
    public static final long OUT_OF_MEMORY = -13;
    /** A key has another version than the transaction has read, or a read was not valid. */
    public static final long CONFLICT = -14;
    /** Another transaction held a key for longer than the request allowed to wait. */
    public static final long BUSY = -15;
    /** A value was lost with its node. */
    public static final long LOST = -16;
    /** The receiver is not the home, or does not hold the keys any more. */
    public static final long REFUSED = WordReply.REFUSED;
    /** An operation threw an exception, or the receiver does not know the operation. */
    public static final long FAILED = WordReply.FAILED;

    private static final int LENGTH = Long.BYTES + 2 * Integer.BYTES;
    private static final int CODES = 256;

    /** A reply without a reason. */
    public VoteReply(long word, int partition, int type) {
        this(word, partition, type, "");
    }

    /** A failure of one claim. */
    public static long failure(long code, int claim) {
        return code - (long) claim * CODES;
    }

    /** The code of a negative word. */
    public static long code(long word) {
        return word % CODES;
    }

    /** The number of the failed claim in a negative word. */
    public static int claim(long word) {
        return (int) (-word / CODES);
    }

    /** The reply's payload; a reason of more than {@link WordReply#REASON_BYTES_MAX} bytes is cut. */
    public ByteBuffer encode() {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        int bytes = Math.min(text.length, WordReply.REASON_BYTES_MAX);
        return ByteBuffer.allocate(LENGTH + bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(word)
                .putInt(partition)
                .putInt(type)
                .put(text, 0, bytes)
                .flip();
    }

    /** The reply of a payload; throws {@link MalformedMessageException} when there is none. */
    public static VoteReply decode(ByteBuffer message) {
        ByteBuffer payload = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        Claim.need(payload, LENGTH);
        long word = payload.getLong();
        int partition = payload.getInt();
        int type = payload.getInt();
        byte[] text = new byte[Math.min(payload.remaining(), WordReply.REASON_BYTES_MAX)];
        payload.get(text);
        return new VoteReply(word, partition, type, new String(text, StandardCharsets.UTF_8));
    }
}
