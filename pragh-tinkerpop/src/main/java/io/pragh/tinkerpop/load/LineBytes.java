package io.pragh.tinkerpop.load;

import io.pragh.core.memory.Words;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** Lines of a text as bytes: ranges of an array that is reused for the next ones. One thread. */
final class LineBytes {
    /** Bound on the bytes of a line of text, more than any real one. */
    static final int LINE_BYTES_MAX = 16 << 20;

    private static final int BUFFER_BYTES = 1 << 18;
    /** Longer arrays are refused by some virtual machines. */
    private static final int ARRAY_BYTES_MAX = Integer.MAX_VALUE - 8;
    /**
     * Part of the heap that one line may take: a vertex with all its edges is a line of GraphSON, and reading it
     * takes several times its size.
     */
    private static final int GRAPHSON_SHARE = 16;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private static final long LINE_FEEDS = ByteMatch.all('\n');
    private static final long CARRIAGE_RETURNS = ByteMatch.all('\r');

    private final InputStream in;
    private final LongConsumer read;
    private final int lineBytesMax;
    private byte[] bytes = new byte[BUFFER_BYTES];
    private int filled;
    private boolean ended;
    private boolean begun;
    /** Start of the line in the array, whose terminator is excluded; the next one begins at {@link #next}. */
    private int from;

    private int to;
    private int next;
    private long lines;
    /** Whether a line feed was met since the last counted line. */
    private boolean isNewLine = true;

    /** Reads lines of a stream, none longer than {@code lineBytesMax}; {@code read} is told of the bytes. */
    LineBytes(InputStream in, LongConsumer read, int lineBytesMax) {
        this.in = in;
        this.read = read;
        this.lineBytesMax = lineBytesMax;
    }

    /** The bound on a line of a file, on a heap of so many bytes. */
    static int lineBytesMax(FileFormat format, long heapBytes) {
        long share = format == FileFormat.GRAPHSON ? heapBytes / GRAPHSON_SHARE : 0;
        return (int)
                Math.min(Math.max(LINE_BYTES_MAX, share), ARRAY_BYTES_MAX - 1); // one more tells that it is too long
    }

    /** The number of the last line, from 1; lines that end with a carriage return alone count as one. */
    long line() {
        return Math.max(1, lines);
    }

    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** Start of the next line, of which the bytes before {@link #filled} are present. */
    int nextFrom() {
        return next;
    }

    /** Index behind the last byte present. */
    int filled() {
        return filled;
    }

    /**
     * Advances to the next line if the present one ends at {@code end}, where a caller that has parsed it has found
     * its end.
     */
    boolean nextTo(int end) {
        int feed = end < filled && bytes[end] == '\r' ? end + 1 : end;
        if (feed >= filled || bytes[feed] != '\n') {
            return false;
        }
        from = next;
        to = end;
        countLine();
        next = feed + 1;
        isNewLine = true;
        return true;
    }

    /** Advances to the next line; false when there is none. Earlier ranges become invalid. */
    boolean next() throws IOException {
        if (!begun) {
            begun = true;
            skipMark();
        }
        from = next;
        int at = from;
        while (true) {
            int end = lineEnd(at);
            if (end < filled && (bytes[end] == '\n' || end + 1 < filled || ended)) {
                return found(end);
            }
            if (ended) {
                return from < filled && found(filled);
            }
            checkLength(end);
            int done = end - from;
            fill();
            at = from + done;
        }
    }

    /** The first byte from an index on that ends a line, or the end of the bytes present. */
    private int lineEnd(int begin) {
        int at = begin;
        for (; at <= filled - Long.BYTES; at += Long.BYTES) {
            long word = Words.getLong(bytes, at);
            long ends = ByteMatch.firstOf(word, LINE_FEEDS) | ByteMatch.firstOf(word, CARRIAGE_RETURNS);
            if (ends != 0) {
                return at + ByteMatch.index(ends);
            }
        }
        while (at < filled && bytes[at] != '\n' && bytes[at] != '\r') {
            at++;
        }
        return at;
    }

    private void checkLength(int end) {
        if (end - from > lineBytesMax) {
            countLine();
            throw new MalformedLine("the line is too long: bytesMax=" + lineBytesMax);
        }
    }

    private boolean found(int end) {
        checkLength(end);
        to = end;
        countLine();
        if (end == filled) {
            next = end;
            return true;
        }
        boolean pair = bytes[end] == '\r' && end + 1 < filled && bytes[end + 1] == '\n';
        next = pair ? end + 2 : end + 1;
        isNewLine = bytes[next - 1] == '\n';
        return true;
    }

    private void countLine() {
        if (isNewLine) {
            lines++;
            isNewLine = false;
        }
    }

    /** Reads more bytes behind those of the incomplete line, which move to the beginning. */
    private void fill() throws IOException {
        System.arraycopy(bytes, from, bytes, 0, filled - from);
        filled -= from;
        from = 0;
        if (filled == bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(2L * filled, ARRAY_BYTES_MAX));
        }
        int count = in.read(bytes, filled, bytes.length - filled);
        if (count < 0) {
            ended = true;
        } else {
            filled += count;
            read.accept(count);
        }
    }

    /** Skips the byte order mark that some programs write. */
    private void skipMark() throws IOException {
        while (filled < BYTE_ORDER_MARK.length && !ended) {
            fill();
        }
        int length = BYTE_ORDER_MARK.length;
        if (filled >= length && Arrays.equals(bytes, 0, length, BYTE_ORDER_MARK, 0, length)) {
            next = length;
        }
    }
}
