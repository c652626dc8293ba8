package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A folder of backups of a graph of several processes, in the order in which they were made. Each node's share is a
 * backup in a folder of the node within this one. Such a folder has no reference to the backups of the cluster. One
 * thread.
 *
 * <pre>
 *   cluster-00000003     describes the third one: {@link ClusterBackup}
 *   share-77a0…/         {@link BackupFolder} of the node with this data folder, and so on
 * </pre>
 */
// As in a folder of one process, a backup exists when its own file has its name, which it gets when all that it needs
// exists. A share that belongs to no backup is the rest of a backup that was not completed. An incremental share may
// continue from it; shares that no backup needs when the next one is complete are removed.
public final class ClusterBackupFolder implements AutoCloseable {
    private static final String NEXT = "cluster.new";
    private static final int TEXT_BYTES_MAX = 1 << 16;
    private static final Pattern NAME = Pattern.compile("cluster-(\\d{8})|cluster\\.new|share-(?:\\d{3}|[0-9a-f]{16})");

    private final Path path;
    private final Disk disk;
    /** The backups by number; null: the backup exists and is damaged. */
    private final NavigableMap<Long, @Nullable ClusterBackup> backups;

    private ClusterBackupFolder(Path path, Disk disk, NavigableMap<Long, @Nullable ClusterBackup> backups) {
        this.path = path;
        this.disk = disk;
        this.backups = backups;
    }

    /**
     * Opens the folder to make backups in it; creates it if it does not exist.
     *
     * @throws PraghException when another process has it open, it holds other files, or cannot be read
     */
    public static ClusterBackupFolder open(Path path) {
        return open(path, FolderDisk.open(path, "backup folder"));
    }

    /** Opens the folder only to read it, while a backup may be made; null when it holds no backups of a cluster. */
    public static @Nullable ClusterBackupFolder look(Path path) {
        UnchangedFolder disk = UnchangedFolder.open(path);
        try {
            return disk.names().stream().anyMatch(name -> NAME.matcher(name).matches()) ? open(path, disk) : null;
        } catch (IOException failed) {
            throw BackupFolder.unreadable(disk, failed);
        }
    }

    private static ClusterBackupFolder open(Path path, Disk disk) {
        NavigableMap<Long, @Nullable ClusterBackup> backups = new TreeMap<>();
        boolean done = false;
        try {
            for (String name : disk.names()) {
                Matcher known = NAME.matcher(name);
                if (!known.matches()) {
                    throw new PraghException(
                            "this folder holds other files than backups of a cluster; give an empty one,"
                                    + " or one that is not there yet: folder=" + disk + " file=" + name);
                }
                if (known.group(1) != null) {
                    long number = Long.parseLong(known.group(1));
                    ClusterBackup found = read(disk, name);
                    backups.put(number, found != null && found.number() == number ? found : null);
                }
            }
            done = true;
            return new ClusterBackupFolder(path, disk, backups);
        } catch (IOException failed) {
            throw BackupFolder.unreadable(disk, failed);
        } finally {
            if (!done) {
                close(disk);
            }
        }
    }

    private static @Nullable ClusterBackup read(Disk disk, String name) throws IOException {
        try (Disk.File file = disk.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.bytes(), TEXT_BYTES_MAX));
            file.read(0, bytes);
            return ClusterBackup.decode(new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8));
        }
    }

    /** The readable backups, in the order in which they were made. */
    public List<ClusterBackup> backups() {
        List<ClusterBackup> all = new ArrayList<>();
        backups.values().forEach(backup -> {
            if (backup != null) {
                all.add(backup);
            }
        });
        return all;
    }

    /** The numbers of the damaged backups, in ascending order. */
    public List<Long> damaged() {
        return backups.keySet().stream()
                .filter(number -> backups.get(number) == null)
                .toList();
    }

    /**
     * Checks that backups of a graph can be added.
     *
     * @throws PraghException when the folder holds backups of another one
     */
    public void checkGraph(long graph) {
        for (ClusterBackup backup : backups()) {
            if (backup.graph() != graph) {
                throw new PraghException("the folder holds backups of another graph; give another folder: folder="
                        + disk + " graph=" + Long.toHexString(graph) + " found=" + Long.toHexString(backup.graph()));
            }
        }
    }

    /** The path of a share's folder. */
    public Path share(String folder) {
        return path.resolve(folder);
    }

    /** The number of the next backup. */
    public long next() {
        return backups.isEmpty() ? 1 : backups.lastKey() + 1;
    }

    /**
     * One of the backups.
     *
     * @param number the number of the backup; 0: the last one
     * @throws PraghException when there is no such backup, or it is damaged
     */
    public ClusterBackup backup(long number) {
        if (backups.isEmpty()) {
            throw new PraghException("there is no backup in this folder: folder=" + disk);
        }
        long wanted = number == 0 ? backups.lastKey() : number;
        ClusterBackup found = backups.get(wanted);
        if (found == null) {
            throw new PraghException((backups.containsKey(wanted) ? "a backup is damaged" : "there is no such backup")
                    + "; restore another one: folder=" + disk + " backup=" + wanted + " backups="
                    + backups().stream().map(ClusterBackup::number).toList());
        }
        return found;
    }

    /**
     * Completes a backup all of whose shares exist: it exists from the return of this method on.
     *
     * @throws PraghException when it cannot be written
     */
    public void complete(ClusterBackup backup) {
        try {
            disk.syncNames();
            try (Disk.File file = disk.create(NEXT)) {
                file.append(StandardCharsets.UTF_8.encode(backup.encode()));
                file.sync();
            }
            disk.rename(NEXT, String.format(Locale.ROOT, "cluster-%08d", backup.number()));
            disk.syncNames();
            backups.put(backup.number(), backup);
        } catch (IOException failed) {
            throw new PraghException(
                    "the backup cannot be written, and those before are as they were; see to the disk: folder=" + disk
                            + " because " + failed,
                    failed);
        }
    }

    /**
     * Removes from the folders of the last backup's shares what no backup needs, which belongs to backups that were
     * not completed. Removes nothing when a backup is damaged, since its needs are unknown.
     *
     * @throws PraghException when a share is damaged or in use, or this user may not remove files there; the backups
     *     are as they were
     */
    public void clearShares() {
        List<ClusterBackup> all = backups();
        if (all.isEmpty() || all.size() < backups.size()) {
            return;
        }
        for (ClusterBackup.Share share : all.get(all.size() - 1).shares()) {
            List<Long> wanted = all.stream()
                    .flatMap(backup -> backup.shares().stream())
                    .filter(other -> other.folder().equals(share.folder()))
                    .map(ClusterBackup.Share::number)
                    .toList();
            try (Disk of = FolderDisk.open(share(share.folder()), "backup folder")) {
                BackupFolder.open(of).keepOnly(wanted);
            } catch (IOException failed) {
                throw new PraghException(
                        "what a backup has left that was not completed cannot be taken away; let this user write there:"
                                + " folder=" + share(share.folder()) + " because " + failed,
                        failed);
            }
        }
    }

    private static void close(Disk disk) {
        try {
            disk.close();
        } catch (IOException failed) {
            throw new PraghException("the backup folder could not be closed: folder=" + disk, failed);
        }
    }

    @Override
    public void close() {
        close(disk);
    }

    @Override
    public String toString() {
        return disk.toString();
    }
}
