package io.pragh.tinkerpop.load;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/**
 * Hands out a line at a time, so that readers which read ahead do not get far ahead of the line that is counted. One thread.
 */
final class LineStream extends FilterInputStream {
    /** Of a line of text; nobody writes longer ones. */
    static final long LINE_BYTES_MAX = 16 << 20;
    /** Of the heap: a vertex with all its edges is a line of GraphSON, and has to be held several times over to be read. */
    private static final int GRAPHSON_SHARE = 16;

    private final LongConsumer read;
    private final long lineBytesMax;
    private long lines = 1;
    private long lineBytes;
    private boolean ended;

    /**
     * Over a stream.
     *
     * @param read is told of every chunk of bytes
     * @param lineBytesMax of a line that is longer, no more is handed out
     */
    LineStream(InputStream in, LongConsumer read, long lineBytesMax) {
        super(in);
        this.read = read;
        this.lineBytesMax = lineBytesMax;
    }

    /** How long a line of a file may be; what has no lines is not held as such. */
    static long lineBytesMax(FileFormat format, long heapBytes) {
        return switch (format) {
            case CSV, EDGES -> LINE_BYTES_MAX;
            case GRAPHSON -> Math.max(LINE_BYTES_MAX, heapBytes / GRAPHSON_SHARE);
            case GRAPHML, GRYO -> Long.MAX_VALUE;
        };
    }

    /** The line that was handed out last, from 1. */
    long line() {
        return lines;
    }

    @Override
    public int read() throws IOException {
        int next = in.read();
        if (next >= 0) {
            count(next);
            read.accept(1);
        }
        return next;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = 0;
        while (count < length) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            bytes[offset + count++] = (byte) next;
            count(next);
            if (next == '\n') {
                break;
            }
        }
        read.accept(count);
        return count == 0 && length > 0 ? -1 : count;
    }

    private void count(int next) {
        if (ended) {
            lines++;
            lineBytes = 0;
        }
        ended = next == '\n';
        lineBytes++;
        if (lineBytes > lineBytesMax) {
            throw new MalformedLine("the line is too long: bytesMax=" + lineBytesMax);
        }
    }

    /** Nothing that a reader should fetch before it needs it. */
    @Override
    public int available() {
        return 0;
    }
}
