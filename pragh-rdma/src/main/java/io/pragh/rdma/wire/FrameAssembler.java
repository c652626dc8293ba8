package io.pragh.rdma.wire;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Assembles frames from a stream of bytes. Holds at most one frame of the largest size, and refuses a longer one by
 * its head. One thread.
 */
public final class FrameAssembler {
    private static final int BYTES_FIRST = 1 << 14;

    private int bytesMax;
    private ByteBuffer buffer = Frame.allocate(BYTES_FIRST);
    private int start;
    private int end;

    /** An assembler for frames of at most so many bytes. */
    public FrameAssembler(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Allows frames of this length from now on. */
    public void bytesMax(int bytes) {
        bytesMax = bytes;
    }

    /** The present capacity in bytes; for tests of its bound. */
    public int capacity() {
        return buffer.capacity();
    }

    /**
     * Takes as many bytes as there is room for, and moves the position of {@code bytes} behind them; frames handed
     * out before become invalid.
     */
    public void take(ByteBuffer bytes) {
        makeRoom(bytes.remaining());
        int count = Math.min(bytes.remaining(), buffer.capacity() - end);
        buffer.put(end, bytes, bytes.position(), count);
        bytes.position(bytes.position() + count);
        end += count;
    }

    private void makeRoom(int bytes) {
        if (start == end) {
            start = 0;
            end = 0;
        }
        if (end + bytes <= buffer.capacity()) {
            return;
        }
        int held = end - start;
        int wanted = Math.min(Math.max(held + bytes, BYTES_FIRST), Math.max(bytesMax, BYTES_FIRST));
        if (wanted > buffer.capacity()) {
            int doubled = Math.min(Math.max(wanted, 2 * buffer.capacity()), Math.max(bytesMax, BYTES_FIRST));
            ByteBuffer larger = Frame.allocate(Frame.words(doubled));
            larger.put(0, buffer, start, held);
            buffer = larger;
        } else {
            buffer.put(0, buffer, start, held);
        }
        start = 0;
        end = held;
    }

    /**
     * The next whole frame, from position 0 to its limit, or null when there is none yet; valid until the next
     * {@link #take}. Throws {@link MalformedFrameException} when the bytes are not a frame.
     */
    public @Nullable ByteBuffer next() {
        if (end - start < Frame.HEAD_BYTES) {
            return null;
        }
        int length = buffer.getInt(start + Frame.LENGTH_OFFSET);
        if (length < Frame.HEAD_BYTES || length > bytesMax || (length & Long.BYTES - 1) != 0) {
            throw new MalformedFrameException("no frame has this length: bytes=" + length + " bytesMax=" + bytesMax);
        }
        if (end - start < length) {
            return null;
        }
        ByteBuffer frame = buffer.slice(start, length).order(buffer.order());
        start += length;
        return frame;
    }
}
