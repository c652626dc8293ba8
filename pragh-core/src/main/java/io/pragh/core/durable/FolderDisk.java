package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of the file system that no other process uses meanwhile, which a lock on its file {@code lock} ensures.
 * Any thread.
 */
public final class FolderDisk implements Disk {
    private static final System.Logger LOG = System.getLogger(FolderDisk.class.getName());

    private final Path folder;
    private final FolderLock lock;
    private final java.io.File space;
    /** Whether the system tells how much room there is: it answers 0 for all questions when it does not. */
    private final boolean isSpaceTold;

    /** {@code space} tells the room of the folder's file system. */
    FolderDisk(Path folder, FolderLock lock, java.io.File space) {
        this.folder = folder;
        this.lock = lock;
        this.space = space;
        this.isSpaceTold = space.getTotalSpace() > 0;
    }

    /** Opens a data folder; creates it if it does not exist. */
    public static FolderDisk open(Path folder) {
        return open(folder, "data folder");
    }

    /** Opens a folder; creates it if it does not exist. {@code what} names its kind in errors. */
    public static FolderDisk open(Path folder, String what) {
        try {
            make(folder);
            Path parent = folder.toAbsolutePath().getParent();
            if (parent != null && !Files.exists(folder.resolve(FolderLock.FILE)) && Files.isReadable(parent)) {
                syncNames(parent); // the process that created it may not have synced it
            }
            FolderLock lock = FolderLock.toWrite(folder);
            if (lock == null) {
                throw new FolderInUseException(what, folder);
            }
            return new FolderDisk(folder, lock, folder.toFile());
        } catch (IOException failed) {
            throw new PraghException(
                    "the " + what + " cannot be opened; give one that this user may write to: folder=" + folder
                            + " because " + failed,
                    failed);
        }
    }

    /** Creates a folder and its parents if they do not exist; they are durable when this returns. */
    public static void make(Path folder) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path at = folder.toAbsolutePath(); at != null && !Files.isDirectory(at); at = at.getParent()) {
            missing.push(at);
        }
        Deque<Path> made = new ArrayDeque<>();
        try {
            for (Path each : missing) {
                Files.createDirectories(each); // another process may have created it meanwhile
                made.push(each);
                syncNames(each.toAbsolutePath().getParent());
            }
            missing.clear();
        } finally {
            while (!missing.isEmpty() && !made.isEmpty()) {
                Files.deleteIfExists(made.pop()); // or the next call would take it for synced
            }
        }
    }

    /** Removes a folder, if it is there, in which nothing is but the file by which it was locked; nobody has it open. */
    public static void removeUnused(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            Path lock = folder.resolve(FolderLock.FILE);
            if (files.allMatch(lock::equals)) {
                Files.deleteIfExists(lock);
                Files.delete(folder);
            }
        } catch (IOException stays) {
            LOG.log(System.Logger.Level.WARNING, "an empty folder could not be removed: folder=" + folder, stays);
        }
    }

    @Override
    public List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.equals(FolderLock.FILE))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public File create(String name) throws IOException {
        return new ChannelFile(FileChannel.open(
                folder.resolve(name),
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE));
    }

    @Override
    public File open(String name) throws IOException {
        return new ChannelFile(
                FileChannel.open(folder.resolve(name), StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public void rename(String name, String other) throws IOException {
        Files.move(
                folder.resolve(name),
                folder.resolve(other),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(folder.resolve(name));
    }

    @Override
    public void syncNames() throws IOException {
        syncNames(folder);
    }

    /** Makes creations and removals of names in a folder durable. */
    public static void syncNames(@Nullable Path folder) throws IOException {
        if (folder != null) {
            try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
                names.force(true);
            }
        }
    }

    @Override
    public long bytesFree() {
        return isSpaceTold ? space.getUsableSpace() : UNKNOWN;
    }

    @Override
    public String toString() {
        return folder.toString();
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }

    private static final class ChannelFile implements File {
        private final FileChannel channel;
        private long bytes;

        ChannelFile(FileChannel channel) throws IOException {
            this.channel = channel;
            this.bytes = channel.size();
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public void append(ByteBuffer source) throws IOException {
            while (source.hasRemaining()) {
                bytes += channel.write(source, bytes);
            }
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
        public void truncate(long length) throws IOException {
            channel.truncate(length);
            bytes = length;
        }

        @Override
        public void sync() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
