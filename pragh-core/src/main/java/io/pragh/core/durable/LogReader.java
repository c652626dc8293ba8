package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads a log from its first segment to its end, and says where that is. One thread. */
// What a crash may leave: a batch that was not synced, in part, at the end of the last segment; behind it nothing,
// since no batch is written behind one that is not synced. So a batch that is not whole is no damage if it is the
// last thing there is, and whatever valid batch comes behind it proves that it was whole once.
public final class LogReader {
    private static final int CHUNK_BYTES = 1 << 20;

    private final Disk disk;
    private final long graph;
    private final BatchReader batches = new BatchReader();

    /** Gets records. */
    @FunctionalInterface
    public interface Records {
        /** One record; its bytes may be looked at during this call only. {@code end}: where its batch ends in the log. */
        void record(ByteBuffer record, long end) throws IOException;
    }

    /** Of the log of a graph. */
    public LogReader(Disk disk, long graph) {
        this.disk = disk;
        this.graph = graph;
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
     * Hands over all records in their order, and returns where the log ends; {@code first} when it has no segment.
     *
     * @throws DamagedDataException when something that was durable is not there as it was written
     */
    public long read(long first, Records records) throws IOException {
        List<Long> segments = LogSegment.positions(disk.names().stream());
        if (!segments.isEmpty() && segments.get(0) > first) {
            throw damaged("the log begins too late", LogSegment.name(segments.get(0)), segments.get(0));
        }
        long end = first;
        for (int i = 0; i < segments.size(); i++) {
            long from = segments.get(i);
            boolean last = i == segments.size() - 1;
            try (Disk.File file = disk.open(LogSegment.name(from))) {
                end = segment(file, from, last, records);
            }
            if (!last && end != segments.get(i + 1)) {
                throw damaged("a part of the log is missing", LogSegment.name(from), end);
            }
        }
        return end;
    }

    private long segment(Disk.File file, long from, boolean last, Records records) throws IOException {
        String name = LogSegment.name(from);
        if (!LogSegment.isHead(file, from, graph)) {
            if (last && file.bytes() <= LogSegment.HEAD_BYTES) {
                return from; // power was lost before it had one
            }
            throw damaged("a segment of the log does not begin as one of this graph", name, from);
        }
        long position = from;
        long bytes = file.bytes() - LogSegment.HEAD_BYTES;
        while (position - from < bytes) {
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

    /** Whether a whole batch lies anywhere behind a place: then what is there was durable once. */
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
     * Makes the log end where {@link #read} has found its end, so that more can follow: what was cut off there by a crash goes, and what
     * was read lasts. Nothing that was durable is touched.
     */
    // A batch that was written and not synced when its process was killed is read as any other, and more is to be built
    // on it.
    public void endAt(long end) throws IOException {
        long last = -1;
        for (long position : LogSegment.positions(disk.names().stream())) {
            if (position >= end) {
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

    /** Takes away the segments that hold nothing from a position on. */
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

    /** Whether a folder has a log, of whatever graph. */
    static boolean isIn(List<String> names) {
        return !LogSegment.positions(names.stream()).isEmpty();
    }

    /** For messages: throws what a failed read comes to. */
    static PraghException unreadable(Disk disk, IOException failed) {
        return new PraghException(
                "the data folder cannot be read; see to the disk: folder=" + disk + " because " + failed, failed);
    }
}
