package io.pragh.core.node;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupFolder;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupWriter;
import io.pragh.core.durable.CheckpointReader;
import io.pragh.core.durable.ClusterBackup;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.protocol.BackupRequest;
import io.pragh.core.store.Passage;
import io.pragh.core.txn.home.CommitRecord;
import io.pragh.core.txn.home.OpenParts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** Makes the share of one node of a backup of its cluster. One thread at a time. */
/*
 * MOMENT  R is T, read by the node that makes the backup. A commit that begins from now on gets a W greater than R.
 * ENDED   all commits that were running here when the node heard of R have ended. So every commit with W up to R in
 *         which this node takes part is in its log, and so is its outcome. Commits of the node's own are inside its
 *         passage from before they have W until they are durable, all others in the table of transactions.
 * DECIDED a durable record says so. The log's end is taken behind it: a restore up to there has nothing to ask.
 * COPIED  the checkpoint, of a moment before R, and the log up to that end. Later commits may be in it; they are
 *         left out when it is restored, since other nodes may not have them. Checkpoints wait meanwhile, so nothing
 *         is cut.
 */
final class BackupShare {
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final long LOOK_NANOS = 1_000_000;

    private final DataFolder folder;
    private final LogWriter log;
    private final Object checkpoints;
    private final Checkpoint checkpoint;

    /** Writes a checkpoint. */
    interface Checkpoint {
        /** Writes it, and returns its size in bytes. */
        long write() throws IOException;
    }

    /** The checkpoint is of a later moment. */
    static final class TooEarlyException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooEarlyException(long moment, long checkpoint) {
            super("moment=" + moment + " checkpoint=" + checkpoint, null, false, false);
        }
    }

    /**
     * Makes shares of a node's data folder; checkpoints of it are written under the monitor of {@code checkpoints}.
     */
    BackupShare(DataFolder folder, LogWriter log, Object checkpoints, Checkpoint checkpoint) {
        this.folder = folder;
        this.log = log;
        this.checkpoints = checkpoints;
        this.checkpoint = checkpoint;
    }

    /**
     * Makes the share; {@code progress} may throw to end it.
     *
     * @throws TooEarlyException when a later moment is needed
     * @throws PraghException when it cannot be made; earlier shares are as they were
     */
    BackupWriter.Made write(PraghNode node, BackupRequest request, BackupProgress progress) throws IOException {
        Path into = Path.of(request.folder()).resolve(ClusterBackup.folder(folder.number()));
        BackupFolder.checkOutside(folder.toString(), into);
        awaitEnds(node, progress);
        log.await(log.append(CommitRecord.decided(request.moment()).encode()));
        try (Disk disk = FolderDisk.open(into, "backup folder")) {
            BackupFolder backups = BackupFolder.open(disk);
            synchronized (checkpoints) {
                if (!folder.hasCheckpoint() || !folder.isSettled()) {
                    checkpoint.write();
                }
                checkCheckpoint(request.moment());
                return new BackupWriter(folder, backups, progress)
                        .write(new BackupWriter.Order(
                                request.full(),
                                Instant.ofEpochMilli(request.madeMillis()),
                                request.moment(),
                                log.end()));
            }
        }
    }

    /** Returns when all commits that are running at a node now have ended, and their outcomes are in the log. */
    static void awaitEnds(PraghNode node, BackupProgress progress) {
        Passage.Wait inside = node.parts.store.passage().await();
        long began = Clock.SYSTEM.nanos();
        OpenParts open = null;
        while (open == null || !open.areOver()) {
            if (open == null && inside.isOver()) {
                open = node.parts.transactions.homes().openCommits(); // commits inside may continue as one of these
                continue;
            }
            if (Clock.SYSTEM.nanos() - began > PATIENCE_NANOS) {
                throw new PraghException(
                        "commits that are under way do not end, so there is no moment for a backup; see to"
                                + " nodes that are away, and try again");
            }
            progress.copied("waiting for commits", 0, 0);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void checkCheckpoint(long moment) throws IOException {
        for (int partition : folder.kept()) {
            try (CheckpointReader reader = folder.checkpoint(partition)) {
                long of = reader.head().timestamp();
                if (of > moment) {
                    throw new TooEarlyException(moment, of);
                }
            }
        }
    }
}
