package io.pragh.core.persist;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupFolder;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupRestore;
import io.pragh.core.durable.BackupStep;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.durable.ClusterBackup;
import io.pragh.core.durable.ClusterBackupFolder;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.UnchangedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Opens the backups of a folder, of one process or of a cluster, for reading and restoring. One thread. */
public final class BackupOpening implements AutoCloseable {
    private final Path folder;
    private final @Nullable ClusterBackupFolder cluster;
    private final @Nullable Disk disk;
    private final @Nullable BackupFolder backups;

    private BackupOpening(Path folder, @Nullable ClusterBackupFolder cluster, @Nullable Disk disk) {
        this.folder = folder;
        this.cluster = cluster;
        this.disk = disk;
        this.backups = disk == null ? null : BackupFolder.open(disk);
    }

    /**
     * Opens a backup folder; a running process may add a backup to it meanwhile.
     *
     * @throws PraghException when the folder is no backup folder, or cannot be read
     */
    public static BackupOpening of(Path folder) {
        ClusterBackupFolder cluster = ClusterBackupFolder.look(folder);
        return new BackupOpening(folder, cluster, cluster == null ? UnchangedFolder.open(folder) : null);
    }

    /** The readable backups, in the order in which they were made. */
    public List<BackupSummary> summaries() {
        if (cluster != null) {
            return cluster.backups().stream().map(backup -> backup.summary("")).toList();
        }
        return of(backups).steps().stream()
                .map(step -> BackupSummary.of(step, ""))
                .toList();
    }

    /** The numbers of the backups of which nothing else is known, because their descriptions are damaged. */
    public List<Long> damaged() {
        return cluster != null ? cluster.damaged() : of(backups).damaged();
    }

    private static BackupFolder of(@Nullable BackupFolder opened) {
        if (opened == null) {
            throw new IllegalStateException("the folder is a cluster's");
        }
        return opened;
    }

    /**
     * The last backup made at or before a time of day.
     *
     * @throws PraghException when there is none, or a damaged one behind it may have been made until then
     */
    public BackupSummary asOf(Instant moment) {
        List<BackupSummary> all = summaries();
        BackupSummary last = all.stream()
                .filter(backup -> !backup.made().isAfter(moment))
                .max(Comparator.comparingLong(BackupSummary::number))
                .orElseThrow(() ->
                        new PraghException("no backup was made until then: folder=" + folder + " as-of=" + moment));
        long later = all.stream()
                .mapToLong(BackupSummary::number)
                .filter(number -> number > last.number())
                .min()
                .orElse(Long.MAX_VALUE);
        List<Long> perhaps = damaged().stream()
                .filter(number -> number > last.number() && number < later)
                .toList();
        if (!perhaps.isEmpty()) {
            throw new PraghException(
                    "a backup is damaged that may be the last one until then; restore another one by its"
                            + " number: folder=" + folder + " as-of=" + moment + " damaged=" + perhaps + " before="
                            + last.number());
        }
        return last;
    }

    /**
     * Makes a data folder for one process from a backup.
     *
     * @param number the number of the backup; 0: the last one
     * @param into a folder that does not exist yet, or is empty; for a backup of a cluster, the shares of nodes lie
     *     in folders within it meanwhile
     * @return the restored backup
     * @throws PraghException that names the missing or damaged part, or says why the folder cannot be written
     */
    public BackupSummary restore(long number, Path into, BackupProgress progress) {
        if (cluster != null) {
            ClusterBackup backup = cluster.backup(number);
            regroup(cluster, backup, into, List.of(into), progress);
            return backup.summary("");
        }
        return BackupSummary.of(copy(of(backups), number, into, progress), "");
    }

    /**
     * Makes data folders for a cluster from a backup, one for each path in {@code nodes}; the partitions are dealt
     * out among them.
     *
     * @param number the number of the backup; 0: the last one
     * @param into a folder that does not exist yet, or is empty, with the others in it; shares lie there meanwhile,
     *     too
     * @throws PraghException as {@link #restore}, or when there are fewer partitions than nodes
     */
    public BackupSummary restore(long number, Path into, List<Path> nodes, BackupProgress progress) {
        if (cluster != null) {
            ClusterBackup backup = cluster.backup(number);
            regroup(cluster, backup, into, nodes, progress);
            return backup.summary("");
        }
        Path share = into.resolve(ClusterBackup.folder(0));
        BackupStep step = copy(of(backups), number, share, progress);
        regroup(List.of(share), step.partitions(), step.moment(), nodes, progress);
        return BackupSummary.of(step, "");
    }

    private void regroup(
            ClusterBackupFolder from, ClusterBackup backup, Path into, List<Path> nodes, BackupProgress progress) {
        List<Path> shares = new ArrayList<>();
        for (ClusterBackup.Share share : backup.shares()) {
            Path copied = into.resolve(share.folder());
            try (Disk disk = UnchangedFolder.open(from.share(share.folder()))) {
                BackupStep step = copy(BackupFolder.open(disk), share.number(), copied, progress);
                if (step.graph() != backup.graph() || step.moment() != backup.moment()) {
                    throw new PraghException("a share is of another backup than the cluster's; restore another one:"
                            + " folder=" + disk + " backup=" + share.number());
                }
            } catch (IOException failed) {
                throw new PraghException(
                        "a share of the backup cannot be read; see to the disk: folder=" + folder + " because "
                                + failed,
                        failed);
            }
            shares.add(copied);
        }
        regroup(shares, backup.partitions(), backup.moment(), nodes, progress);
    }

    private static void regroup(
            List<Path> shares, int partitions, long moment, List<Path> nodes, BackupProgress progress) {
        OfflineCluster.deal(shares.stream().map(DataPlace::of).toList(), partitions, moment, nodes, progress);
        shares.forEach(BackupOpening::remove);
    }

    /** A random number for a new graph. */
    private static long number() {
        return new SplittableRandom().nextLong();
    }

    /** Removes a folder that was only temporary. */
    private static void remove(Path share) {
        try (Stream<Path> files = Files.list(share)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(share);
            FolderDisk.syncNames(share.toAbsolutePath().getParent()); // else a crash may leave it there
        } catch (IOException failed) {
            throw new PraghException("a folder could not be taken away; see to the disk: folder=" + share, failed);
        }
    }

    private static BackupStep copy(BackupFolder from, long number, Path into, BackupProgress progress) {
        List<BackupStep> chain = from.chain(number);
        try (Disk disk = FolderDisk.open(into)) {
            if (!disk.names().isEmpty()) {
                throw new PraghException(
                        "the folder is not empty; give an empty one, or one that is not there yet: folder=" + into);
            }
            new BackupRestore(from, chain, disk, progress).run(BackupOpening::number);
        } catch (IOException failed) {
            throw new PraghException(
                    "the data folder cannot be written to; see to the disk: folder=" + into + " because " + failed,
                    failed);
        }
        return chain.get(chain.size() - 1);
    }

    @Override
    public void close() {
        try {
            if (cluster != null) {
                cluster.close();
            }
            if (disk != null) {
                disk.close();
            }
        } catch (IOException failed) {
            throw new PraghException("the backup folder could not be closed: folder=" + folder, failed);
        }
    }
}
