package io.pragh.rdma.wire;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;

/**
 * The answer to a request, piece by piece. The head's word is the request's number.
 * <pre>
 *   16      20  24
 *   | count | 0 | status | length bytes | READ: bytes; CAS, FETCH_ADD: the word found | …
 * </pre>
 * Stateless.
 */
public final class ReplyFrame {
    static final int COUNT_OFFSET = Frame.HEAD_BYTES;
    static final int HEAD_BYTES = COUNT_OFFSET + 2 * Integer.BYTES;
    static final int PIECE_HEAD_BYTES = 2 * Integer.BYTES;

    private static final int OK = 0;
    private static final int FENCED = 1;
    private static final int OUT_OF_BOUNDS = 2;

    private ReplyFrame() {}

    static void put(ByteBuffer reply, OpStatus status, int bytes) {
        int code = status == OpStatus.OK ? OK : status == OpStatus.FENCED ? FENCED : OUT_OF_BOUNDS;
        reply.putInt(code).putInt(bytes);
    }

    static void finish(ByteBuffer reply, long number, int count) {
        int bytes = reply.position();
        Frame.begin(reply, bytes, Frame.REPLY, number);
        reply.putInt(count).putInt(0);
        reply.position(bytes).flip();
    }

    /**
     * Ends the pieces of a part as a reply says, and copies read bytes to their destination. Throws
     * {@link MalformedFrameException} when the reply does not belong to the part; then some pieces may have ended,
     * none of them outside its destination.
     */
    public static void apply(ByteBuffer frame, Part part) {
        if (frame.limit() < HEAD_BYTES || frame.getInt(COUNT_OFFSET) != part.count()) {
            throw new MalformedFrameException("a reply does not fit its request: bytes=" + frame.limit());
        }
        Batch batch = part.batch();
        int at = HEAD_BYTES;
        for (int piece = 0; piece < part.count(); piece++) {
            if (frame.limit() - at < PIECE_HEAD_BYTES) {
                throw new MalformedFrameException("a reply ends too early: bytes=" + frame.limit());
            }
            OpStatus status = status(frame.getInt(at));
            int bytes = frame.getInt(at + Integer.BYTES);
            at += PIECE_HEAD_BYTES;
            int code = Piece.code(batch.kind(part.op(piece)));
            int expected = status == OpStatus.OK ? Piece.replyBytes(code, part.pieceLength(piece)) : 0;
            if (bytes != expected || frame.limit() - at < bytes) {
                throw new MalformedFrameException("a reply does not fit its request: bytes=" + bytes);
            }
            part.end(piece, status, bytes == 0 ? 0 : land(frame, at, part, piece));
            at += bytes;
        }
        if (at != frame.limit()) {
            throw new MalformedFrameException("a reply is too long: bytes=" + frame.limit() + " used=" + at);
        }
    }

    private static long land(ByteBuffer frame, int at, Part part, int piece) {
        Batch batch = part.batch();
        int op = part.op(piece);
        Region target = batch.region(op);
        if (batch.kind(op) == Batch.Kind.READ && target != null) {
            long offset = batch.localOffset(op) + part.pieceOffset(piece);
            target.segment(offset).put(target.index(offset), frame, at, part.pieceLength(piece));
            if (part.pieceLength(piece) > Long.BYTES) {
                return 0;
            }
        }
        return frame.getLong(at);
    }

    private static OpStatus status(int code) {
        return switch (code) {
            case OK -> OpStatus.OK;
            case FENCED -> OpStatus.FENCED;
            case OUT_OF_BOUNDS -> OpStatus.OUT_OF_BOUNDS;
            default -> throw new MalformedFrameException("a reply has a status that nobody knows: status=" + code);
        };
    }
}
