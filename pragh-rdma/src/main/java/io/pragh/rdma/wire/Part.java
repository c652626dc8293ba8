package io.pragh.rdma.wire;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.OpStatus;
import java.util.Arrays;

/**
 * The contents of one request of a batch: pieces of its operations, all for one node. The thread that fills it owns
 * it until it is sent; the thread that takes the reply ends it.
 */
public final class Part {
    /** Bound on the bytes of a piece. */
    public static final int PIECE_BYTES_MAX = 256 << 10;
    /** Bound on the bytes that a request or a reply carries, heads not counted. */
    public static final int BYTES_MAX = 1 << 20;
    /** Bound on the pieces in one request. */
    public static final int PIECES_MAX = 8 << 10;

    private final Batch batch;
    private int[] ops = new int[4];
    private int[] pieceOffsets = new int[4];
    private int[] pieceLengths = new int[4];
    private long[] keys = new long[4];
    private int count;
    private int requestBytes;
    private int replyBytes;

    /** An empty part of a batch. */
    public Part(Batch batch) {
        this.batch = batch;
    }

    /** Whether one more piece of this length fits. */
    public boolean hasRoom(int op, int pieceLength) {
        int code = Piece.code(batch.kind(op));
        return count == 0
                || count < PIECES_MAX
                        && requestBytes + Piece.requestBytes(code, pieceLength) <= BYTES_MAX
                        && replyBytes + Piece.replyBytes(code, pieceLength) <= BYTES_MAX;
    }

    /** Adds a piece of an operation; {@code key} opens its partition. */
    public void add(int op, int pieceOffset, int pieceLength, long key) {
        if (count == ops.length) {
            int size = 2 * count;
            ops = Arrays.copyOf(ops, size);
            pieceOffsets = Arrays.copyOf(pieceOffsets, size);
            pieceLengths = Arrays.copyOf(pieceLengths, size);
            keys = Arrays.copyOf(keys, size);
        }
        int code = Piece.code(batch.kind(op));
        ops[count] = op;
        pieceOffsets[count] = pieceOffset;
        pieceLengths[count] = pieceLength;
        keys[count] = key;
        count++;
        requestBytes += Piece.requestBytes(code, pieceLength);
        replyBytes += Piece.replyBytes(code, pieceLength);
    }

    /** Number of pieces. */
    public int count() {
        return count;
    }

    /** Bytes of its request and its reply. */
    public int cost() {
        return RequestFrame.HEAD_BYTES
                + count * (Piece.HEAD_BYTES + ReplyFrame.PIECE_HEAD_BYTES)
                + requestBytes
                + replyBytes;
    }

    /** Length of its request. */
    public int frameBytes() {
        return RequestFrame.HEAD_BYTES + count * Piece.HEAD_BYTES + requestBytes;
    }

    Batch batch() {
        return batch;
    }

    int op(int piece) {
        return ops[piece];
    }

    int pieceOffset(int piece) {
        return pieceOffsets[piece];
    }

    int pieceLength(int piece) {
        return pieceLengths[piece];
    }

    long key(int piece) {
        return keys[piece];
    }

    /** Ends all its operations with one status. */
    public void endAll(OpStatus status) {
        for (int piece = 0; piece < count; piece++) {
            end(piece, status, 0);
        }
    }

    /** Ends a piece; one failed piece fails its operation. */
    void end(int piece, OpStatus status, long result) {
        int op = ops[piece];
        OpStatus before = batch.status(op);
        if (before == OpStatus.PENDING || before == OpStatus.OK) {
            batch.end(op, status, result);
        }
    }
}
