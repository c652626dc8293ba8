package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads a log from its first segment to its end, and finds the end. One thread. */
// A crash may leave part of an unsynced batch at the end of the last segment. Nothing follows it, since no batch is
// written behind one that is not synced. So an incomplete batch is no damage if it is the last thing in the log, and
// any valid batch behind it proves that it was whole once.
public final class LogReader {
    private static final int CHUNK_BYTES = 1 << 20;

    private final Disk disk;
    private final long graph;
    private final boolean isNeeded;
    private final BatchReader batches = new BatchReader();

    /** Receives records. */
    @FunctionalInterface
    public interface Records {
        /**
         * Receives one record; its bytes are valid during this call only. {@code end} is the position in the log at
         * which its batch ends.
         */
        void record(ByteBuffer record, long end) throws IOException;
    }

    /** Reads the log of a graph. */
    public LogReader(Disk disk, long graph) {
        this(disk, graph, false);
    }

    /** The same of a log that is damaged when it has no segment, if it {@code isNeeded}. */
    LogReader(Disk disk, long graph, boolean isNeeded) {
        this.disk = disk;
        this.graph = graph;
        this.isNeeded = isNeeded;
    }

    /** Bytes of all segments. */
    public long bytes() throws IOException {
        long bytes = 0;
        for (long position : LogSegment.positions(disk.names().stream())) {
            try (Disk.File file = disk.open(LogSegment.name(position))) {
                bytes += file.bytes();
            }
        }
        return bytes;
    }

    /**
     * Passes all records on in their order, and returns the position at which the log ends; {@code first} when it has
     * no segment.
     *
     * @throws DamagedDataException when something that was durable was changed or is missing
     */
    public long read(long first, Records records) throws IOException {
        return read(first, 0, Long.MAX_VALUE, records);
    }

    /** The same up to a position where a durable batch ends, while the log goes on behind it. */
    public long readTo(long first, long limit, Records records) throws IOException {
        return read(first, 0, limit, records);
    }

    /**
     * Passes on the records of the batches between two positions where batches end, while more is being written
     * behind.
     */
    public long read(long first, long limit, Records records) throws IOException {
        return read(first, first, limit, records);
    }

    private long read(long first, long after, long limit, Records records) throws IOException {
        List<Long> segments = LogSegment.positions(disk.names().stream());
        if (segments.isEmpty() && isNeeded) {
            throw damaged(
                    "the log is gone, and what was committed and is in no checkpoint", LogSegment.name(first), first);
        }
        if (!segments.isEmpty() && segments.get(0) > first) {
            throw damaged("the log begins too late", LogSegment.name(segments.get(0)), segments.get(0));
        }
        long end = first;
        for (int i = segmentOf(segments, after); i < segments.size(); i++) {
            long from = segments.get(i);
            if (from >= limit) {
                break;
            }
            boolean last = i == segments.size() - 1;
            try (Disk.File file = disk.open(LogSegment.name(from))) {
                end = segment(file, from, last, limit, (record, at) -> {
                    if (at > after) {
                        records.record(record, at);
                    }
                });
            }
            if (!last && end < limit && end != segments.get(i + 1)) {
                throw damaged("a part of the log is missing", LogSegment.name(from), end);
            }
        }
        return end;
    }

    private static int segmentOf(List<Long> segments, long position) {
        int index = 0;
        while (index + 1 < segments.size() && segments.get(index + 1) <= position) {
            index++;
        }
        return index;
    }

    private long segment(Disk.File file, long from, boolean last, long limit, Records records) throws IOException {
        String name = LogSegment.name(from);
        if (!LogSegment.isHead(file, from, graph)) {
            if (last && file.bytes() <= LogSegment.HEAD_BYTES) {
                return from; // power was lost before the segment had a head
            }
            throw damaged("a segment of the log does not begin as one of this graph", name, from);
        }
        long position = from;
        long bytes = file.bytes() - LogSegment.HEAD_BYTES;
        while (position - from < bytes && position < limit) {
            long at = LogSegment.HEAD_BYTES + position - from;
            int recordBytes = batches.read(file, at, position);
            if (recordBytes < 0) {
                if (!last || hasBatchBehind(file, at, position)) {
                    throw damaged("a record of the log is damaged", name, position);
                }
                return position;
            }
            long end = position + LogBatch.length(recordBytes);
            deliver(recordBytes, end, name, records);
            position = end;
        }
        return position;
    }

    private void deliver(int recordBytes, long end, String name, Records records) throws IOException {
        ByteBuffer buffer = batches.buffer();
        int at = LogBatch.HEAD_BYTES;
        int limit = at + recordBytes;
        for (int count = LogBatch.count(buffer); count > 0; count--) {
            int length = at + Integer.BYTES <= limit ? buffer.getInt(at) : -1;
            if (length < 0 || length > limit - at - Integer.BYTES) {
                throw damaged("a batch of the log has not the records that it says", name, end);
            }
            at += Integer.BYTES;
            records.record(buffer.slice(at, length).order(buffer.order()), end);
            at += length;
        }
    }

    /** Whether there is a whole batch anywhere behind a position, which proves that the position was durable once. */
    private boolean hasBatchBehind(Disk.File file, long at, long position) throws IOException {
        ByteBuffer heads = LogBatch.buffer(CHUNK_BYTES);
        long bytes = file.bytes();
        for (long from = at + Long.BYTES; from < bytes; from += CHUNK_BYTES - LogBatch.HEAD_BYTES) {
            int length = (int) Math.min(CHUNK_BYTES, bytes - from);
            file.read(from, heads.clear().limit(length));
            for (int i = 0; i + LogBatch.HEAD_BYTES <= length; i += Long.BYTES) {
                long there = position + from + i - at;
                if (heads.getInt(i) == LogBatch.MAGIC && batches.read(file, from + i, there) >= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Makes the log end where {@link #read} has found its end, so that it can be continued: removes a batch that a
     * crash cut off, and makes the batches that were read durable. Nothing that was durable is touched, and a log
     * that has a segment keeps one.
     */
    // A batch that was written and not synced when its process was killed is read like any other, and later batches
    // build on it.
    public void endAt(long end) throws IOException {
        long last = -1;
        for (long position : LogSegment.positions(disk.names().stream())) {
            if (position > end) {
                disk.delete(LogSegment.name(position));
            } else {
                last = position;
            }
        }
        if (last >= 0) {
            try (Disk.File file = disk.open(LogSegment.name(last))) {
                long bytes = LogSegment.HEAD_BYTES + end - last;
                if (file.bytes() > bytes) {
                    file.truncate(bytes);
                }
                file.sync();
            }
        }
        disk.syncNames();
    }

    /** Removes the segments that end at or before a position. */
    public void cut(long position) throws IOException {
        List<Long> segments = LogSegment.positions(disk.names().stream());
        for (int i = 0; i + 1 < segments.size() && segments.get(i + 1) <= position; i++) {
            disk.delete(LogSegment.name(segments.get(i)));
        }
        disk.syncNames();
    }

    private DamagedDataException damaged(String what, String file, long position) {
        return new DamagedDataException(what, disk, file, position);
    }

    /** The exception for a failed read. */
    static PraghException unreadable(Disk disk, IOException failed) {
        return new PraghException(
                "the data folder cannot be read; see to the disk: folder=" + disk + " because " + failed, failed);
    }
}
