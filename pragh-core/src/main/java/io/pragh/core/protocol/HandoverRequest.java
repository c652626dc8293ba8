package io.pragh.core.protocol;

import io.pragh.core.address.HomeMap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * HANDOVER: a request of a partition's taker to its giver. The message's client names the attempt, its sequence the
 * request.
 *
 * <pre>
 *   0      8           16       24
 *   | kind | partition | offset | bytes |
 * </pre>
 *
 * @param kind the kind of request
 * @param partition the partition
 * @param offset the first byte, for kinds that ask for a range: {@link Kind#STATE}, {@link Kind#MEMORY}, {@link Kind#DIGESTS},
 *     {@link Kind#PART} and {@link Kind#TAIL}
 * @param bytes the number of bytes
 */
public record HandoverRequest(Kind kind, int partition, long offset, int bytes) {
    /** The number of bytes in one answer at most. */
    public static final int CHUNK_BYTES_MAX = 256 << 10;
    /** The number of bytes of memory at most whose digests fit into one answer. */
    public static final int DIGESTED_BYTES_MAX = 4 << 20;

    private static final int PAGE_BYTES = 4096;

    /** The kind of request. */
    public enum Kind {
        /** Giver to taker: begin the handover. Not answered. */
        OFFER(1),
        /**
         * Begin, while all work on the partition goes on. Answered with the partition's present shape; {@link #STATE}
         * then lists its pages in use.
         */
        LOOK(7),
        /** Send digests of the memory's pages, 8 bytes each. */
        DIGESTS(8),
        /** Stop all changes of the partition and withdraw it. Answered with its shape when that is done. */
        TAKE(2),
        /** Send bytes of the giver's state of the partition. */
        STATE(3),
        /** Send bytes of the partition's memory. */
        MEMORY(4),
        /**
         * Say what the giver's data folder has of the partition. Answered with sizes, in one message, as soon as the
         * giver is ready to send it.
         */
        KEPT(9),
        /** Send bytes of the last checkpoint's part. */
        PART(10),
        /** Send bytes of the commits behind it. */
        TAIL(11),
        /** The copy is complete: have the view changed. */
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

    /** The size of the answer in bytes, for kinds that ask for a range. */
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
