package io.pragh.core.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The format of a segment, one file of the log, named by the position of its first byte.
 *
 * <pre>
 *   0       8        12          16          24      28    32
 *   | magic | format | zero      | position  | graph | check | batches …
 * </pre>
 *
 * <p>Graph: the low word of the graph's number. Check: CRC-32C of the bytes before it. Stateless.
 */
final class LogSegment {
    static final int HEAD_BYTES = 32;
    static final int FORMAT = 1;

    private static final String PREFIX = "log-";
    private static final long MAGIC = 0x4C4F_4748_4741_5250L;
    private static final int CHECKED_BYTES = 28;

    private LogSegment() {}

    static String name(long position) {
        return PREFIX + String.format(Locale.ROOT, "%016x", position);
    }

    /** The positions of the segments among these files, in ascending order. */
    static List<Long> positions(Stream<String> names) {
        return names.filter(name -> name.matches(PREFIX + "[0-9a-f]{16}"))
                .map(name -> Long.parseUnsignedLong(name.substring(PREFIX.length()), 16))
                .sorted()
                .toList();
    }

    static ByteBuffer head(long position, long graph) {
        ByteBuffer head = LogBatch.buffer(HEAD_BYTES);
        head.putLong(0, MAGIC).putInt(8, FORMAT).putLong(16, position).putInt(24, (int) graph);
        head.putInt(CHECKED_BYTES, Checks.of(head, 0, CHECKED_BYTES));
        return head;
    }

    /** Begins a segment; its name and its head are durable when this returns. */
    static Disk.File begin(Disk disk, long position, long graph) throws IOException {
        Disk.File file = disk.create(name(position));
        boolean done = false;
        try {
            file.append(head(position, graph).position(0).limit(HEAD_BYTES));
            file.sync();
            disk.syncNames();
            done = true;
            return file;
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    /** Whether a folder has a log to which something was written, of any graph. */
    static boolean isWritten(Disk disk, List<String> names) throws IOException {
        List<Long> positions = positions(names.stream());
        if (!positions.equals(List.of(0L))) {
            return !positions.isEmpty();
        }
        try (Disk.File file = disk.open(name(0))) {
            return file.bytes() > HEAD_BYTES;
        }
    }

    /** Whether a file begins with the head of the segment at a position. */
    static boolean isHead(Disk.File file, long position, long graph) throws IOException {
        if (file.bytes() < HEAD_BYTES) {
            return false;
        }
        ByteBuffer found = LogBatch.buffer(HEAD_BYTES);
        file.read(0, found);
        return found.flip().equals(head(position, graph));
    }
}
