package io.pragh.rdma.wire;

import io.pragh.core.fabric.Fabric;
import java.nio.ByteBuffer;

/**
 * Says that its sender exposes a partition: in WELCOME for all partitions of a node, later one by one. Immutable.
 * <pre>
 *   | partition 8 | number 8 | key 8 |
 * </pre>
 *
 * @param partition the partition
 * @param number the greatest one of a partition is the one in force
 * @param key the key that a request must carry
 */
public record ExposureNotice(int partition, long number, long key) {
    /** Length of a notice in bytes. */
    public static final int BYTES = 3 * Long.BYTES;

    /** Writes it at the position. */
    public void put(ByteBuffer frame) {
        frame.putLong(partition).putLong(number).putLong(key);
    }

    /** Reads it. Throws {@link MalformedFrameException}. */
    public static ExposureNotice get(ByteBuffer frame, int at) {
        long partition = frame.getLong(at);
        if (partition < 0 || partition >= Fabric.PARTITIONS_MAX) {
            throw new MalformedFrameException("no such partition: partition=" + partition);
        }
        return new ExposureNotice((int) partition, frame.getLong(at + Long.BYTES), frame.getLong(at + 2 * Long.BYTES));
    }

    /** A frame of type NOTICE with this notice and a number of its own. */
    public ByteBuffer frame(long noticeNumber) {
        int bytes = Frame.HEAD_BYTES + BYTES;
        ByteBuffer frame = Frame.allocate(bytes);
        Frame.begin(frame, bytes, Frame.NOTICE, noticeNumber);
        put(frame);
        return frame.flip();
    }

    /** The notice in a frame of type NOTICE. */
    public static ExposureNotice of(ByteBuffer frame) {
        if (frame.limit() != Frame.HEAD_BYTES + BYTES) {
            throw new MalformedFrameException("a notice has another length: bytes=" + frame.limit());
        }
        return get(frame, Frame.HEAD_BYTES);
    }
}
