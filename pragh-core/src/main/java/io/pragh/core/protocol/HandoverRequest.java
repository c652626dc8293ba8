package io.pragh.core.protocol;

import io.pragh.core.address.HomeMap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * What the taker of a partition asks its giver for; the message's client names the attempt, its sequence the request.
 *
 * <pre>
 *   0      8           16       24
 *   | kind | partition | offset | bytes |
 * </pre>
 *
 * @param kind what is asked for
 * @param partition the partition
 * @param offset the first byte, for {@link Kind#STATE}, {@link Kind#MEMORY} and {@link Kind#DIGESTS}
 * @param bytes how many
 */
public record HandoverRequest(Kind kind, int partition, long offset, int bytes) {
    /** Bytes of one answer at most. */
    public static final int CHUNK_BYTES_MAX = 256 << 10;
    /** Bytes of memory at most whose digests one answer brings. */
    public static final int DIGESTED_BYTES_MAX = 4 << 20;

    private static final int PAGE_BYTES = 4096;

    /** What is asked for. */
    public enum Kind {
        /** Giver to taker: begin; not answered. */
        OFFER(1),
        /** Begin, and let all go on; answered with the partition's present shape, STATE is which of its pages are in use. */
        LOOK(7),
        /** Digests of its memory's pages, 8 bytes each. */
        DIGESTS(8),
        /** Stop what changes the partition and withdraw it; answered with its shape when that is done. */
        TAKE(2),
        /** Bytes of what the giver knows of the partition. */
        STATE(3),
        /** Bytes of its memory. */
        MEMORY(4),
        /** Everything is here: have the view changed. */
        READY(5),
        /** The attempt is given up. */
        CANCEL(6);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private static @Nullable Kind of(long code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            return null;
        }
    }

    /** A request without a range. */
    public static HandoverRequest of(Kind kind, int partition) {
        return new HandoverRequest(kind, partition, 0, 0);
    }

    /** Bytes that the answer brings, for those that ask for a range. */
    public int answerBytes() {
        return kind == Kind.DIGESTS ? bytes / PAGE_BYTES * Long.BYTES : bytes;
    }

    /** The request's payload. */
    public ByteBuffer encode() {
        return ByteBuffer.allocate(4 * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(kind.code)
                .putLong(partition)
                .putLong(offset)
                .putLong(bytes)
                .flip();
    }

    /** The request of a payload; throws {@link MalformedMessageException} when it is none. */
    public static HandoverRequest decode(ByteBuffer payload) {
        String name = "a request for a handover";
        long code = Payload.word(payload, 0, name);
        long partition = Payload.word(payload, Long.BYTES, name);
        long offset = Payload.word(payload, 2 * Long.BYTES, name);
        long bytes = Payload.word(payload, 3 * Long.BYTES, name);
        Kind kind = Kind.of(code);
        boolean meant = partition >= 0
                && partition < HomeMap.PARTITIONS_MAX
                && offset >= 0
                && bytes >= 0
                && bytes <= (kind == Kind.DIGESTS ? DIGESTED_BYTES_MAX : CHUNK_BYTES_MAX);
        if (kind == null || !meant) {
            throw new MalformedMessageException("nobody asks for a partition so: kind=" + code + " partition="
                    + partition + " offset=" + offset + " bytes=" + bytes);
        }
        return new HandoverRequest(kind, (int) partition, offset, (int) bytes);
    }
}
