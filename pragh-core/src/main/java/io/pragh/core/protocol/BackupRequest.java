package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * BACKUP: asks a node to make its share of a backup, or to report its state. The message's client names the backup.
 *
 * <pre>
 *   0        8      16     20
 *   | moment | made | full | folder, UTF-8 …
 * </pre>
 *
 * @param moment the timestamp up to which the backup contains all commits
 * @param madeMillis the time of day
 * @param full whether the backup must not depend on any other
 * @param folder the cluster's folder of backups
 */
public record BackupRequest(long moment, long madeMillis, boolean full, String folder) {
    private static final int HEAD_BYTES = 2 * Long.BYTES + Integer.BYTES;

    /** The request's payload. */
    public ByteBuffer encode() {
        byte[] name = folder.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEAD_BYTES + name.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(moment)
                .putLong(madeMillis)
                .putInt(full ? 1 : 0)
                .put(name)
                .flip();
    }

    /** The request of a payload; throws {@link MalformedMessageException} when it is none. */
    public static BackupRequest decode(ByteBuffer message) {
        ByteBuffer payload = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        Claim.need(payload, HEAD_BYTES);
        return new BackupRequest(payload.getLong(), payload.getLong(), payload.getInt() == 1, Payload.text(payload));
    }
}
