package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Makes a data folder from backups. The graph in it has a new number, because backups of the former graph cannot be
 * continued with commits of the new one. Bounded memory. One thread.
 */
public final class BackupRestore {
    private static final long CHECKPOINT = 1;

    private final BackupFolder from;
    private final List<BackupStep> chain;
    private final Disk into;
    private final BackupProgress progress;
    private final long total;
    private long done;

    /** Restores the result of {@link BackupFolder#chain} into an empty folder. */
    public BackupRestore(BackupFolder from, List<BackupStep> chain, Disk into, BackupProgress progress) {
        this.from = from;
        this.chain = chain;
        this.into = into;
        this.progress = progress;
        this.total = chain.stream().mapToLong(BackupStep::bytes).sum();
    }

    /**
     * Checks all files of the backups, and then makes the data folder, which is complete when this returns.
     *
     * @param numbers makes random numbers of graphs
     * @throws PraghException that names a file that is missing or damaged; or when the folder cannot be written
     */
    public void run(LongSupplier numbers) {
        from.verify(chain, progress);
        long graph = numbers.getAsLong();
        BackupStep full = chain.get(0);
        try {
            boolean hasCheckpoint = full.checkpoint() != 0;
            for (int partition : hasCheckpoint ? full.kept() : List.<Integer>of()) {
                part(full, partition, graph);
            }
            for (BackupStep step : chain) {
                if (step.full() || step.to() > step.from()) { // a data folder with a checkpoint has a log
                    log(step, graph);
                }
            }
            DataFolder.describe(
                    into, graph, full.partitions(), full.kept(), Map.of(), hasCheckpoint ? CHECKPOINT : 0, full.from());
            progress.copied("restored", total, total);
        } catch (IOException failed) {
            throw new PraghException(
                    "the backup cannot be restored; see to the disk: folder=" + into + " because " + failed, failed);
        }
    }

    private void part(BackupStep full, int partition, long graph) throws IOException {
        String name = BackupFolder.part(full.number(), partition);
        try (CheckpointReader reader =
                        new CheckpointReader(from.disk(), name, full.graph(), full.checkpoint(), partition);
                Disk.File file = into.create(CheckpointFile.name(CHECKPOINT, partition))) {
            CheckpointHead of = reader.head();
            CheckpointHead as =
                    new CheckpointHead(graph, CHECKPOINT, partition, of.timestamp(), of.position(), of.rolls());
            reader.copy(file, as, this::advance);
            file.sync();
        }
    }

    private void log(BackupStep step, long graph) throws IOException {
        String name = BackupFolder.log(step.number());
        try (Disk.File file = into.create(LogSegment.name(step.from()))) {
            new LogRange(from.disk(), step.graph(), step.from(), step.to()).copyOf(name, file, graph, this::advance);
            file.sync();
        }
    }

    private void advance(long bytes) {
        done += bytes;
        progress.copied("restoring", Math.min(done, total), total);
    }
}
