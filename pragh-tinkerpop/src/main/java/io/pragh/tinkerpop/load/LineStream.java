package io.pragh.tinkerpop.load;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/**
 * Hands out a line at a time, so that readers with a read-ahead do not get far ahead of the counted line. One thread.
 */
final class LineStream extends FilterInputStream {
    private final LongConsumer read;
    private long lines = 1;
    private boolean ended;

    /** Reads a stream; {@code read} is told of every chunk of bytes. */
    LineStream(InputStream in, LongConsumer read) {
        super(in);
        this.read = read;
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
        }
        ended = next == '\n';
    }

    /** Zero, so that a reader does not read ahead. */
    @Override
    public int available() {
        return 0;
    }
}
