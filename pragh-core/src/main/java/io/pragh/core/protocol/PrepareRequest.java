package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * PREPARE: a coordinator asks a home to hold keys for a transaction, or to commit when it is the only home.
 *
 * <pre>
 *   0             8           12      16           24            28           32           36
 *   | outstanding | partition | flags | wait nanos | claim count | read count | home count | homes, 4 bytes each … | key, version … | claims …
 * </pre>
 *
 * <p>Flags: 1, commit in one phase; 2, wait for keys that other transactions hold. Immutable by agreement.
 *
 * @param outstanding the smallest sequence number of the client whose outcome is not known to all homes
 * @param partition the home
 * @param participants all homes of the transaction
 * @param onePhase whether the home also commits
 * @param waits whether to wait for keys that other transactions hold
 * @param waitNanos the longest wait
 * @param readKeys keys that were read and not written, to be validated by the home when it commits
 * @param readVersions their versions
 * @param claims keys of this home in ascending order
 */
@SuppressWarnings("ArrayRecordComponent") // the arrays are only sent; requests are never compared
public record PrepareRequest(
        long outstanding,
        int partition,
        List<Integer> participants,
        boolean onePhase,
        boolean waits,
        long waitNanos,
        long[] readKeys,
        long[] readVersions,
        List<Claim> claims) {
    private static final int HEAD_BYTES = 36;
    private static final int ONE_PHASE = 1;
    private static final int WAITS = 2;

    /** The request's payload. */
    public ByteBuffer encode() {
        int bytes = HEAD_BYTES + participants.size() * Integer.BYTES + readKeys.length * 2 * Long.BYTES;
        for (Claim claim : claims) {
            bytes += claim.bytes();
        }
        ByteBuffer payload = ByteBuffer.allocate(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(outstanding)
                .putInt(partition)
                .putInt((onePhase ? ONE_PHASE : 0) | (waits ? WAITS : 0))
                .putLong(waitNanos)
                .putInt(claims.size())
                .putInt(readKeys.length)
                .putInt(participants.size());
        participants.forEach(payload::putInt);
        for (int i = 0; i < readKeys.length; i++) {
            payload.putLong(readKeys[i]).putLong(readVersions[i]);
        }
        claims.forEach(claim -> claim.put(payload));
        return payload.flip();
    }

    /** The request of a payload; throws {@link MalformedMessageException} when there is none. */
    public static PrepareRequest decode(ByteBuffer message) {
        ByteBuffer payload = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        Claim.need(payload, HEAD_BYTES);
        long outstanding = payload.getLong();
        int partition = payload.getInt();
        int flags = payload.getInt();
        long waitNanos = payload.getLong();
        int claimCount = payload.getInt();
        int readCount = payload.getInt();
        int homeCount = payload.getInt();
        Claim.need(payload, homeCount < 0 || homeCount > payload.remaining() ? -1 : homeCount * Integer.BYTES);
        List<Integer> participants = new ArrayList<>();
        for (int i = 0; i < homeCount; i++) {
            participants.add(payload.getInt());
        }
        Claim.need(payload, readCount < 0 || readCount > payload.remaining() ? -1 : readCount * 2 * Long.BYTES);
        long[] keys = new long[readCount];
        long[] versions = new long[readCount];
        for (int i = 0; i < readCount; i++) {
            keys[i] = payload.getLong();
            versions[i] = payload.getLong();
        }
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < claimCount; i++) {
            claims.add(Claim.take(payload));
        }
        return new PrepareRequest(
                outstanding,
                partition,
                List.copyOf(participants),
                (flags & ONE_PHASE) != 0,
                (flags & WAITS) != 0,
                waitNanos,
                keys,
                versions,
                List.copyOf(claims));
    }
}
