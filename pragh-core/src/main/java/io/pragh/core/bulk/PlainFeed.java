package io.pragh.core.bulk;

import java.io.IOException;
import java.io.InputStream;

/** Reads a file whose bytes are the text. Thread rule: one thread. */
final class PlainFeed implements ByteFeed {
    private final InputStream in;
    private long fileBytes;

    PlainFeed(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int count = in.read(into, from, length);
        if (count > 0) {
            fileBytes += count;
        }
        return count;
    }

    @Override
    public long fileBytes() {
        return fileBytes;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
