package io.pragh.rdma.wire;

import io.pragh.core.fabric.Fabric;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The frames by which two nodes authenticate each other: HELLO and PROOF from the caller, CHALLENGE and WELCOME from
 * the listener, in turn; or REFUSED at any time, or EXPELLED after the PROOF. WELCOME and EXPELLED are sealed
 * ({@link FrameSeal}), as all that follows, unless the connection itself is. Stateless.
 */
public final class Handshake {
    /** First word of a HELLO: "PRAGHTCP". */
    public static final long MAGIC = 0x5043_5448_4741_5250L;
    /** Protocol version, which must be the same on both sides. */
    public static final int VERSION = 6;
    /** Bytes of a nonce, and of a proof. */
    public static final int NONCE_BYTES = 32;
    /** Bytes of a cluster's name, or of the reason of a refusal, at most. */
    public static final int TEXT_BYTES_MAX = 400;

    private Handshake() {}

    /**
     * The caller, and the node that it calls:
     * {@code | magic 8 | version 4 | from 4 | epoch 8 | to 4 | cluster bytes 4 | nonce 32 | cluster |}.
     *
     * @param cluster name of the caller's cluster
     * @param from number of the caller
     * @param epoch its epoch
     * @param to number of the node that it means to reach
     * @param nonce bytes that were never used before
     */
    @SuppressWarnings("ArrayRecordComponent") // records are not compared
    public record Hello(String cluster, int from, long epoch, int to, byte[] nonce) {
        /** As a frame. */
        public ByteBuffer frame() {
            byte[] name = cluster.getBytes(StandardCharsets.UTF_8);
            ByteBuffer frame = begin(Frame.HELLO, 0, 32 + NONCE_BYTES + Frame.words(name.length));
            frame.putLong(MAGIC)
                    .putInt(VERSION)
                    .putInt(from)
                    .putLong(epoch)
                    .putInt(to)
                    .putInt(name.length);
            frame.put(nonce).put(name);
            return end(frame);
        }

        /** From a frame. */
        public static Hello of(ByteBuffer frame) {
            int head = Frame.HEAD_BYTES;
            need(frame, Frame.HELLO, 32 + NONCE_BYTES);
            if (frame.getLong(head) != MAGIC || frame.getInt(head + 8) != VERSION) {
                throw new MalformedFrameException(
                        "the caller speaks something else: version=" + frame.getInt(head + 8));
            }
            byte[] nonce = bytes(frame, head + 32, NONCE_BYTES);
            String cluster = text(frame, head + 32 + NONCE_BYTES, frame.getInt(head + 28));
            return new Hello(
                    cluster, frame.getInt(head + 12), frame.getLong(head + 16), frame.getInt(head + 24), nonce);
        }
    }

    /**
     * The listener's nonce: {@code | node 8 | epoch 8 | nonce 32 |}.
     *
     * @param node number of the listener
     * @param epoch its epoch
     * @param nonce bytes that were never used before
     */
    @SuppressWarnings("ArrayRecordComponent") // records are not compared
    public record Challenge(int node, long epoch, byte[] nonce) {
        /** As a frame. */
        public ByteBuffer frame() {
            ByteBuffer frame = begin(Frame.CHALLENGE, 0, 16 + NONCE_BYTES);
            frame.putLong(node).putLong(epoch).put(nonce);
            return end(frame);
        }

        /** From a frame. */
        public static Challenge of(ByteBuffer frame) {
            need(frame, Frame.CHALLENGE, 16 + NONCE_BYTES);
            int head = Frame.HEAD_BYTES;
            return new Challenge(
                    (int) frame.getLong(head), frame.getLong(head + 8), bytes(frame, head + 16, NONCE_BYTES));
        }
    }

    /** The caller's proof. */
    public static ByteBuffer proof(byte[] proof) {
        return end(begin(Frame.PROOF, 0, NONCE_BYTES).put(proof));
    }

    /** The proof in a PROOF frame. */
    public static byte[] proofOf(ByteBuffer frame) {
        need(frame, Frame.PROOF, NONCE_BYTES);
        return bytes(frame, Frame.HEAD_BYTES, NONCE_BYTES);
    }

    /**
     * Says that the caller is in: {@code | proof 32 | count 8 | notices … |}.
     *
     * @param proof the listener's
     * @param notices all partitions that it exposes
     */
    @SuppressWarnings("ArrayRecordComponent") // records are not compared
    public record Welcome(byte[] proof, List<ExposureNotice> notices) {
        /** As a frame. */
        public ByteBuffer frame() {
            ByteBuffer frame = begin(Frame.WELCOME, 0, NONCE_BYTES + 8 + notices.size() * ExposureNotice.BYTES);
            frame.put(proof).putLong(notices.size());
            notices.forEach(notice -> notice.put(frame));
            return end(frame);
        }

        /** From a frame. */
        public static Welcome of(ByteBuffer frame) {
            need(frame, Frame.WELCOME, NONCE_BYTES + 8);
            long count = frame.getLong(Frame.HEAD_BYTES + NONCE_BYTES);
            int at = Frame.HEAD_BYTES + NONCE_BYTES + 8;
            if (count < 0 || count > Fabric.PARTITIONS_MAX || frame.limit() != at + count * ExposureNotice.BYTES) {
                throw new MalformedFrameException("a welcome has another length: bytes=" + frame.limit());
            }
            List<ExposureNotice> notices = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                notices.add(ExposureNotice.get(frame, at + i * ExposureNotice.BYTES));
            }
            return new Welcome(bytes(frame, Frame.HEAD_BYTES, NONCE_BYTES), notices);
        }
    }

    /**
     * Says that the caller is not let in. Any machine on the path can forge it, so a node must not conclude from it
     * that it was expelled.
     */
    public static ByteBuffer refused(String why) {
        return refusal(Frame.REFUSED, why);
    }

    /** Says that the caller is no member any more. */
    public static ByteBuffer expelled(String why) {
        return refusal(Frame.EXPELLED, why);
    }

    private static ByteBuffer refusal(int type, String why) {
        byte[] text = why.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, TEXT_BYTES_MAX);
        ByteBuffer frame = begin(type, 0, 8 + Frame.words(length));
        frame.putLong(length).put(text, 0, length);
        return end(frame);
    }

    /** The reason in a frame of type REFUSED or EXPELLED. */
    public static String reasonOf(ByteBuffer frame) {
        need(frame, Frame.type(frame) == Frame.EXPELLED ? Frame.EXPELLED : Frame.REFUSED, 8);
        long length = frame.getLong(Frame.HEAD_BYTES);
        return text(frame, Frame.HEAD_BYTES + 8, length < 0 || length > TEXT_BYTES_MAX ? -1 : (int) length);
    }

    private static ByteBuffer begin(int type, long word, int body) {
        ByteBuffer frame = Frame.allocate(Frame.HEAD_BYTES + body);
        Frame.begin(frame, Frame.HEAD_BYTES + body, type, word);
        return frame;
    }

    private static ByteBuffer end(ByteBuffer frame) {
        return frame.position(0);
    }

    private static void need(ByteBuffer frame, int type, int body) {
        if (Frame.type(frame) != type || frame.limit() < Frame.HEAD_BYTES + body) {
            throw new MalformedFrameException("another frame was expected: type=" + Frame.type(frame) + " expected="
                    + type + " bytes=" + frame.limit());
        }
    }

    private static byte[] bytes(ByteBuffer frame, int at, int count) {
        byte[] bytes = new byte[count];
        frame.get(at, bytes);
        return bytes;
    }

    private static String text(ByteBuffer frame, int at, int length) {
        if (length < 0 || length > TEXT_BYTES_MAX || frame.limit() - at < length) {
            throw new MalformedFrameException("a text does not fit its frame: bytes=" + length);
        }
        return new String(bytes(frame, at, length), StandardCharsets.UTF_8);
    }
}
