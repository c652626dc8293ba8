package io.pragh.core.durable;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads batches of the log, one at a time. One thread. */
final class BatchReader {
    private static final int FIRST_BYTES = 1 << 20;

    private ByteBuffer buffer = LogBatch.buffer(FIRST_BYTES);

    /** Reads the batch at a position; returns the bytes of its records, or -1 when it is not whole. */
    int read(Disk.File file, long at, long position) throws IOException {
        long left = file.bytes() - at;
        if (left < LogBatch.HEAD_BYTES) {
            return -1;
        }
        file.read(at, buffer.clear().limit((int) Math.min(left, LogBatch.HEAD_BYTES)));
        int recordBytes = LogBatch.recordBytes(buffer, position);
        if (recordBytes < 0 || LogBatch.length(recordBytes) > left) {
            return -1;
        }
        int length = (int) LogBatch.length(recordBytes);
        if (length > buffer.capacity()) {
            buffer = LogBatch.buffer(length);
        }
        file.read(at, buffer.clear().limit(length));
        return LogBatch.isWhole(buffer, recordBytes) ? recordBytes : -1;
    }

    /** The batch that was read last, valid until the next read. */
    ByteBuffer buffer() {
        return buffer;
    }
}
