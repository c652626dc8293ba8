package io.pragh.core.node;

import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.Invariant;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupFolder;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupWriter;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Makes backups of an open graph of one process, each as of one moment. Any thread, one backup at a time. */
// The moment: commits hold the read lock of loading from before they have W until their records are durable. So under
// the write lock no commit is running: all commits so far have W up to the moment and lie before the log's end, and
// all later ones have a later W and lie behind it. A load holds the write lock until its checkpoint is written, for
// which it needs the monitor of checkpoints, which a backup holds. So a backup that finds a load gives way, and
// begins again.
public final class OnlineBackup {
    private static final long LOOK_MILLIS = 100;
    private static final int LOOKS_MAX = 600;

    private final DataFolder data;
    private final PraghNode node;
    private final LongSupplier logEnd;
    private final ReentrantReadWriteLock loading;
    private final Object checkpoints;

    /**
     * A request for a backup.
     *
     * @param folder the folder of backups; created if it does not exist
     * @param full whether it must be a full one
     * @param made the time of day
     */
    public record Order(Path folder, boolean full, Instant made) {}

    /** A moment without running commits. */
    private record Moment(long timestamp, long end) {}

    /**
     * Makes backups of an open graph.
     *
     * @param logEnd the position at which the log ends: everything before it is durable
     * @param loading commits hold its read lock, loads its write lock
     * @param checkpoints the monitor under which checkpoints are written
     */
    OnlineBackup(
            DataFolder data, PraghNode node, LongSupplier logEnd, ReentrantReadWriteLock loading, Object checkpoints) {
        this.data = data;
        this.node = node;
        this.logEnd = logEnd;
        this.loading = loading;
        this.checkpoints = checkpoints;
    }

    /** Makes the backup. */
    BackupWriter.Made write(Order order, BackupProgress progress) {
        BackupFolder.checkOutside(data.toString(), order.folder);
        try (Disk disk = FolderDisk.open(order.folder, "backup folder")) {
            BackupFolder into = BackupFolder.open(disk);
            while (true) {
                synchronized (checkpoints) {
                    Moment moment = moment();
                    if (moment != null) {
                        return new BackupWriter(data, into, progress)
                                .write(new BackupWriter.Order(order.full, order.made, moment.timestamp, moment.end));
                    }
                }
                Invariant.check(loadIsOver(), "who holds the read lock sees no load");
            }
        } catch (IOException failed) {
            throw new PraghException(
                    "the backup folder could not be closed; see to the disk: folder=" + order.folder + " because "
                            + failed,
                    failed);
        }
    }

    /** Takes the moment; null when a load is running. */
    private @Nullable Moment moment() {
        for (int looks = 0; looks < LOOKS_MAX; looks++) {
            if (tryLock()) {
                try {
                    return new Moment(now(), logEnd.getAsLong());
                } finally {
                    loading.writeLock().unlock();
                }
            }
            if (loading.isWriteLocked()) {
                return null;
            }
        }
        throw new PraghException(
                "commits that are under way do not end, so there is no moment for a backup; try again");
    }

    private long now() {
        try (NodeSession session = node.openSession()) {
            session.begin(TransactionOptions.DEFAULT.reading().now()).close();
            return session.seen();
        }
    }

    private boolean tryLock() {
        try {
            return loading.writeLock().tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
            throw new PraghException("the backup was interrupted before it began", ends);
        }
    }

    /** Waits for a running load. */
    private boolean loadIsOver() {
        loading.readLock().lock();
        try {
            return !loading.isWriteLocked();
        } finally {
            loading.readLock().unlock();
        }
    }
}
