package io.pragh.rdma.shm;

import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The files of a cluster on the shared-memory fabric: the directory, and a folder for every node with its lock, its
 * control file, its regions, and the rings of the nodes that send to it. Only the user that owns the folder may open
 * them. Any thread.
 */
// A node's folder is prepared under another name, lock held, and then renamed, so that no process finds it half made.
// The node's process holds the lock for as long as it lives; the kernel releases the lock however the process ends. A
// process that gets the lock therefore knows that the owner is gone, whatever its pid is used for now, and removes
// the folder: renamed first, so that two processes do not remove it at once.
final class ClusterFolder {
    static final String LOCK = "lock";
    static final String CONTROL = "control";
    private static final String NODE = "node-";
    private static final String DIRECTORY = "directory";
    private static final String MAKING = "making-";
    private static final String GONE = "gone-";
    private static final long MAKING_MILLIS_MAX = 60_000;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private final Path folder;

    private ClusterFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * The folder, created if it is missing.
     *
     * @throws PraghException when it cannot be created, or when another user created it or may write to it: its
     *     contents decide which processes are ended and what memory is read
     */
    static ClusterFolder at(Path folder) {
        try {
            Files.createDirectories(folder.getParent());
            makePrivate(folder);
        } catch (FileAlreadyExistsException exists) {
            checkPrivate(folder);
        } catch (IOException failed) {
            throw new PraghException(
                    "the shared folder cannot be made: folder=" + folder + " reason=" + failed, failed);
        }
        return new ClusterFolder(folder);
    }

    /** Checks that no other user can have put files into the folder or redirect its path. */
    private static void checkPrivate(Path folder) {
        try {
            PosixFileAttributes there =
                    Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (there.isSymbolicLink()) {
                throw new PraghException(
                        "the shared folder is a symbolic link; name the folder itself: folder=" + folder);
            }
            if (!there.isDirectory()) {
                throw new PraghException("the shared folder is a file: folder=" + folder);
            }
            UserPrincipal self = self();
            if (!there.owner().equals(self)) {
                throw new PraghException("the shared folder is another user's; remove it or name another one: folder="
                        + folder + " owner=" + there.owner() + " user=" + self);
            }
            if (!OWNER_ONLY.containsAll(there.permissions())) {
                throw new PraghException(
                        "the shared folder is open to other users; make it yours alone by chmod 700, or name another one: folder="
                                + folder + " permissions=" + PosixFilePermissions.toString(there.permissions()));
            }
        } catch (IOException failed) {
            throw new PraghException(
                    "the shared folder cannot be looked at: folder=" + folder + " reason=" + failed, failed);
        }
    }

    /** The user that owns the files that this process creates; the environment may name another user. */
    private static UserPrincipal self() throws IOException {
        Path mine = Files.createTempFile("pragh-", ".owner");
        try {
            return Files.getOwner(mine);
        } finally {
            Files.delete(mine);
        }
    }

    private static void makePrivate(Path path) throws IOException {
        Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    }

    Path path() {
        return folder;
    }

    Path node(int node) {
        return folder.resolve(NODE + node);
    }

    /** The directory, created by the first process that needs it. */
    Directory directory() {
        Path path = folder.resolve(DIRECTORY);
        try {
            if (!Files.exists(path)) {
                Path draft = folder.resolve(MAKING + UUID.randomUUID());
                MappedFile.create(draft, Directory.BYTES);
                Directory.draw(MappedFile.map(draft, Directory.BYTES));
                try {
                    Files.createLink(path, draft);
                } catch (FileAlreadyExistsException other) {
                    // another process was faster, and wrote the same
                } finally {
                    Files.delete(draft);
                }
            }
            Directory directory = new Directory(MappedFile.map(path, Directory.BYTES));
            if (!directory.isDrawn()) {
                throw new PraghException("the shared folder belongs to another version of Pragh: folder=" + folder);
            }
            return directory;
        } catch (IOException failed) {
            throw new PraghException(
                    "the shared folder cannot be used: folder=" + folder + " reason=" + failed, failed);
        }
    }

    /**
     * A node's place in the folder, valid for as long as the lock is held.
     *
     * @param lock to be closed last
     * @param control the node's control file
     */
    record Place(FileChannel lock, Control control) {}

    /** Takes a node's place. */
    Place join(int node, long process) {
        sweep();
        Path draft = folder.resolve(MAKING + UUID.randomUUID());
        try {
            makePrivate(draft);
            FileChannel lock =
                    FileChannel.open(draft.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            if (lock.tryLock() == null) {
                throw new IOException("the file system does not lock files");
            }
            MappedFile.create(draft.resolve(CONTROL), Control.BYTES);
            Control control = new Control(MappedFile.map(draft.resolve(CONTROL), Control.BYTES));
            ProcessHandle own = ProcessHandle.current();
            control.draw(process, own.pid(), Processes.startMillis(own));
            try {
                Files.move(draft, node(node), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException taken) {
                lock.close();
                remove(draft);
                throw new PraghException(
                        "another process has this node's number: node=" + node + " folder=" + folder, taken);
            }
            return new Place(lock, control);
        } catch (IOException failed) {
            throw new PraghException(
                    "the shared folder cannot be used: folder=" + folder + " reason=" + failed, failed);
        }
    }

    /** Removes the folders of dead processes; returns the number of nodes removed. */
    int sweep() {
        int removed = 0;
        for (Path path : list(folder)) {
            String name = String.valueOf(path.getFileName());
            if (name.startsWith(NODE)) {
                removed += removeIfDead(path) ? 1 : 0;
            } else if (name.startsWith(GONE) || name.startsWith(MAKING) && isOld(path)) {
                remove(path);
            }
        }
        return removed;
    }

    private static boolean isOld(Path path) {
        try {
            return System.currentTimeMillis() - Files.getLastModifiedTime(path).toMillis() > MAKING_MILLIS_MAX;
        } catch (IOException gone) {
            return false;
        }
    }

    /** Whether a node has a folder. */
    boolean has(int node) {
        return Files.exists(node(node));
    }

    /** Numbers of the nodes that have a folder. */
    List<Integer> nodes() {
        List<Integer> nodes = new ArrayList<>();
        for (Path path : list(folder)) {
            String name = String.valueOf(path.getFileName());
            if (name.startsWith(NODE)) {
                nodes.add(Integer.parseInt(name.substring(NODE.length())));
            }
        }
        return nodes;
    }

    /** The present contents of a folder. */
    static List<Path> list(Path folder) {
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            all.forEach(paths::add);
        } catch (NoSuchFileException gone) {
            return List.of();
        } catch (IOException failed) {
            throw new PraghException("a shared folder cannot be read: folder=" + folder + " reason=" + failed, failed);
        }
        return paths;
    }

    /**
     * A node's control file, or null when it has none.
     *
     * @throws PraghException when there is one that cannot be mapped, as in a process with too many open files: the
     *     node may be at work
     */
    @Nullable
    Control control(int node) {
        try {
            return control(node(node));
        } catch (IOException failed) {
            throw new PraghException(
                    "a shared file cannot be used: folder=" + folder + " node=" + node + " reason=" + failed, failed);
        }
    }

    private static @Nullable Control control(Path place) throws IOException {
        try {
            Region words = MappedFile.map(place.resolve(CONTROL), Control.BYTES);
            Control control = new Control(words);
            return control.isDrawn() ? control : null;
        } catch (NoSuchFileException gone) {
            return null;
        }
    }

    /** Marks a node whose process is gone as dead, and removes its files; true when this call did. */
    boolean removeIfDead(int node) {
        return removeIfDead(node(node));
    }

    private boolean removeIfDead(Path place) {
        try {
            // closing a channel on the lock file of a node of this process would give the lock back
            return processOf(place) != Processes.THIS && removeUnlocked(place);
        } catch (OverlappingFileLockException lookedAtAlready) {
            return false; // by another thread of this process
        } catch (IOException removedMeanwhile) {
            return false;
        }
    }

    /** The number of a node's process; read, because mappings pile up until the next garbage collection. */
    private static long processOf(Path place) throws IOException {
        return FileThreads.run(() -> {
            try (FileChannel file = FileChannel.open(place.resolve(CONTROL), StandardOpenOption.READ)) {
                ByteBuffer head = ByteBuffer.allocate(Control.HEAD_BYTES);
                while (head.hasRemaining()) {
                    if (file.read(head) < 0) {
                        throw new EOFException("a control file is too short: folder=" + place);
                    }
                }
                return Control.processOf(head.flip());
            } catch (NoSuchFileException none) {
                return 0L;
            }
        });
    }

    private boolean removeUnlocked(Path place) throws IOException {
        try (FileChannel file = FileChannel.open(place.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            if (lock == null) {
                return false;
            }
            Control control = control(place);
            if (control != null) {
                control.state(Control.DEAD);
            }
            Path gone = folder.resolve(GONE + UUID.randomUUID());
            Files.move(place, gone, StandardCopyOption.ATOMIC_MOVE);
            remove(gone);
            return true;
        }
    }

    /** Removes the place of a node of this process. */
    void leave(int node) {
        try {
            Path gone = folder.resolve(GONE + UUID.randomUUID());
            Files.move(node(node), gone, StandardCopyOption.ATOMIC_MOVE);
            remove(gone);
        } catch (IOException removedMeanwhile) {
            // the folder is gone entirely
        }
    }

    private static void remove(Path path) {
        try {
            if (Files.isDirectory(path)) {
                for (Path inside : list(path)) {
                    Files.deleteIfExists(inside);
                }
            }
            Files.deleteIfExists(path);
        } catch (IOException again) {
            // the next sweep removes the rest
        }
    }
}
