package io.pragh.coordinator.exchange;

import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Head of every record that nodes and coordinator exchange, little-endian.
 *
 * <pre>
 *   0      1         2      4       8        16       24       28
 *   | kind | version | zero | bytes | source | number | crc32c | zero | payload …
 * </pre>
 *
 * <p>The kind defines the meaning of source and number; bytes and crc32c are the payload's. Stateless.
 */
public final class RecordCodec {
    /** Bound on a record: ZooKeeper fails beyond a megabyte, and its failure looks like a lost connection. */
    public static final int BYTES_MAX = 512 << 10;

    /** The kind of a record. */
    public enum Kind {
        /** An access report: source is the node, number its sequence. */
        REPORT(1),
        /**
         * A plan for one node: source is the coordinator's term, number counts the records sent to the node in that
         * term.
         */
        PLAN(2),
        /** A member of the cluster: source is its node number. */
        MEMBER(5),
        /** A view of the cluster. */
        VIEW(6),
        /** The facts that were fixed when the graph was created. */
        GRAPH(7);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }
    }

    static final int KIND_OFFSET = 0;
    static final int VERSION_OFFSET = KIND_OFFSET + Byte.BYTES;
    static final int BYTES_OFFSET = VERSION_OFFSET + Byte.BYTES + Short.BYTES;
    static final int SOURCE_OFFSET = BYTES_OFFSET + Integer.BYTES;
    static final int NUMBER_OFFSET = SOURCE_OFFSET + Long.BYTES;
    static final int CRC_OFFSET = NUMBER_OFFSET + Long.BYTES;
    static final int LENGTH = CRC_OFFSET + Integer.BYTES + Integer.BYTES;

    /** Room for the payload. */
    public static final int PAYLOAD_MAX = BYTES_MAX - LENGTH;

    private static final byte VERSION = 2;

    private RecordCodec() {}

    /**
     * A record that was read and validated.
     *
     * @param source defined by the kind
     * @param number defined by the kind
     * @param payload the rest
     */
    public record Opened(long source, long number, PayloadReader payload) {}

    /** The bytes of a record; throws {@link PraghException} when it would be too large. */
    public static byte[] seal(Kind kind, long source, long number, PayloadWriter payload) {
        byte[] body = payload.toBytes();
        if (body.length > PAYLOAD_MAX) {
            throw new PraghException(
                    "a record is too large: kind=" + kind + " bytes=" + body.length + " max=" + PAYLOAD_MAX);
        }
        ByteBuffer record = ByteBuffer.allocate(LENGTH + body.length).order(ByteOrder.LITTLE_ENDIAN);
        record.put(KIND_OFFSET, kind.code);
        record.put(VERSION_OFFSET, VERSION);
        record.putInt(BYTES_OFFSET, body.length);
        record.putLong(SOURCE_OFFSET, source);
        record.putLong(NUMBER_OFFSET, number);
        record.putInt(CRC_OFFSET, crcOf(body));
        record.put(LENGTH, body);
        return record.array();
    }

    /**
     * Opens a record of a kind; throws {@link PraghException} when it is damaged, of another kind or of a later
     * version.
     */
    public static Opened open(Kind kind, byte[] bytes) {
        if (bytes.length < LENGTH) {
            throw new PraghException("a record is too short: kind=" + kind + " bytes=" + bytes.length);
        }
        ByteBuffer record = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        byte version = record.get(VERSION_OFFSET);
        if (version != VERSION) {
            throw new PraghException("the cluster runs another version of Pragh; run the same at all nodes: kind="
                    + kind + " version=" + VERSION + " cluster=" + version);
        }
        if (record.get(KIND_OFFSET) != kind.code) {
            throw new PraghException(
                    "a record is not what was expected: kind=" + kind + " found=" + record.get(KIND_OFFSET));
        }
        byte[] body = Arrays.copyOfRange(bytes, LENGTH, bytes.length);
        if (record.getInt(BYTES_OFFSET) != body.length || record.getInt(CRC_OFFSET) != crcOf(body)) {
            throw new PraghException("a record is damaged: kind=" + kind + " bytes=" + body.length);
        }
        return new Opened(record.getLong(SOURCE_OFFSET), record.getLong(NUMBER_OFFSET), new PayloadReader(body));
    }

    private static int crcOf(byte[] body) {
        CRC32C crc = new CRC32C();
        crc.update(body);
        return (int) crc.getValue();
    }
}
