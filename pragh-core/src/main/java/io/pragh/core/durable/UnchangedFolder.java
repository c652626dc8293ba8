package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder of the file system that is read and never changed; write permission is not needed. Any thread. */
public final class UnchangedFolder implements Disk {
    private final Path folder;
    private final @Nullable FolderLock lock;

    private UnchangedFolder(Path folder, @Nullable FolderLock lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** A folder that other processes may use meanwhile. */
    public static UnchangedFolder open(Path folder) {
        checkThere(folder);
        return new UnchangedFolder(folder, null);
    }

    /** A folder that no process has open as a {@link FolderDisk}, or opens as such while this one is open. */
    public static UnchangedFolder alone(Path folder) {
        checkThere(folder);
        if (!Files.exists(folder.resolve(FolderLock.FILE))) {
            return new UnchangedFolder(folder, null);
        }
        try {
            FolderLock lock = FolderLock.toRead(folder);
            if (lock == null) {
                throw new PraghException("the folder is in use; end the process that has it open: folder=" + folder);
            }
            return new UnchangedFolder(folder, lock);
        } catch (IOException failed) {
            throw new PraghException(
                    "the folder cannot be opened; give one that this user may read: folder=" + folder + " because "
                            + failed,
                    failed);
        }
    }

    private static void checkThere(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new PraghException("there is no such folder: folder=" + folder);
        }
    }

    @Override
    public List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.equals(FolderLock.FILE))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public File open(String name) throws IOException {
        return new ReadFile(FileChannel.open(folder.resolve(name), StandardOpenOption.READ));
    }

    @Override
    public File create(String name) {
        throw new NonWritableChannelException();
    }

    @Override
    public void rename(String name, String other) {
        throw new NonWritableChannelException();
    }

    @Override
    public void delete(String name) {
        throw new NonWritableChannelException();
    }

    @Override
    public void syncNames() {
        throw new NonWritableChannelException();
    }

    @Override
    public long bytesFree() {
        return 0;
    }

    @Override
    public String toString() {
        return folder.toString();
    }

    @Override
    public void close() throws IOException {
        if (lock != null) {
            lock.close();
        }
    }

    private record ReadFile(FileChannel channel) implements File {
        @Override
        public long bytes() throws IOException {
            return channel.size();
        }

        @Override
        public void read(long from, ByteBuffer target) throws IOException {
            long at = from;
            int read = 0;
            while (target.hasRemaining() && read >= 0) {
                read = channel.read(target, at);
                at += Math.max(0, read);
            }
        }

        @Override
        public void append(ByteBuffer source) {
            throw new NonWritableChannelException();
        }

        @Override
        public void truncate(long bytes) {
            throw new NonWritableChannelException();
        }

        @Override
        public void sync() {
            throw new NonWritableChannelException();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
