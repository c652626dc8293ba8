package io.pragh.core.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads the undamaged batches of a damaged log, in their order. One thread. */
final class SalvagedLog {
    private static final int WINDOW_BYTES = 1 << 20;

    private final Disk disk;
    private final SalvageReport report;
    private final BatchReader batches = new BatchReader();
    private boolean whole;

    /** Receives batches. */
    @FunctionalInterface
    interface Batches {
        /** Receives a whole batch; its bytes are valid during this call only. */
        void batch(ByteBuffer batch, int recordBytes) throws IOException;
    }

    SalvagedLog(Disk disk, SalvageReport report) {
        this.disk = disk;
        this.report = report;
    }

    /**
     * Passes on all whole batches, and returns whether all were whole; {@code first} is the position from which on
     * the log is needed.
     */
    boolean read(long first, Batches target) throws IOException {
        List<Long> segments = LogSegment.positions(disk.names().stream());
        whole = !segments.isEmpty();
        long end = first;
        for (int i = 0; i < segments.size(); i++) {
            long from = segments.get(i);
            if (from > end) {
                whole = false;
                report.lost("a part of the log is missing, and what was committed there is lost: log=" + hex(end)
                        + " to " + hex(from));
            }
            end = Math.max(end, segment(from, i == segments.size() - 1, target));
        }
        if (segments.isEmpty()) {
            report.lost("the log is missing, and what was committed and is in no checkpoint is lost: log=" + hex(first)
                    + " on");
        }
        return whole;
    }

    private long segment(long from, boolean last, Batches target) throws IOException {
        String name = LogSegment.name(from);
        try (Disk.File file = disk.open(name)) {
            long bytes = file.bytes() - LogSegment.HEAD_BYTES; // a damaged head is no loss: the name says the same
            long position = from;
            while (position - from < bytes) {
                int recordBytes = batches.read(file, LogSegment.HEAD_BYTES + position - from, position);
                if (recordBytes >= 0) {
                    target.batch(batches.buffer(), recordBytes);
                    position += LogBatch.length(recordBytes);
                    continue;
                }
                whole = false;
                long next = find(file, from, position + Long.BYTES);
                if (next < 0) {
                    report.lost((last
                                    ? "the log ends in what is not whole, which a crash has cut off, or which is damaged"
                                    : "a part of the log is damaged, and what was committed there is lost")
                            + ": file=" + name + " log=" + hex(position) + " to " + hex(from + bytes));
                    return last ? position : from + bytes;
                }
                report.lost("a part of the log is damaged, and what was committed there is lost: file=" + name + " log="
                        + hex(position) + " to " + hex(next));
                position = next;
            }
            return position;
        }
    }

    /** The position of the next whole batch; -1 when there is none in the file. */
    private long find(Disk.File file, long from, long after) throws IOException {
        ByteBuffer window = LogBatch.buffer(WINDOW_BYTES);
        long bytes = file.bytes();
        long begin = LogSegment.HEAD_BYTES + after - from;
        for (long at = begin; at < bytes; at += WINDOW_BYTES - LogBatch.HEAD_BYTES) {
            int length = (int) Math.min(WINDOW_BYTES, bytes - at);
            file.read(at, window.clear().limit(length));
            for (int i = 0; i + LogBatch.HEAD_BYTES <= length; i += Long.BYTES) {
                long position = from + at + i - LogSegment.HEAD_BYTES;
                if (window.getInt(i) == LogBatch.MAGIC && batches.read(file, at + i, position) >= 0) {
                    return position;
                }
            }
        }
        return -1;
    }

    private static String hex(long position) {
        return Long.toHexString(position);
    }
}
