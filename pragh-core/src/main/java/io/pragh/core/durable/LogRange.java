package io.pragh.core.durable;

import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A part of a log, from the beginning of a batch to the end of a batch, which is copied while more batches may be
 * written behind it. One thread.
 */
final class LogRange {
    private final Disk disk;
    private final long graph;
    private final long from;
    private final long to;
    private final BatchReader batches = new BatchReader();
    private Tail tail = Tail.NONE;

    /**
     * The last batch of a part. It distinguishes logs that have the same beginning.
     *
     * @param position its position; -1: there is none
     * @param check its checksum
     */
    record Tail(long position, int check) {
        static final Tail NONE = new Tail(-1, 0);
    }

    /**
     * A part of a graph's log.
     *
     * @param from position of a batch, or the end of the log
     * @param to position of the end of a durable batch, or {@code from}
     */
    LogRange(Disk disk, long graph, long from, long to) {
        this.disk = disk;
        this.graph = graph;
        this.from = from;
        this.to = to;
    }

    /**
     * Writes the part as one segment of a graph's log; {@code copied} receives the bytes copied since its last call.
     *
     * @throws DamagedDataException when the part was changed, or does not exist any more
     */
    void copy(Disk.File target, long as, LongConsumer copied) throws IOException {
        target.append(LogSegment.head(from, as).position(0).limit(LogSegment.HEAD_BYTES));
        long position = from;
        while (position < to) {
            long first = segmentOf(position);
            position = copy(LogSegment.name(first), first, position, target, copied);
        }
    }

    /** The same from a segment that begins where this part does and has another name. */
    void copyOf(String name, Disk.File target, long as, LongConsumer copied) throws IOException {
        target.append(LogSegment.head(from, as).position(0).limit(LogSegment.HEAD_BYTES));
        long end = from < to ? copy(name, from, from, target, copied) : from;
        if (end != to) {
            throw new DamagedDataException("a part of the log is missing", disk, name, end);
        }
    }

    private long copy(String name, long first, long position, Disk.File target, LongConsumer copied)
            throws IOException {
        try (Disk.File file = disk.open(name)) {
            if (!LogSegment.isHead(file, first, graph)) {
                throw new DamagedDataException(
                        "a segment of the log does not begin as one of this graph", disk, name, first);
            }
            long end = copy(file, name, first, position, target, copied);
            if (end == position) {
                throw new DamagedDataException("a part of the log is missing", disk, name, position);
            }
            return end;
        }
    }

    /** The last batch that was copied. */
    Tail tail() {
        return tail;
    }

    /** Whether the log has this batch, and the batch ends where this part does. */
    boolean endsWith(Tail last) throws IOException {
        long first = segmentOf(last.position);
        try (Disk.File file = disk.open(LogSegment.name(first))) {
            int recordBytes = batches.read(file, LogSegment.HEAD_BYTES + last.position - first, last.position);
            return recordBytes >= 0
                    && last.position + LogBatch.length(recordBytes) == to
                    && LogBatch.sum(batches.buffer()) == last.check;
        }
    }

    private long segmentOf(long position) throws IOException {
        List<Long> before = LogSegment.positions(disk.names().stream()).stream()
                .filter(first -> first <= position)
                .toList();
        if (before.isEmpty()) {
            throw new DamagedDataException("the log begins too late", disk, LogSegment.name(position), position);
        }
        return before.get(before.size() - 1);
    }

    private long copy(Disk.File file, String name, long first, long begin, Disk.File target, LongConsumer copied)
            throws IOException {
        long position = begin;
        long bytes = file.bytes() - LogSegment.HEAD_BYTES;
        while (position < to && position - first < bytes) {
            int recordBytes = batches.read(file, LogSegment.HEAD_BYTES + position - first, position);
            if (recordBytes < 0 || position + LogBatch.length(recordBytes) > to) {
                throw new DamagedDataException("a record of the log is damaged", disk, name, position);
            }
            tail = new Tail(position, LogBatch.sum(batches.buffer()));
            target.append(batches.buffer().rewind());
            position += LogBatch.length(recordBytes);
            copied.accept(LogBatch.length(recordBytes));
        }
        return position;
    }
}
