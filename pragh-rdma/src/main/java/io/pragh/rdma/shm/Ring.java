package io.pragh.rdma.shm;

import io.pragh.core.memory.Region;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.MalformedFrameException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A ring of frames from one process to another. One writer and one reader at a time.
 * <pre>
 *   0      128    4096
 *   | head | tail | frames, round and round
 * </pre>
 * Head and tail count bytes since the beginning; the reader moves the head, the writer the tail.
 */
final class Ring {
    static final int BYTES = 2 << 20;
    private static final int HEAD_OFFSET = 0;
    private static final int TAIL_OFFSET = 128;
    private static final int FRAMES_OFFSET = 4_096;
    /** Capacity in bytes of frames. */
    static final int CAPACITY = BYTES - FRAMES_OFFSET;

    private final Region region;
    private final ByteBuffer bytes;

    private Ring(Region region) {
        this.region = region;
        this.bytes = region.segment(0);
    }

    static Ring create(Path path) throws IOException {
        MappedFile.create(path, BYTES);
        return new Ring(MappedFile.map(path, BYTES));
    }

    static Ring of(Path path) throws IOException {
        return new Ring(MappedFile.map(path, BYTES));
    }

    /** Writes a whole frame, or nothing when there is no room. */
    boolean write(ByteBuffer frame) {
        int length = frame.remaining();
        long tail = region.getLong(TAIL_OFFSET);
        if (CAPACITY - (tail - region.getLongAcquire(HEAD_OFFSET)) < length) {
            return false;
        }
        int at = (int) (tail % CAPACITY);
        int first = Math.min(length, CAPACITY - at);
        bytes.put(FRAMES_OFFSET + at, frame, frame.position(), first);
        bytes.put(FRAMES_OFFSET, frame, frame.position() + first, length - first);
        region.setLongRelease(TAIL_OFFSET, tail + length); // pairs with the reader's acquire: the frame is whole
        return true;
    }

    /** Whether nothing waits to be read. */
    boolean isEmpty() {
        return region.getLongAcquire(TAIL_OFFSET) == region.getLong(HEAD_OFFSET);
    }

    /** The next frame, copied, or null. Throws {@link MalformedFrameException} when the ring is broken. */
    @Nullable
    ByteBuffer read() {
        long head = region.getLong(HEAD_OFFSET);
        long waiting = region.getLongAcquire(TAIL_OFFSET) - head;
        if (waiting == 0) {
            return null;
        }
        int at = (int) (head % CAPACITY);
        int length = bytes.getInt(FRAMES_OFFSET + at);
        if (length < Frame.HEAD_BYTES || length > waiting || waiting > CAPACITY || (length & Long.BYTES - 1) != 0) {
            throw new MalformedFrameException("a ring is broken: bytes=" + length + " waiting=" + waiting);
        }
        ByteBuffer frame = Frame.allocate(length);
        int first = Math.min(length, CAPACITY - at);
        frame.put(0, bytes, FRAMES_OFFSET + at, first);
        frame.put(first, bytes, FRAMES_OFFSET, length - first);
        region.setLongRelease(
                HEAD_OFFSET, head + length); // pairs with the writer's acquire: its bytes may be used again
        return frame;
    }
}
