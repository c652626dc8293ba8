package io.pragh.benchmarks.fof;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The temporary folder of one run, named after its process: files that the nodes' processes share, and their logs.
 * Removed with the run, or when another run begins after all processes of this one were killed. One thread.
 */
final class RunFolder implements AutoCloseable {
    private static final String PREFIX = "pragh-bench-";
    /** The file that the run's process keeps locked; the system unlocks it however the process ends. */
    private static final String OWNER = "owner";

    private static final int ATTEMPTS_MAX = 10;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    private final Path path;
    private final FileChannel owner;

    private RunFolder(Path path) throws IOException {
        this.path = path;
        Path draft = path.resolve(OWNER + ".draft"); // who looks for what is left must not find it unlocked
        this.owner = FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (owner.tryLock() != null) {
            Files.move(draft, path.resolve(OWNER));
        }
    }

    /**
     * A folder that only this user can open; for shared memory, in a file system in memory, if that has room for so
     * many bytes.
     */
    static RunFolder create(FabricKind fabric, long bytes) {
        String prefix = PREFIX + ProcessHandle.current().pid() + "-";
        try {
            removeLeft(SHARED_MEMORY);
            removeLeft(TEMPORARY);
            boolean inMemory = fabric == FabricKind.SHM && hasRoom(bytes);
            return new RunFolder(Files.createTempDirectory(inMemory ? SHARED_MEMORY : TEMPORARY, prefix));
        } catch (IOException e) {
            throw new PraghException("cannot make a temporary folder: " + e, e);
        }
    }

    /** Removes the folders of this user's runs whose processes were all killed. */
    private static void removeLeft(Path place) throws IOException {
        if (!Files.isDirectory(place) || !Files.isWritable(place)) {
            return;
        }
        Path mine = Files.createTempFile(place, "pragh-", ".owner"); // the environment may name another user
        try (DirectoryStream<Path> all = Files.newDirectoryStream(place, PREFIX + "*")) {
            for (Path each : all) {
                if (isLeft(each, Files.getOwner(mine))) {
                    remove(each);
                }
            }
        } finally {
            Files.delete(mine);
        }
    }

    private static boolean isLeft(Path folder, UserPrincipal user) {
        boolean isOwn = folder.getFileName()
                .toString()
                .startsWith(PREFIX + ProcessHandle.current().pid() + "-");
        try {
            // closing a channel on a file that this process has locked would unlock it
            return !isOwn
                    && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user)
                    && isUnlocked(folder.resolve(OWNER));
        } catch (IOException goneMeanwhile) {
            return false;
        }
    }

    private static boolean isUnlocked(Path owner) throws IOException {
        try (FileChannel file = FileChannel.open(owner, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            return lock != null;
        }
    }

    private static boolean hasRoom(long bytes) throws IOException {
        return Files.isDirectory(SHARED_MEMORY)
                && Files.isWritable(SHARED_MEMORY)
                && Files.getFileStore(SHARED_MEMORY).getUsableSpace() > bytes;
    }

    Path path() {
        return path;
    }

    /** The file for a process's standard error. */
    Path log(String name) {
        return path.resolve(name + ".log");
    }

    @Override
    public void close() {
        remove(path);
        try {
            owner.close();
        } catch (IOException ignored) {
            // nothing was to be written
        }
    }

    /** Removes a folder and all its contents; tolerates that others remove some of them meanwhile. */
    static void remove(Path folder) {
        for (int attempt = 1; Files.exists(folder); attempt++) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            } catch (IOException | UncheckedIOException e) {
                if (attempt == ATTEMPTS_MAX) {
                    throw new PraghException("cannot remove a temporary folder: folder=" + folder + " reason=" + e, e);
                }
            }
        }
    }
}
