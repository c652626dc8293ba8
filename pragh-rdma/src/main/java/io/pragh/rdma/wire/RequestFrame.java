package io.pragh.rdma.wire;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A request: operations on the receiver's memory. The head's word is its number.
 * <pre>
 *   16      24      28  32
 *   | epoch | count | 0 | pieces …
 * </pre>
 * The epoch is the sender's: a request of an earlier life of the same number is refused. Stateless.
 */
public final class RequestFrame {
    static final int EPOCH_OFFSET = Frame.HEAD_BYTES;
    static final int COUNT_OFFSET = EPOCH_OFFSET + Long.BYTES;
    static final int HEAD_BYTES = COUNT_OFFSET + 2 * Integer.BYTES;

    private RequestFrame() {}

    /** Finds the memory that a request names. */
    public interface Memory {
        /**
         * The region of a partition, or null when access is refused: the key is another one, or the partition is
         * withdrawn.
         */
        @Nullable
        Region open(int partition, long key);
    }

    /** Writes a request; {@code frame} starts at a word and has {@link Part#frameBytes()} bytes. */
    public static void write(ByteBuffer frame, Part part, long number, long epoch) {
        Frame.begin(frame, part.frameBytes(), Frame.REQUEST, number);
        frame.putLong(epoch).putInt(part.count()).putInt(0);
        Batch batch = part.batch();
        for (int piece = 0; piece < part.count(); piece++) {
            int op = part.op(piece);
            int code = Piece.code(batch.kind(op));
            frame.putInt(code).putInt(batch.partition(op)).putLong(part.key(piece));
            frame.putLong(batch.offset(op)).putInt(batch.length(op));
            frame.putInt(part.pieceOffset(piece))
                    .putInt(part.pieceLength(piece))
                    .putInt(0);
            switch (code) {
                case Piece.WRITE -> putBytes(frame, batch, op, part.pieceOffset(piece), part.pieceLength(piece));
                case Piece.CAS -> frame.putLong(batch.expected(op)).putLong(batch.operand(op));
                case Piece.FETCH_ADD -> frame.putLong(batch.operand(op));
                default -> {}
            }
        }
    }

    private static void putBytes(ByteBuffer frame, Batch batch, int op, int pieceOffset, int bytes) {
        Region source = batch.region(op);
        if (source == null) {
            frame.putLong(batch.operand(op));
            return;
        }
        long from = batch.localOffset(op) + pieceOffset;
        frame.put(frame.position(), source.segment(from), source.index(from), bytes);
        frame.position(frame.position() + bytes);
    }

    /** The sender's epoch. */
    public static long epoch(ByteBuffer frame) {
        return frame.getLong(EPOCH_OFFSET);
    }

    /**
     * Validates a frame of type REQUEST, and returns the length of its reply if all operations succeed. Throws
     * {@link MalformedFrameException}.
     */
    public static int checked(ByteBuffer frame) {
        if (frame.limit() < HEAD_BYTES) {
            throw new MalformedFrameException("a request is too short: bytes=" + frame.limit());
        }
        int count = frame.getInt(COUNT_OFFSET);
        if (count < 1 || count > Part.PIECES_MAX) {
            throw new MalformedFrameException("a request carries 1 to " + Part.PIECES_MAX + " pieces: count=" + count);
        }
        int at = HEAD_BYTES;
        long reply = ReplyFrame.HEAD_BYTES;
        for (int piece = 0; piece < count; piece++) {
            if (frame.limit() - at < Piece.HEAD_BYTES) {
                throw new MalformedFrameException("a request ends within a piece: bytes=" + frame.limit());
            }
            int code = frame.getInt(at + Piece.KIND_OFFSET);
            int pieceLength = checkedLength(frame, at, code);
            int body = Piece.requestBytes(code, pieceLength);
            if (frame.limit() - at - Piece.HEAD_BYTES < body) {
                throw new MalformedFrameException("a request ends within a piece: bytes=" + frame.limit());
            }
            at += Piece.HEAD_BYTES + body;
            reply += ReplyFrame.PIECE_HEAD_BYTES + Piece.replyBytes(code, pieceLength);
        }
        if (at != frame.limit() || reply > Frame.BYTES_MAX) {
            throw new MalformedFrameException("a request does not fit its frame, or its reply does not: bytes="
                    + frame.limit() + " used=" + at + " replyBytes=" + reply);
        }
        return (int) reply;
    }

    private static int checkedLength(ByteBuffer frame, int at, int code) {
        int length = frame.getInt(at + Piece.LENGTH_OFFSET);
        int from = frame.getInt(at + Piece.PIECE_OFFSET);
        int bytes = frame.getInt(at + Piece.PIECE_LENGTH_OFFSET);
        long offset = frame.getLong(at + Piece.OFFSET_OFFSET);
        boolean known = code >= Piece.READ && code <= Piece.FETCH_ADD;
        boolean word = code == Piece.READ || code == Piece.WRITE || length == Long.BYTES;
        boolean inside =
                from >= 0 && bytes > 0 && length > 0 && from <= length - bytes && bytes <= Part.PIECE_BYTES_MAX;
        if (!known || !word || !inside || ((offset | length | from | bytes) & Long.BYTES - 1) != 0) {
            throw new MalformedFrameException("a piece cannot be meant: kind=" + code + " offset=" + offset + " length="
                    + length + " from=" + from + " bytes=" + bytes);
        }
        return bytes;
    }

    /**
     * Executes a request that was {@link #checked}, and writes its reply; {@code reply} starts at a word and has room
     * for what {@link #checked} returned.
     */
    public static void execute(ByteBuffer frame, Memory memory, ByteBuffer reply) {
        int count = frame.getInt(COUNT_OFFSET);
        reply.clear().position(ReplyFrame.HEAD_BYTES);
        int at = HEAD_BYTES;
        for (int piece = 0; piece < count; piece++) {
            int code = frame.getInt(at + Piece.KIND_OFFSET);
            Region region =
                    memory.open(frame.getInt(at + Piece.PARTITION_OFFSET), frame.getLong(at + Piece.KEY_OFFSET));
            long offset = frame.getLong(at + Piece.OFFSET_OFFSET);
            if (region == null) {
                ReplyFrame.put(reply, OpStatus.FENCED, 0);
            } else if (!region.contains(offset, frame.getInt(at + Piece.LENGTH_OFFSET))) {
                ReplyFrame.put(reply, OpStatus.OUT_OF_BOUNDS, 0);
            } else {
                execute(frame, at, region, offset + frame.getInt(at + Piece.PIECE_OFFSET), reply);
            }
            at += Piece.HEAD_BYTES + Piece.requestBytes(code, frame.getInt(at + Piece.PIECE_LENGTH_OFFSET));
        }
        ReplyFrame.finish(reply, Frame.word(frame), count);
    }

    private static void execute(ByteBuffer frame, int at, Region region, long offset, ByteBuffer reply) {
        int code = frame.getInt(at + Piece.KIND_OFFSET);
        int bytes = frame.getInt(at + Piece.PIECE_LENGTH_OFFSET);
        int body = at + Piece.HEAD_BYTES;
        ReplyFrame.put(reply, OpStatus.OK, Piece.replyBytes(code, bytes));
        switch (code) {
            case Piece.READ -> {
                if (bytes == Long.BYTES) {
                    reply.putLong(region.getLongAcquire(offset));
                } else {
                    reply.put(reply.position(), region.segment(offset), region.index(offset), bytes);
                    reply.position(reply.position() + bytes);
                }
            }
            case Piece.WRITE -> {
                if (bytes == Long.BYTES) {
                    region.setLongRelease(offset, frame.getLong(body));
                } else {
                    region.segment(offset).put(region.index(offset), frame, body, bytes);
                }
            }
            case Piece.CAS ->
                reply.putLong(region.compareAndExchange(offset, frame.getLong(body), frame.getLong(body + Long.BYTES)));
            default -> reply.putLong(region.getAndAdd(offset, frame.getLong(body)));
        }
    }

    /** Writes the reply that refuses all operations of a request that was {@link #checked}. */
    public static void refuse(ByteBuffer frame, ByteBuffer reply) {
        execute(frame, (partition, key) -> null, reply);
    }
}
