package io.pragh.core.inquiry;

import io.pragh.core.protocol.InquiryReply;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Cuts an answer into pieces. One thread. */
final class AnswerStream extends OutputStream {
    private static final int BYTES_AT_FIRST = 1 << 10;
    private static final int END_MAX = InquiryReply.HEAD_BYTES + InquiryReply.PIECE_BYTES_MAX;

    private final Answer answer;
    /** Room for the word, then the bytes of the next piece. A piece that was handed over is never written to again. */
    private byte[] piece = new byte[BYTES_AT_FIRST];

    private int end = InquiryReply.HEAD_BYTES;

    AnswerStream(Answer answer) {
        this.answer = answer;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        int from = offset;
        int left = count;
        while (left > 0) {
            if (end == END_MAX) {
                handOver(false);
            }
            int some = Math.min(left, END_MAX - end);
            if (end + some > piece.length) {
                piece = Arrays.copyOf(piece, Math.min(END_MAX, Math.max(2 * piece.length, end + some)));
            }
            System.arraycopy(bytes, from, piece, end, some);
            end += some;
            from += some;
            left -= some;
        }
    }

    /** Hands over what there is, if it has been waited for long enough. */
    @Override
    public void flush() throws IOException {
        if (end > InquiryReply.HEAD_BYTES && answer.isOverdue()) {
            handOver(false);
        }
    }

    /** Hands over the rest. */
    void finish() throws IOException {
        handOver(true);
    }

    private void handOver(boolean last) throws IOException {
        byte[] full = piece;
        int bytes = end;
        piece = new byte[last ? 0 : full.length];
        end = InquiryReply.HEAD_BYTES;
        answer.put(InquiryReply.piece(full, bytes, last), last);
    }
}
