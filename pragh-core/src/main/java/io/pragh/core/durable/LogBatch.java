package io.pragh.core.durable;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The format of a batch, the unit in which the log is written: some records, and a head that distinguishes a whole
 * batch from one that was cut off.
 *
 * <pre>
 *   0       4       8          16      20      24
 *   | magic | bytes | position | check | count | length 4, bytes … per record | zeros up to a multiple of 8 |
 * </pre>
 *
 * <p>Bytes: of all records with their lengths. Position: the batch's position in the log; everything before it was
 * durable when it was written. Check: CRC-32C of the position, the count, the records and the zeros. Stateless.
 */
final class LogBatch {
    static final int HEAD_BYTES = 24;
    static final int MAGIC = 0x5047_4C42;

    private static final int BYTES_OFFSET = 4;
    private static final int POSITION_OFFSET = 8;
    private static final int CHECK_OFFSET = 16;
    private static final int COUNT_OFFSET = 20;

    private LogBatch() {}

    /** The size in bytes of a batch in the log. */
    static long length(int recordBytes) {
        return HEAD_BYTES + (recordBytes + 7L & ~7L);
    }

    /**
     * Writes the head of a batch whose records already follow it, and sets the buffer's position to 0 and its limit
     * to the batch's length.
     */
    static void seal(ByteBuffer batch, int recordBytes, int count, long position) {
        batch.clear();
        batch.putInt(0, MAGIC)
                .putInt(BYTES_OFFSET, recordBytes)
                .putLong(POSITION_OFFSET, position)
                .putInt(COUNT_OFFSET, count);
        for (int at = HEAD_BYTES + recordBytes; at < length(recordBytes); at++) {
            batch.put(at, (byte) 0);
        }
        batch.putInt(CHECK_OFFSET, check(batch, recordBytes)).limit((int) length(recordBytes));
    }

    /** The bytes of the records according to a head, or -1 when it is not the head of a batch at this position. */
    static int recordBytes(ByteBuffer head, long position) {
        boolean known = head.getInt(0) == MAGIC && head.getLong(POSITION_OFFSET) == position;
        return known && head.getInt(BYTES_OFFSET) >= 0 ? head.getInt(BYTES_OFFSET) : -1;
    }

    static long position(ByteBuffer head) {
        return head.getLong(POSITION_OFFSET);
    }

    static int count(ByteBuffer batch) {
        return batch.getInt(COUNT_OFFSET);
    }

    /** The checksum in the head. */
    static int sum(ByteBuffer batch) {
        return batch.getInt(CHECK_OFFSET);
    }

    /** Whether the checksum matches the bytes. */
    static boolean isWhole(ByteBuffer batch, int recordBytes) {
        return batch.getInt(CHECK_OFFSET) == check(batch, recordBytes);
    }

    private static int check(ByteBuffer batch, int recordBytes) {
        CRC32C sum = new CRC32C();
        sum.update(batch.duplicate().clear().position(POSITION_OFFSET).limit(CHECK_OFFSET));
        sum.update(batch.duplicate().clear().position(COUNT_OFFSET).limit((int) length(recordBytes)));
        return (int) sum.getValue();
    }

    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
