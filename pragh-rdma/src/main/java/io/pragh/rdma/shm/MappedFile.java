package io.pragh.rdma.shm;

import io.pragh.core.memory.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Creates files and maps them as memory. Stateless. */
final class MappedFile {
    private static final int ZEROES_BYTES = 64 << 10;

    private MappedFile() {}

    /**
     * Creates a file of zeroes whose pages are all allocated: touching a page for which the file system has no room
     * would kill the process.
     */
    static void create(Path path, int bytes) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            extend(file, 0, bytes);
        }
    }

    /** Writes zeroes. */
    static void extend(FileChannel file, long from, long bytes) throws IOException {
        var unused = FileThreads.run(() -> {
            ByteBuffer zeroes = ByteBuffer.allocateDirect((int) Math.min(ZEROES_BYTES, bytes));
            long done = 0;
            while (done < bytes) {
                zeroes.clear().limit((int) Math.min(zeroes.capacity(), bytes - done));
                done += file.write(zeroes, from + done);
            }
            return done;
        });
    }

    /** Maps a whole file, whose length is a power of two. */
    static Region map(Path path, int bytes) throws IOException {
        return FileThreads.run(() -> {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                if (file.size() < bytes) {
                    throw new IOException("a shared file is too short: path=" + path + " bytes=" + file.size());
                }
                Region region = new Region(bytes, 1, length -> mapped(file, length));
                region.grow();
                return region;
            }
        });
    }

    private static ByteBuffer mapped(FileChannel file, int bytes) {
        try {
            return file.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Maps a part of a file. */
    static ByteBuffer map(FileChannel file, long from, int bytes) {
        try {
            return FileThreads.run(() -> file.map(FileChannel.MapMode.READ_WRITE, from, bytes));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
