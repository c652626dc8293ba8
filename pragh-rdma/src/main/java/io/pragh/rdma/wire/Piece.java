package io.pragh.rdma.wire;

import io.pragh.core.fabric.Batch;

/**
 * One operation in a request, or a part of it: long READs and WRITEs travel in pieces.
 * <pre>
 *   0      4           8     16       24       28             32             36
 *   | kind | partition | key | offset | length | piece offset | piece length | 0 | WRITE: bytes; CAS: expected, update; FETCH_ADD: summand
 * </pre>
 * Offset and length are those of the whole operation, so that no piece of an operation out of bounds takes effect.
 */
final class Piece {
    static final int KIND_OFFSET = 0;
    static final int PARTITION_OFFSET = KIND_OFFSET + Integer.BYTES;
    static final int KEY_OFFSET = PARTITION_OFFSET + Integer.BYTES;
    static final int OFFSET_OFFSET = KEY_OFFSET + Long.BYTES;
    static final int LENGTH_OFFSET = OFFSET_OFFSET + Long.BYTES;
    static final int PIECE_OFFSET = LENGTH_OFFSET + Integer.BYTES;
    static final int PIECE_LENGTH_OFFSET = PIECE_OFFSET + Integer.BYTES;
    static final int HEAD_BYTES = PIECE_LENGTH_OFFSET + 2 * Integer.BYTES;

    static final int READ = 1;
    static final int WRITE = 2;
    static final int CAS = 3;
    static final int FETCH_ADD = 4;

    private Piece() {}

    static int code(Batch.Kind kind) {
        return switch (kind) {
            case READ -> READ;
            case WRITE -> WRITE;
            case CAS -> CAS;
            case FETCH_ADD -> FETCH_ADD;
        };
    }

    /** Bytes that follow the head in a request. */
    static int requestBytes(int code, int pieceLength) {
        return switch (code) {
            case WRITE -> pieceLength;
            case CAS -> 2 * Long.BYTES;
            case FETCH_ADD -> Long.BYTES;
            default -> 0;
        };
    }

    /** Bytes that follow the status OK in a reply. */
    static int replyBytes(int code, int pieceLength) {
        return switch (code) {
            case READ -> pieceLength;
            case CAS, FETCH_ADD -> Long.BYTES;
            default -> 0;
        };
    }
}
