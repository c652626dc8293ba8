package io.pragh.rdma.wire;

import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals the frames of one direction of a connection, or opens them: without the key they can be neither read nor
 * changed, and a frame that is repeated, omitted or reordered does not open.
 * <pre>
 *   0              4      8
 *   | length bytes | type | word and body, encrypted | tag 16 |
 * </pre>
 * The length counts the tag. Length and type are authenticated but not encrypted. The cipher is AES-128-GCM; its
 * nonce is 4 bytes of zero and the number of the frame in its direction, 8 bytes, which is not sent: both ends count.
 * One thread.
 */
public final class FrameSeal {
    /** Bytes by which sealing lengthens a frame. */
    public static final int TAG_BYTES = 16;
    /**
     * Frames under one AES key; then both ends take the next one. So a key covers at most 2^35 blocks, and the bound
     * on an attacker's advantage, the square of the blocks over 2^129, stays below 2^-58 however long a connection
     * lasts.
     */
    public static final long FRAMES_PER_KEY = 1 << 18;

    private static final int CLEAR_BYTES = Frame.WORD_OFFSET;
    private static final int AES_KEY_BYTES = 16;
    private static final int NONCE_BYTES = 12;
    private static final String MAC = "HmacSHA256";
    private static final byte[] KEY_NUMBER = "pragh frame key".getBytes(StandardCharsets.UTF_8);

    private final int mode;
    private final SecretKeySpec secret;
    private final Room room;
    private final Cipher cipher;
    private final ByteBuffer nonce = ByteBuffer.allocate(NONCE_BYTES);
    private SecretKeySpec key;
    private long frames;

    /**
     * Buffers for frames while they are encrypted or decrypted: JDK ciphers are up to twice as fast on arrays as on
     * direct memory, copies counted, and make less garbage. All seals of a thread can share one. One thread.
     */
    public static final class Room {
        private byte[] from = new byte[1 << 10];
        private byte[] to = new byte[1 << 10];

        private void reserve(int bytes) {
            if (from.length < bytes) {
                int length = Math.min(Math.max(bytes, 2 * from.length), Frame.BYTES_MAX + TAG_BYTES);
                from = new byte[length];
                to = new byte[length];
            }
        }
    }

    private FrameSeal(int mode, byte[] secret, Room room) {
        this.mode = mode;
        this.secret = new SecretKeySpec(secret, MAC);
        this.room = room;
        try {
            this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException impossible) {
            throw new PraghException("this JVM has no AES-GCM", impossible);
        }
        this.key = key(0);
    }

    /** The sender's seal; the secret belongs to this direction of this connection alone. */
    public static FrameSeal sealing(byte[] secret, Room room) {
        return new FrameSeal(Cipher.ENCRYPT_MODE, secret, room);
    }

    /** The receiver's seal; the secret is the sender's. */
    public static FrameSeal opening(byte[] secret, Room room) {
        return new FrameSeal(Cipher.DECRYPT_MODE, secret, room);
    }

    private SecretKeySpec key(long number) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(secret);
            mac.update(KEY_NUMBER);
            byte[] made =
                    mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
            return new SecretKeySpec(Arrays.copyOf(made, AES_KEY_BYTES), "AES");
        } catch (GeneralSecurityException impossible) {
            throw new PraghException("this JVM has no " + MAC, impossible);
        }
    }

    /** Advances to the next frame number, also after a failure: no two frames are sealed with the same nonce. */
    private void next() throws GeneralSecurityException {
        if (frames > 0 && frames % FRAMES_PER_KEY == 0) {
            key = key(frames / FRAMES_PER_KEY);
        }
        nonce.putLong(NONCE_BYTES - Long.BYTES, frames++);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce.array()));
    }

    /** Seals a frame that lies in pieces, and appends it to a buffer that has room for {@link #TAG_BYTES} more. */
    public void seal(ByteBuffer[] frame, ByteBuffer sealed) {
        int bytes = 0;
        for (ByteBuffer piece : frame) {
            bytes += piece.remaining();
        }
        room.reserve(bytes + TAG_BYTES);
        int at = 0;
        for (ByteBuffer piece : frame) {
            int count = piece.remaining();
            piece.get(piece.position(), room.from, at, count);
            at += count;
        }
        littleEndian(room.from).putInt(Frame.LENGTH_OFFSET, bytes + TAG_BYTES);
        try {
            next();
            cipher.updateAAD(room.from, 0, CLEAR_BYTES);
            int length = cipher.doFinal(room.from, CLEAR_BYTES, bytes - CLEAR_BYTES, room.to, 0);
            sealed.put(room.from, 0, CLEAR_BYTES).put(room.to, 0, length);
        } catch (GeneralSecurityException impossible) {
            throw new PraghException("a frame cannot be sealed: bytes=" + bytes, impossible);
        }
    }

    /**
     * Opens a frame in place: afterwards it is the original frame, and its limit is its end. Throws
     * {@link MalformedFrameException} when it is not the next frame that the other end has sealed; no further frame
     * of that connection must be taken then.
     */
    public ByteBuffer open(ByteBuffer frame) {
        int bytes = frame.limit() - TAG_BYTES;
        if (bytes < Frame.HEAD_BYTES) {
            throw new MalformedFrameException("a frame is not sealed: type=" + Frame.type(frame));
        }
        room.reserve(frame.limit());
        frame.get(0, room.from, 0, frame.limit());
        try {
            next();
            cipher.updateAAD(room.from, 0, CLEAR_BYTES);
            int length = cipher.doFinal(room.from, CLEAR_BYTES, frame.limit() - CLEAR_BYTES, room.to, 0);
            frame.putInt(Frame.LENGTH_OFFSET, bytes).put(CLEAR_BYTES, room.to, 0, length);
            return frame.limit(bytes);
        } catch (AEADBadTagException changed) {
            throw new MalformedFrameException("a frame was changed on the way, or repeated, left out or put elsewhere:"
                    + " type=" + Frame.type(frame) + " number=" + (frames - 1));
        } catch (GeneralSecurityException impossible) {
            throw new PraghException("a frame cannot be opened: bytes=" + bytes, impossible);
        }
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
