package io.pragh.tinkerpop.load;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * A file under a temporary name until it is complete: after any failure, no new file has the final name. It is
 * compressed if the final name ends in {@code .gz}. One thread.
 */
final class PartFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final Path part;
    private final FileChannel channel;
    private final OutputStream out;

    PartFile(Path file) throws IOException {
        this.file = file;
        this.part = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        this.channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        part.toFile().deleteOnExit(); // an interrupted process leaves no file behind
        OutputStream plain = Channels.newOutputStream(channel);
        boolean packed = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
        this.out = new BufferedOutputStream(packed ? new GZIPOutputStream(plain, BUFFER_BYTES) : plain, BUFFER_BYTES);
    }

    OutputStream out() {
        return out;
    }

    /** Completes the file; it is on the disk when this returns. */
    void finish() throws IOException {
        out.close();
        try (FileChannel written = FileChannel.open(part, StandardOpenOption.WRITE)) {
            written.force(true);
        }
    }

    /** Gives the file its final name, in place of an existing file. */
    void rename() throws IOException {
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Deletes the file unless it has its final name. */
    @Override
    public void close() throws IOException {
        try (channel) {
            Files.deleteIfExists(part);
        }
    }
}
