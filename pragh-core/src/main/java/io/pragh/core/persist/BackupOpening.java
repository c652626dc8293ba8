package io.pragh.core.persist;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupFolder;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupRestore;
import io.pragh.core.durable.BackupStep;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.UnchangedFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** The backups of a folder, which is only read. One thread. */
public final class BackupOpening implements AutoCloseable {
    private final Disk disk;
    private final BackupFolder backups;

    private BackupOpening(Disk disk, BackupFolder backups) {
        this.disk = disk;
        this.backups = backups;
    }

    /**
     * Opens a backup folder; a backup may be made there meanwhile.
     *
     * @throws PraghException when it is none, or cannot be read
     */
    public static BackupOpening of(Path folder) {
        Disk disk = UnchangedFolder.open(folder);
        return new BackupOpening(disk, BackupFolder.open(disk));
    }

    /** The backups that can be read, the first one first. */
    public List<BackupStep> steps() {
        return backups.steps();
    }

    /**
     * The last backup that was made at a time of day or before.
     *
     * @throws PraghException when there is none
     */
    public BackupStep asOf(Instant moment) {
        return backups.steps().stream()
                .filter(step -> !step.made().isAfter(moment))
                .max(Comparator.comparingLong(BackupStep::number))
                .orElseThrow(
                        () -> new PraghException("no backup was made until then: folder=" + disk + " as-of=" + moment));
    }

    /**
     * Makes a data folder of a backup.
     *
     * @param number which one; 0: the last one
     * @param folder one that is not there yet, or is empty
     * @return what was restored
     * @throws PraghException that names what is missing or damaged, or says why it cannot be written
     */
    public BackupStep restore(long number, Path folder, BackupProgress progress) {
        List<BackupStep> chain = backups.chain(number);
        try (Disk into = FolderDisk.open(folder)) {
            if (!into.names().isEmpty()) {
                throw new PraghException(
                        "the folder is not empty; give an empty one, or one that is not there yet: folder=" + folder);
            }
            new BackupRestore(backups, chain, into, progress).run(() -> new SplittableRandom().nextLong());
        } catch (IOException failed) {
            throw new PraghException(
                    "the data folder cannot be written to; see to the disk: folder=" + folder + " because " + failed,
                    failed);
        }
        return chain.get(chain.size() - 1);
    }

    @Override
    public void close() {
        try {
            disk.close();
        } catch (IOException failed) {
            throw new PraghException("the backup folder could not be closed: folder=" + disk, failed);
        }
    }
}
