package io.pragh.core.persist;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupFolder;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupWriter;
import io.pragh.core.durable.CheckpointReader;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.FolderLabel;
import io.pragh.core.txn.home.CommitRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Makes backups of a data folder that no process has open, without reading the graph into memory. Stateless. */
public final class OfflineBackup {
    private OfflineBackup() {}

    /**
     * Makes a full backup, or an incremental one with the changes since the last backup in the folder.
     *
     * @throws PraghException when the data folder is invalid, in use or damaged, or the backup folder cannot be used
     */
    public static BackupWriter.Made write(
            DataPlace data, Path into, boolean full, Instant made, BackupProgress progress) {
        checkIsGraph(data);
        BackupFolder.checkOutside(data.toString(), into);
        boolean isNew = !Files.exists(into);
        boolean done = false;
        try (Disk disk = data.open()) {
            DataFolder folder = DataFolder.open(disk, 1, false, () -> 0);
            BackupWriter.Order order = order(folder, full, made);
            BackupWriter.Made written = write(folder, into, order, progress);
            done = true;
            return written;
        } catch (IOException failed) {
            throw new PraghException(
                    "the data folder cannot be read; see to the disk: folder=" + data + " because " + failed, failed);
        } finally {
            if (isNew && !done) {
                FolderDisk.removeUnused(into);
            }
        }
    }

    private static void checkIsGraph(DataPlace data) {
        try {
            if (data.isThere() && FolderLabel.readWhole(data) != null) {
                return;
            }
        } catch (IOException failed) {
            throw new PraghException(
                    "the data folder cannot be reached: folder=" + data + " because " + failed, failed);
        }
        throw new PraghException("there is no graph in this folder: name=" + data);
    }

    private static BackupWriter.Order order(DataFolder folder, boolean full, Instant made) throws IOException {
        long[] moment = {0};
        long end = folder.log()
                .read(
                        folder.logFrom(),
                        (record, at) -> moment[0] =
                                Math.max(moment[0], CommitRecord.decode(record).timestamp()));
        folder.log().endAt(end); // the data folder must durably have what the backup has
        for (int partition = 0; folder.hasCheckpoint() && partition < folder.partitions(); partition++) {
            try (CheckpointReader reader = folder.checkpoint(partition)) {
                moment[0] = Math.max(moment[0], reader.head().timestamp());
            }
        }
        return new BackupWriter.Order(full, made, moment[0], end);
    }

    private static BackupWriter.Made write(
            DataFolder folder, Path into, BackupWriter.Order order, BackupProgress progress) throws IOException {
        try (Disk target = FolderDisk.open(into, "backup folder")) {
            return new BackupWriter(folder, BackupFolder.open(target), progress).write(order);
        }
    }
}
