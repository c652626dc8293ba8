package io.pragh.core.protocol;

import io.pragh.core.api.Update;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A transaction's request for one key: the version that it has read there, and operations that are evaluated one
 * after the other under the lock. A claim without operations only locks the key. Immutable by agreement.
 *
 * <pre>
 *   0     8       16         24      28
 *   | key | begin | expected | count | first 8, second 8, operation 4, length 4, bytes … per operation
 * </pre>
 *
 * @param key the key
 * @param begin a timestamp below the commit's: the locked block stays readable for snapshots up to it; for claims of
 *     upkeep, see {@link io.pragh.core.api.OperationSet#lockedAt}
 * @param expected the version the key must have, {@link #ABSENT} for a key without value, or {@link #ANY}
 * @param updates operations on this key
 */
public record Claim(long key, long begin, long expected, List<Update> updates) {
    /** The claim accepts any version. */
    public static final long ANY = -1;
    /** The key has no value, whether it never had one or was deleted. */
    public static final long ABSENT = 0;

    private static final int HEAD_BYTES = 3 * Long.BYTES + Integer.BYTES;
    private static final int UPDATE_BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;

    /** Whether the claim consists of this operation alone. */
    public boolean isOnly(int operation) {
        return updates.size() == 1 && updates.get(0).operation() == operation;
    }

    /** The same claim for a locked block that stays readable for snapshots up to another timestamp. */
    public Claim begunAt(long timestamp) {
        return new Claim(key, timestamp, expected, updates);
    }

    int bytes() {
        int bytes = HEAD_BYTES;
        for (Update update : updates) {
            bytes += UPDATE_BYTES + update.bytes().length;
        }
        return bytes;
    }

    void put(ByteBuffer payload) {
        payload.putLong(key).putLong(begin).putLong(expected).putInt(updates.size());
        for (Update update : updates) {
            payload.putLong(update.first())
                    .putLong(update.second())
                    .putInt(update.operation())
                    .putInt(update.bytes().length)
                    .put(update.bytes());
        }
    }

    /** Reads a claim at the position of the payload, and advances the position. */
    static Claim take(ByteBuffer payload) {
        payload.order(ByteOrder.LITTLE_ENDIAN);
        need(payload, HEAD_BYTES);
        long key = payload.getLong();
        long begin = payload.getLong();
        long expected = payload.getLong();
        int count = payload.getInt();
        List<Update> updates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            need(payload, UPDATE_BYTES);
            long first = payload.getLong();
            long second = payload.getLong();
            int operation = payload.getInt();
            int length = payload.getInt();
            need(payload, length <= Update.BYTES_MAX ? length : -1);
            byte[] bytes = new byte[length];
            payload.get(bytes);
            updates.add(new Update(operation, key, first, second, bytes));
        }
        return new Claim(key, begin, expected, List.copyOf(updates));
    }

    static void need(ByteBuffer payload, int bytes) {
        if (bytes < 0 || payload.remaining() < bytes) {
            throw new MalformedMessageException(
                    "a message is cut short: bytes=" + payload.remaining() + " needed=" + bytes);
        }
    }
}
