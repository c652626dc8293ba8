package io.pragh.tinkerpop.load;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/**
 * Hands out a line at a time, so that readers with a read-ahead do not get far ahead of the counted line. One thread.
 */
final class LineStream extends FilterInputStream {
    /** Bound on the bytes of a line of text, more than any real one. */
    static final long LINE_BYTES_MAX = 16 << 20;
    /**
     * Part of the heap that one line may take: a vertex with all its edges is a line of GraphSON, and reading it
     * takes several times its size.
     */
    private static final int GRAPHSON_SHARE = 16;

    private final LongConsumer read;
    private final long lineBytesMax;
    private long lines = 1;
    private long lineBytes;
    private boolean ended;

    /**
     * Reads a stream.
     *
     * @param read is told of every chunk of bytes
     * @param lineBytesMax bound on a line, beyond which no more of it is handed out
     */
    LineStream(InputStream in, LongConsumer read, long lineBytesMax) {
        super(in);
        this.read = read;
        this.lineBytesMax = lineBytesMax;
    }

    /** The bound on a line of a file; a format without lines has none. */
    static long lineBytesMax(FileFormat format, long heapBytes) {
        return switch (format) {
            case CSV, EDGES -> LINE_BYTES_MAX;
            case GRAPHSON -> Math.max(LINE_BYTES_MAX, heapBytes / GRAPHSON_SHARE);
            case GRAPHML, GRYO -> Long.MAX_VALUE;
        };
    }

    /** The number of the last line handed out, from 1. */
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

    /** Zero, so that a reader does not read ahead. */
    @Override
    public int available() {
        return 0;
    }
}
