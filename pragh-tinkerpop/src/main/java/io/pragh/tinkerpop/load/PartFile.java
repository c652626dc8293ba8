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
 * A file under another name until it is whole: after whatever goes wrong, nothing is there under the final one that was not there
 * before. It is packed if the final name ends in {@code .gz}. One thread.
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
        part.toFile().deleteOnExit(); // whoever is interrupted leaves nothing behind
        OutputStream plain = Channels.newOutputStream(channel);
        boolean packed = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
        this.out = new BufferedOutputStream(packed ? new GZIPOutputStream(plain, BUFFER_BYTES) : plain, BUFFER_BYTES);
    }

    OutputStream out() {
        return out;
    }

    /** All is written; it is on the disk when this returns. */
    void finish() throws IOException {
        out.close();
        try (FileChannel written = FileChannel.open(part, StandardOpenOption.WRITE)) {
            written.force(true);
        }
    }

    /** Gives it its name, in place of a file that has it. */
    void rename() throws IOException {
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Deletes what has not got its name. */
    @Override
    public void close() throws IOException {
        try (channel) {
            Files.deleteIfExists(part);
        }
    }
}
