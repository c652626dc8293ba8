package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * BACKUP_REPLY: the state of a node's share of a backup.
 *
 * <pre>
 *   0       4      12      20       28     32
 *   | state | done | total | number | full | text, UTF-8 …
 * </pre>
 *
 * @param state the state of the share
 * @param done bytes written so far; of a share that is made, its size in bytes
 * @param total size of the whole share in bytes
 * @param number the number of this backup among the backups of the share
 * @param full whether it needs no other backup to be restored
 * @param text why it is a full one, or why there is none, for people
 */
public record BackupReply(State state, long done, long total, long number, boolean full, String text) {
    private static final int HEAD_BYTES = 2 * Integer.BYTES + 3 * Long.BYTES;

    /** The state of the share. */
    public enum State {
        /** The share is being made. */
        UNDER_WAY(1),
        /** The share is made. */
        MADE(2),
        /** A checkpoint is of a later moment: the sender should request a later moment. */
        TOO_EARLY(3),
        /** The share cannot be made. */
        FAILED(4);

        private final int code;

        State(int code) {
            this.code = code;
        }

        private static State of(int code) {
            for (State state : values()) {
                if (state.code == code) {
                    return state;
                }
            }
            throw new MalformedMessageException("no share of a backup is so far: state=" + code);
        }
    }

    /** The answer's payload. */
    public ByteBuffer encode() {
        byte[] said = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEAD_BYTES + said.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(state.code)
                .putLong(done)
                .putLong(total)
                .putLong(number)
                .putInt(full ? 1 : 0)
                .put(said)
                .flip();
    }

    /** The answer of a payload; throws {@link MalformedMessageException} when it is none. */
    public static BackupReply decode(ByteBuffer message) {
        ByteBuffer payload = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        Claim.need(payload, HEAD_BYTES);
        return new BackupReply(
                State.of(payload.getInt()),
                payload.getLong(),
                payload.getLong(),
                payload.getLong(),
                payload.getInt() == 1,
                Payload.text(payload));
    }
}
