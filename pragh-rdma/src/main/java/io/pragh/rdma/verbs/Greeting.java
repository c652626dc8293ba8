package io.pragh.rdma.verbs;

import io.pragh.core.fabric.Fabric;
import io.pragh.rdma.wire.ExposureNotice;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.MalformedFrameException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The frames of the RDMA fabric that no other fabric has: the greeting of a caller, and the location of exposed
 * memory. Their heads are those of {@link Frame}; the other frames are drawn in {@code rdma.wire}. Stateless.
 */
final class Greeting {
    /** First word of a HELLO: "PRAGHRDM". */
    static final long MAGIC = 0x4D44_5248_4741_5250L;
    /** Protocol version, which must be the same on both sides. */
    static final int VERSION = 1;

    private static final int HELLO_BYTES = 40;
    private static final int NAME_BYTES_MAX = 400;
    private static final int PLACE_BYTES = ExposureNotice.BYTES + 2 * Long.BYTES;

    /** The purpose of a connection. */
    enum Purpose {
        /** Messages and notices. */
        FRAMES,
        /** One-sided operations. */
        OPERATIONS
    }

    private Greeting() {}

    /**
     * The caller, and the node that it calls:
     * {@code | magic 8 | version 4 | from 4 | epoch 8 | to 4 | purpose 4 | cluster bytes 8 | cluster |}.
     *
     * @param cluster name of the caller's cluster
     * @param from number of the caller
     * @param epoch its epoch
     * @param to number of the node that it means to reach
     * @param purpose what the connection is for
     */
    record Hello(String cluster, int from, long epoch, int to, Purpose purpose) {
        ByteBuffer frame() {
            byte[] name = cluster.getBytes(StandardCharsets.UTF_8);
            int bytes = Frame.HEAD_BYTES + HELLO_BYTES + Frame.words(name.length);
            ByteBuffer frame = Frame.allocate(bytes);
            Frame.begin(frame, bytes, Frame.HELLO, 0);
            frame.putLong(MAGIC).putInt(VERSION).putInt(from).putLong(epoch).putInt(to);
            frame.putInt(purpose == Purpose.FRAMES ? 0 : 1).putLong(name.length).put(name);
            return frame.clear();
        }

        static Hello of(ByteBuffer frame) {
            int at = Frame.HEAD_BYTES;
            need(frame, Frame.HELLO, HELLO_BYTES);
            if (frame.getLong(at) != MAGIC || frame.getInt(at + 8) != VERSION) {
                throw new MalformedFrameException("the caller speaks something else: version=" + frame.getInt(at + 8));
            }
            long length = frame.getLong(at + 32);
            if (length < 0 || length > NAME_BYTES_MAX || length > frame.limit() - at - HELLO_BYTES) {
                throw new MalformedFrameException("a name does not fit its frame: bytes=" + length);
            }
            byte[] name = new byte[(int) length];
            frame.get(at + HELLO_BYTES, name);
            return new Hello(
                    new String(name, StandardCharsets.UTF_8),
                    frame.getInt(at + 12),
                    frame.getLong(at + 16),
                    frame.getInt(at + 24),
                    frame.getInt(at + 28) == 0 ? Purpose.FRAMES : Purpose.OPERATIONS);
        }
    }

    /**
     * The node that exposes a partition, and the location of the table of its segments:
     * {@code | notice 24 | address 8 | shape 8 |}. The address is 0 when the partition was withdrawn.
     *
     * @param notice the exposure
     * @param address of the table, in its node's memory
     * @param shape as {@link SegmentTable#shape} makes it
     */
    record Place(ExposureNotice notice, long address, long shape) {
        /** A frame of type NOTICE with this place and a number of its own. */
        ByteBuffer frame(long number) {
            int bytes = Frame.HEAD_BYTES + PLACE_BYTES;
            ByteBuffer frame = Frame.allocate(bytes);
            Frame.begin(frame, bytes, Frame.NOTICE, number);
            put(frame);
            return frame.clear();
        }

        static Place of(ByteBuffer frame) {
            need(frame, Frame.NOTICE, PLACE_BYTES);
            return get(frame, Frame.HEAD_BYTES);
        }

        private void put(ByteBuffer frame) {
            notice.put(frame);
            frame.putLong(address).putLong(shape);
        }

        private static Place get(ByteBuffer frame, int at) {
            int behind = at + ExposureNotice.BYTES;
            return new Place(ExposureNotice.get(frame, at), frame.getLong(behind), frame.getLong(behind + Long.BYTES));
        }
    }

    /** Says that the caller is in: {@code | count 8 | places … |}, all partitions that the listener exposes. */
    static ByteBuffer welcome(List<Place> places) {
        int bytes = Frame.HEAD_BYTES + Long.BYTES + places.size() * PLACE_BYTES;
        ByteBuffer frame = Frame.allocate(bytes);
        Frame.begin(frame, bytes, Frame.WELCOME, 0);
        frame.putLong(places.size());
        places.forEach(place -> place.put(frame));
        return frame.clear();
    }

    /** The places in a WELCOME. */
    static List<Place> placesOf(ByteBuffer frame) {
        need(frame, Frame.WELCOME, Long.BYTES);
        long count = frame.getLong(Frame.HEAD_BYTES);
        int at = Frame.HEAD_BYTES + Long.BYTES;
        if (count < 0 || count > Fabric.PARTITIONS_MAX || frame.limit() != at + count * PLACE_BYTES) {
            throw new MalformedFrameException("a welcome has another length: bytes=" + frame.limit());
        }
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            places.add(Place.get(frame, at + i * PLACE_BYTES));
        }
        return places;
    }

    private static void need(ByteBuffer frame, int type, int body) {
        if (frame.limit() < Frame.HEAD_BYTES + body || Frame.type(frame) != type) {
            throw new MalformedFrameException(
                    "another frame was expected: expected=" + type + " bytes=" + frame.limit());
        }
    }
}
