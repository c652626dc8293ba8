package io.pragh.rdma.wire;

import io.pragh.core.fabric.Message;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Assembles messages from the frames of one sender. Memory grows with the bytes that came, not with those that were
 * announced. One thread.
 */
public final class MessageAssembler {
    private static final byte[] NOTHING = {};

    private final int from;
    private final int to;
    private byte[] bytes = NOTHING;
    private int received;

    /** Takes messages from one node to another. */
    public MessageAssembler(int from, int to) {
        this.from = from;
        this.to = to;
    }

    /** Bytes that are held now; for tests of its bound. */
    public int capacity() {
        return bytes.length;
    }

    /** The message that a frame completes, or null. Throws {@link MalformedFrameException}. */
    public @Nullable Message take(ByteBuffer frame) {
        MessageFrame.check(frame);
        int whole = frame.getInt(MessageFrame.WHOLE_OFFSET);
        int start = frame.getInt(MessageFrame.START_OFFSET);
        int count = frame.getInt(MessageFrame.BYTES_OFFSET);
        if (start != received) {
            throw new MalformedFrameException(
                    "a stretch of a message is missing: start=" + start + " received=" + received);
        }
        int end = start + count;
        if (bytes.length < end) {
            bytes = Arrays.copyOf(bytes, Math.min(whole, Math.max(end, 2 * bytes.length)));
        }
        frame.get(MessageFrame.HEAD_BYTES, bytes, start, count);
        received = end;
        if (end < whole) {
            return null;
        }
        ByteBuffer payload =
                ByteBuffer.wrap(bytes, 0, whole).slice().asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        bytes = NOTHING;
        received = 0;
        return new Message(
                from,
                to,
                frame.getInt(MessageFrame.TYPE_OFFSET),
                Frame.word(frame),
                frame.getLong(MessageFrame.SEQUENCE_OFFSET),
                payload);
    }
}
