package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The answerer's reply to an {@link InquiryRequest}; the message's sequence is the piece that was asked for.
 *
 * <pre>
 *   0      8
 *   | word | bytes of the piece, or behind {@link WordReply#FAILED} the reason …
 * </pre>
 *
 * <p>Stateless.
 */
public final class InquiryReply {
    /** A piece; there are more. */
    public static final long PIECE = 1;
    /** The last piece. */
    public static final long LAST = 2;
    /** The piece is not ready yet: a sign of life. */
    public static final long WORKING = 3;
    /** This node does not answer inquiries, or answers too many already: ask another one. */
    public static final long REFUSED = WordReply.REFUSED;
    /** The application could not answer, and why. */
    public static final long FAILED = WordReply.FAILED;
    /** No such inquiry, or none any more. */
    public static final long UNKNOWN = -103;

    /** Bytes of the word; a piece begins behind them. */
    public static final int HEAD_BYTES = Long.BYTES;
    /** Bytes of a piece at most. */
    public static final int PIECE_BYTES_MAX = 256 << 10;

    private InquiryReply() {}

    /** The payload of a reply that is a word alone. */
    public static ByteBuffer encode(long word) {
        return WordReply.encode(word);
    }

    /** The payload of a piece: writes the word before bytes that begin at {@link #HEAD_BYTES} of an array and end before {@code end}. */
    public static ByteBuffer piece(byte[] bytes, int end, boolean last) {
        return ByteBuffer.wrap(bytes, 0, end).order(ByteOrder.LITTLE_ENDIAN).putLong(0, last ? LAST : PIECE);
    }

    /** The word of a payload; throws {@link MalformedMessageException} when nobody replies so. */
    public static long word(ByteBuffer payload) {
        long word = WordReply.decode(payload);
        int bytes = payload.remaining() - HEAD_BYTES;
        boolean meant = word == PIECE || word == LAST
                ? bytes <= PIECE_BYTES_MAX
                : word == FAILED || bytes == 0 && (word == WORKING || word == REFUSED || word == UNKNOWN);
        if (!meant) {
            throw new MalformedMessageException("nobody answers an inquiry so: word=" + word + " bytes=" + bytes);
        }
        return word;
    }

    /** The bytes of a piece. */
    public static ByteBuffer bytes(ByteBuffer payload) {
        return payload.slice(payload.position() + HEAD_BYTES, payload.remaining() - HEAD_BYTES);
    }
}
