package io.pragh.core.durable;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a data folder, on its file {@code lock}: one holder in this process at a time, and no other process if
 * the holder writes. Any thread.
 */
final class FolderLock implements AutoCloseable {
    static final String FILE = "lock";

    /**
     * Folders that this process holds are not opened a second time: closing any channel of a file releases all locks
     * of the process on that file.
     */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel file;
    private final FileLock lock;

    private FolderLock(Path folder, FileChannel file, FileLock lock) {
        this.folder = folder;
        this.file = file;
        this.lock = lock;
    }

    /** A lock for writing; null when the folder is locked already. */
    static @Nullable FolderLock toWrite(Path folder) throws IOException {
        return of(folder, false, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /**
     * A lock for reading, in a folder with such a file; null when this process holds the folder, or another process
     * holds it for writing.
     */
    static @Nullable FolderLock toRead(Path folder) throws IOException {
        return of(folder, true, StandardOpenOption.READ);
    }

    private static @Nullable FolderLock of(Path folder, boolean shared, StandardOpenOption... how) throws IOException {
        Path real = folder.toRealPath();
        if (!HELD_HERE.add(real)) {
            return null;
        }
        FolderLock held = null;
        FileChannel file = null;
        try {
            file = FileChannel.open(real.resolve(FILE), how);
            FileLock lock = file.tryLock(0, Long.MAX_VALUE, shared);
            held = lock == null ? null : new FolderLock(real, file, lock);
            return held;
        } finally {
            if (held == null) {
                if (file != null) {
                    file.close();
                }
                HELD_HERE.remove(real);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (lock.isValid()) {
            try {
                lock.release();
                file.close();
            } finally {
                HELD_HERE.remove(folder);
            }
        }
    }
}
