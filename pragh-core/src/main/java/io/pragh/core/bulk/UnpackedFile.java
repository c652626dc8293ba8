package io.pragh.core.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bytes of a file, unpacked if its first bytes are those of gzip: all members, or an exception that says where
 * the damage is and what to do. One thread.
 */
// All commands use this reader, so that `load` takes every file that `demo --file` takes, and neither silently loses
// the rest of a file.
public final class UnpackedFile extends InputStream {
    private final ByteFeed feed;
    private final byte[] one = new byte[1];

    private UnpackedFile(ByteFeed feed) {
        this.feed = feed;
    }

    /**
     * Opens a file.
     *
     * @throws IOException when it cannot be read, or is compressed in another format than gzip
     */
    public static UnpackedFile open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            PushbackInputStream whole = new PushbackInputStream(in, FileSignature.BYTES_MAX);
            FileSignature signature = FileSignature.of(whole);
            return new UnpackedFile(
                    switch (signature) {
                        case NONE -> new PlainFeed(whole);
                        case GZIP -> new GzipFeed(whole);
                        case ZIP, BZIP2, XZ, ZSTANDARD ->
                            throw new IOException("the file is packed as " + signature.title()
                                    + "; unpack it first, or pack it with gzip");
                    });
        } catch (IOException | RuntimeException failed) {
            in.close();
            throw failed;
        }
    }

    @Override
    public int read() throws IOException {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        try {
            return feed.read(into, from, length);
        } catch (FeedException fault) {
            throw new IOException(fault.getMessage() + "; " + fault.advice(), fault);
        }
    }

    @Override
    public void close() throws IOException {
        feed.close();
    }
}
