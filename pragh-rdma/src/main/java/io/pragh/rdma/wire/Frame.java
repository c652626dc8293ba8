package io.pragh.rdma.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Head of every frame; little-endian. Frames are whole words long, and their buffers start at a word: a copy between
 * a frame and a region then moves whole words, so that words do not tear.
 * <pre>
 *   0              4      8      16
 *   | length bytes | type | word | body …
 * </pre>
 * The length counts the head. The word is the number of a request or notice, and its own in every reply.
 */
public final class Frame {
    public static final int LENGTH_OFFSET = 0;
    public static final int TYPE_OFFSET = LENGTH_OFFSET + Integer.BYTES;
    public static final int WORD_OFFSET = TYPE_OFFSET + Integer.BYTES;
    public static final int HEAD_BYTES = WORD_OFFSET + Long.BYTES;

    /** The longest frame. */
    public static final int BYTES_MAX = 2 << 20;
    /** The longest frame before the handshake is complete. */
    public static final int HANDSHAKE_BYTES_MAX = 1 << 10;

    public static final int HELLO = 1;
    public static final int CHALLENGE = 2;
    public static final int PROOF = 3;
    public static final int WELCOME = 4;
    public static final int REFUSED = 5;
    public static final int REQUEST = 6;
    public static final int REPLY = 7;
    public static final int MESSAGE = 8;
    public static final int NOTICE = 9;
    public static final int NOTICE_TAKEN = 10;
    public static final int PING = 11;
    public static final int PONG = 12;
    public static final int EXPELLED = 13;
    public static final int CREDIT = 14;

    private Frame() {}

    /** A zeroed direct buffer that starts at a word. */
    public static ByteBuffer allocate(int bytes) {
        return aligned(ByteBuffer.allocateDirect(bytes + Long.BYTES), bytes);
    }

    /** The part of a direct buffer, longer than {@code bytes} by a word, that starts at a word. */
    public static ByteBuffer aligned(ByteBuffer buffer, int bytes) {
        int start = Long.BYTES - buffer.alignmentOffset(0, Long.BYTES) & Long.BYTES - 1;
        return buffer.slice(start, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Rounds up to whole words. */
    public static int words(int bytes) {
        return bytes + Long.BYTES - 1 & -Long.BYTES;
    }

    /** Writes a head at the start of a buffer, and sets its position behind it and its limit to the frame's end. */
    public static void begin(ByteBuffer frame, int bytes, int type, long word) {
        frame.clear().limit(bytes);
        frame.putInt(bytes).putInt(type).putLong(word);
    }

    /** A frame without a body. */
    public static ByteBuffer bare(int type, long word) {
        ByteBuffer frame = allocate(HEAD_BYTES);
        begin(frame, HEAD_BYTES, type, word);
        return frame.flip();
    }

    /** Type of a whole frame. */
    public static int type(ByteBuffer frame) {
        return frame.getInt(TYPE_OFFSET);
    }

    /** The head's word. */
    public static long word(ByteBuffer frame) {
        return frame.getLong(WORD_OFFSET);
    }
}
