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

/** Backups of a graph that is open, each as of one moment. Any thread, one backup at a time. */
// The moment: commits of users hold the read lock of loading from before they have W until their records are durable.
// So under the write lock no such commit is under way: all of them have W up to the moment and lie before the log's
// end, and whatever comes has a later W and lies behind it. A load holds the write lock until its checkpoint is
// written, for which it needs the monitor of checkpoints that a backup has; so a backup that finds a load gives way,
// and begins again.
public final class OnlineBackup {
    private static final long LOOK_MILLIS = 100;
    private static final int LOOKS_MAX = 600;

    private final DataFolder data;
    private final PraghNode node;
    private final LongSupplier logEnd;
    private final ReentrantReadWriteLock loading;
    private final Object checkpoints;

    /**
     * What is wanted.
     *
     * @param folder where the backups are; it is made where it is not there
     * @param full whether it is not to need any other
     * @param made the time of day
     */
    public record Order(Path folder, boolean full, Instant made) {}

    /** Where commits stood still. */
    private record Moment(long timestamp, long end) {}

    /**
     * Of an open graph.
     *
     * @param logEnd where the log ends: what is before it is durable
     * @param loading its read lock is held by commits, its write lock by loads
     * @param checkpoints who writes one holds its monitor
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

    /** The moment; null when a load is under way. */
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

    /** Waits for the load that is under way. */
    private boolean loadIsOver() {
        loading.readLock().lock();
        try {
            return !loading.isWriteLocked();
        } finally {
            loading.readLock().unlock();
        }
    }
}
