package io.pragh.core.protocol;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.KeyScan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * A home's answer to a {@link ScanRequest}.
 *
 * <pre>
 *   0      8
 *   | word | key … up to KeyScan.KEYS_MAX
 * </pre>
 *
 * <p>Word: the cursor for the next request, or a negative word without keys: {@link #REFUSED}, {@link #LOST}, or
 * {@link WordReply#FAILED} and the reason. So a reply has at most 32 KiB and 8 bytes. Immutable.
 */
public final class ScanReply {
    /** The receiver does not serve the partition: look at the view again. */
    public static final long REFUSED = WordReply.REFUSED;
    /** The partition's keys were lost with a node and are not declared restored. */
    public static final long LOST = -102;

    private static final int HEAD_BYTES = Long.BYTES;
    private static final long[] NO_KEYS = {};

    private final long word;
    private final String reason;
    private final long[] keys;

    private ScanReply(long word, String reason, long[] keys) {
        this.word = word;
        this.reason = reason;
        this.keys = keys;
    }

    /** A reply with the cursor for the next request and the first {@code count} of these keys. */
    public static ScanReply of(long cursor, long[] keys, int count) {
        return new ScanReply(cursor, "", Arrays.copyOf(keys, count));
    }

    /** A reply without keys, and the reason: {@link #REFUSED} or {@link #LOST}. */
    public static ScanReply none(long word) {
        return new ScanReply(word, "", NO_KEYS);
    }

    /** The cursor for the next request, or the negative word that says why there are no keys. */
    public long word() {
        return word;
    }

    /** Why the request failed, when the word is {@link WordReply#FAILED}. */
    public String reason() {
        return reason;
    }

    /** Passes the keys to the consumer in their order. */
    public void forEach(LongConsumer consumer) {
        for (long key : keys) {
            consumer.accept(key);
        }
    }

    /** The reply's payload. */
    public ByteBuffer encode() {
        ByteBuffer payload = ByteBuffer.allocate(HEAD_BYTES + keys.length * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(word);
        for (long key : keys) {
            payload.putLong(key);
        }
        return payload.flip();
    }

    /**
     * The reply of a payload; throws {@link MalformedMessageException} when it is no reply, or none to this request.
     */
    public static ScanReply decode(ByteBuffer message, ScanRequest request) {
        long word = WordReply.decode(message);
        if (word == WordReply.FAILED) {
            return new ScanReply(word, WordReply.reason(message), NO_KEYS);
        }
        int bytes = message.remaining() - HEAD_BYTES;
        int count = bytes / Long.BYTES;
        boolean meant = word >= 0
                ? word >= request.cursor() && word <= KeyScan.END && count <= request.limit()
                : bytes == 0 && (word == REFUSED || word == LOST);
        if (!meant || bytes % Long.BYTES != 0) {
            throw new MalformedMessageException("nobody answers a scan so: word=" + word + " bytes=" + bytes);
        }
        long[] keys = new long[count];
        message.duplicate()
                .order(ByteOrder.LITTLE_ENDIAN)
                .position(message.position() + HEAD_BYTES)
                .asLongBuffer()
                .get(keys);
        for (long key : keys) {
            if (GraphKey.kind(key) != request.kind()) {
                throw new MalformedMessageException("a key is not of the kind that was asked for: key="
                        + GraphKey.show(key) + " kind=" + request.kind());
            }
        }
        return new ScanReply(word, "", keys);
    }
}
