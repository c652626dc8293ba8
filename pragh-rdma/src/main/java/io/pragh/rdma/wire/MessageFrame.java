package io.pragh.rdma.wire;

import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import java.nio.ByteBuffer;

/**
 * A message, or a part of a long one; the parts of a message follow each other. The head's word is the client.
 * <pre>
 *   16         24     28            32      36      40
 *   | sequence | type | whole bytes | start | bytes | payload, padded to a word
 * </pre>
 * Stateless.
 */
public final class MessageFrame {
    static final int SEQUENCE_OFFSET = Frame.HEAD_BYTES;
    static final int TYPE_OFFSET = SEQUENCE_OFFSET + Long.BYTES;
    static final int WHOLE_OFFSET = TYPE_OFFSET + Integer.BYTES;
    static final int START_OFFSET = WHOLE_OFFSET + Integer.BYTES;
    static final int BYTES_OFFSET = START_OFFSET + Integer.BYTES;
    /** Bytes before the payload. */
    public static final int HEAD_BYTES = BYTES_OFFSET + Integer.BYTES;
    /** Bound on the payload bytes of one frame. */
    public static final int STRETCH_BYTES_MAX = 512 << 10;

    private MessageFrame() {}

    /** Writes everything before the payload; {@code head} has {@link #HEAD_BYTES} bytes. */
    public static void writeHead(ByteBuffer head, Message message, int start, int bytes) {
        head.clear();
        head.putInt(HEAD_BYTES + Frame.words(bytes)).putInt(Frame.MESSAGE).putLong(message.client());
        head.putLong(message.sequence()).putInt(message.type());
        head.putInt(message.payload().remaining()).putInt(start).putInt(bytes);
        head.flip();
    }

    static void check(ByteBuffer frame) {
        if (frame.limit() < HEAD_BYTES) {
            throw new MalformedFrameException("a message is too short: bytes=" + frame.limit());
        }
        int whole = frame.getInt(WHOLE_OFFSET);
        int start = frame.getInt(START_OFFSET);
        int bytes = frame.getInt(BYTES_OFFSET);
        boolean inside =
                whole >= 0 && whole <= Fabric.MESSAGE_BYTES_MAX && start >= 0 && bytes >= 0 && bytes <= whole - start;
        boolean moves = bytes > 0 || whole == 0;
        if (!inside || !moves || bytes > STRETCH_BYTES_MAX || frame.limit() != HEAD_BYTES + Frame.words(bytes)) {
            throw new MalformedFrameException("a message cannot be meant: whole=" + whole + " start=" + start
                    + " bytes=" + bytes + " frame=" + frame.limit());
        }
    }
}
