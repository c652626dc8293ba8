package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * What one node's application wants to know from another's. The message's client names the inquiry, its sequence the piece of the
 * answer that is asked for, from 0 on; asking for a piece says that all before have arrived.
 *
 * <pre>
 *   0      8
 *   | kind | question, only with ASK of piece 0 …
 * </pre>
 *
 * @param kind what is asked for
 * @param question the application's bytes
 */
public record InquiryRequest(Kind kind, ByteBuffer question) {
    /** Longest question in bytes. */
    public static final int QUESTION_BYTES_MAX = 1 << 20;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** What is asked for. */
    public enum Kind {
        /** A piece of the answer. */
        ASK(1),
        /** Nothing more: the answer is complete, or of no use. Not answered. */
        CANCEL(2),
        /** The rest is still wanted, though nobody asks for it at the moment. Not answered. */
        KEEP(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private static @Nullable Kind of(long code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            return null;
        }
    }

    /** The first request of an inquiry, for piece 0. */
    public static InquiryRequest first(ByteBuffer question) {
        return new InquiryRequest(Kind.ASK, question);
    }

    /** A request without a question. */
    public static InquiryRequest of(Kind kind) {
        return new InquiryRequest(kind, NOTHING.duplicate());
    }

    /** The request's payload. */
    public ByteBuffer encode() {
        return ByteBuffer.allocate(Long.BYTES + question.remaining())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(kind.code)
                .put(question.duplicate())
                .flip();
    }

    /** The request of a payload; throws {@link MalformedMessageException} when it is none. */
    public static InquiryRequest decode(ByteBuffer payload) {
        long code = Payload.word(payload, 0, "an inquiry");
        Kind kind = Kind.of(code);
        int bytes = payload.remaining() - Long.BYTES;
        if (kind == null || bytes > QUESTION_BYTES_MAX || kind != Kind.ASK && bytes != 0) {
            throw new MalformedMessageException("nobody inquires so: kind=" + code + " bytes=" + bytes);
        }
        return new InquiryRequest(kind, payload.slice(payload.position() + Long.BYTES, bytes));
    }
}
