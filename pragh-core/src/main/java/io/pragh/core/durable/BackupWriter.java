package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a backup of a data folder while its graph is in use. A full one consists of the folder's checkpoint and its
 * log up to a position, an incremental one of the log from the end of the last backup. Bounded memory. One thread; no
 * checkpoint is written meanwhile.
 */
// Steps, and the effect of a crash in each of them:
//   CLEAR  removes the files of backups that were killed; no step touches existing backups.
//   COPY   leaves files without a description, which count as none.
//   NAME   the backup exists or not, depending on the rename.
public final class BackupWriter {
    /** The number of blocks of each part by which a checkpoint is known again. */
    private static final int BLOCKS_MAX = 1_000;

    private final DataFolder data;
    private final BackupFolder into;
    private final BackupProgress progress;
    private final List<BackupStep.Part> files = new ArrayList<>();
    private long done;
    private long total;

    /**
     * A request for a backup.
     *
     * @param full whether it must be a full one
     * @param made the time of day
     * @param moment all commits up to this timestamp lie in the log before {@code end}; in a node's share, later ones
     *     may lie there, too
     * @param end position at which the log ends
     */
    public record Order(boolean full, Instant made, long moment, long end) {}

    /**
     * A backup that was made.
     *
     * @param step the backup
     * @param why the reason why it is a full one although an incremental one was requested; empty when it is as
     *     requested
     */
    public record Made(BackupStep step, String why) {}

    /** Writes backups of an open data folder. */
    public BackupWriter(DataFolder data, BackupFolder into, BackupProgress progress) {
        this.data = data;
        this.into = into;
        this.progress = progress;
    }

    /**
     * Makes the next backup of the folder.
     *
     * @throws PraghException when the folder is another graph's, a file is damaged, or it cannot be written; the
     *     backups before are as they were
     */
    public Made write(Order order) {
        BackupStep last = into.last();
        checkSame(order);
        checkHistory(last);
        String why = order.full ? "" : whyFull(last);
        boolean full = order.full || last == null || !why.isEmpty();
        try {
            into.clear();
            long from = full || last == null ? data.logFrom() : last.to();
            BackupStep step = copy(order, full, from);
            into.complete(step);
            progress.copied("backed up", total, total);
            return new Made(step, why);
        } catch (IOException failed) {
            throw new PraghException(
                    "the backup cannot be written, and those before are as they were; see to the disk: folder=" + into
                            + " because " + failed,
                    failed);
        }
    }

    private void checkSame(Order order) {
        for (BackupStep step : into.steps()) {
            if (step.graph() != data.graph()) {
                throw new PraghException(
                        "the folder holds backups of another graph; give another folder: folder=" + into + " graph="
                                + Long.toHexString(data.graph()) + " found=" + Long.toHexString(step.graph()));
            }
            if (step.to() > order.end) {
                throw new PraghException(
                        "the folder holds later backups of this graph than the graph itself, which is an"
                                + " older copy; give another folder: folder=" + into + " backup=" + step.number());
            }
        }
    }

    /**
     * Compares checkpoint and log with the last backups: two copies of a data folder have the same graph number, but
     * their logs diverge.
     */
    private void checkHistory(@Nullable BackupStep last) {
        if (last == null) {
            return;
        }
        try {
            if (hasOtherCheckpoint() || hasOtherEnd(last)) {
                throw new PraghException(
                        "the folder holds backups of a copy of this graph that has gone on by itself; give"
                                + " another folder: folder=" + into + " backup=" + last.number());
            }
        } catch (IOException failed) {
            throw LogReader.unreadable(data.disk(), failed);
        }
    }

    /** Whether the last full backup, or one since, has another checkpoint of the same number. */
    private boolean hasOtherCheckpoint() throws IOException {
        List<BackupStep> steps = into.steps();
        for (int index = steps.size() - 1; index >= 0; index--) {
            BackupStep step = steps.get(index);
            boolean same = step.checkpoint() == data.checkpointNumber();
            if (same && !step.full() && step.to() < data.logFrom() || same && step.full() && isOther(step)) {
                return true;
            } else if (step.full()) {
                return false;
            }
        }
        return false;
    }

    /** Whether a full backup has a checkpoint that begins the log elsewhere, or has other values. */
    private boolean isOther(BackupStep full) throws IOException {
        boolean other = full.from() != data.logFrom();
        for (int partition :
                full.checkpoint() != 0 && full.kept().equals(data.kept()) ? data.kept() : List.<Integer>of()) {
            other = other || data.hasPart(partition) && !looksLike(full, partition);
        }
        return other;
    }

    private boolean looksLike(BackupStep full, int partition) throws IOException {
        String name = BackupFolder.part(full.number(), partition);
        try (CheckpointReader own = data.checkpoint(partition);
                CheckpointReader part =
                        new CheckpointReader(into.disk(), name, full.graph(), full.checkpoint(), partition)) {
            return own.looksLike(part, BLOCKS_MAX);
        } catch (DamagedDataException unknown) {
            return true; // whichever of the two is damaged, a restore or a full backup says so
        }
    }

    /** Whether the log has not the batch with which the last backup ends; one before the needed log is unknown. */
    private boolean hasOtherEnd(BackupStep last) throws IOException {
        return last.tail() >= data.logFrom()
                && !new LogRange(data.disk(), data.graph(), data.logFrom(), last.to())
                        .endsWith(new LogRange.Tail(last.tail(), last.tailCheck()));
    }

    /**
     * The reason why the changes since the last backup are not known; empty when they are known, or when there is no
     * backup before.
     */
    // A bulk load is in no log, but a checkpoint is written before its data can be read, which begins the log anew.
    // So either no checkpoint was written since the last backup, or a checkpoint that still needs the log from before
    // that backup: then it was begun before. In a graph of several processes, where nothing is loaded without the log,
    // the log may be kept for other reasons, and the checkpoint may have a partition that has left and come back
    // meanwhile.
    private String whyFull(@Nullable BackupStep last) {
        if (into.next() > 1 && last == null) {
            return "the last backup is damaged";
        }
        if (last != null && !last.kept().equals(data.kept())) {
            return "partitions have come or gone since the last backup";
        }
        if (last != null && data.checkpointNumber() != last.checkpoint() && mayLackLog(last)) {
            return "a checkpoint or a load has taken away the log since the last backup";
        }
        return "";
    }

    /**
     * Whether a later checkpoint may have what is in no log since a backup. A partition that has come from another
     * folder may have gone there after the backup.
     */
    private boolean mayLackLog(BackupStep last) {
        return data.logFrom() >= last.to() || data.kept().stream().anyMatch(data.since()::containsKey);
    }

    private BackupStep copy(Order order, boolean full, long from) throws IOException {
        long number = into.next();
        List<Integer> parts = full && data.hasCheckpoint() ? data.kept() : List.of();
        total = order.end - from;
        for (int partition : parts) {
            total += data.hasPart(partition) ? bytes(partition) : 0;
        }
        for (int partition : parts) {
            try (SummedFile file = create(BackupFolder.part(number, partition))) {
                if (data.hasPart(partition)) {
                    part(partition, file);
                } else { // the log has everything
                    file.append(CheckpointFile.head(head(partition, 0, 0, Map.of())));
                    file.append(CheckpointFile.end(0));
                }
                keep(BackupFolder.part(number, partition), file);
            }
        }
        LogRange log = new LogRange(data.disk(), data.graph(), from, order.end);
        try (SummedFile file = create(BackupFolder.log(number))) {
            log.copy(file, data.graph(), this::advance);
            keep(BackupFolder.log(number), file);
        }
        LogRange.Tail tail = log.tail();
        BackupStep last = into.last();
        if (!full && last != null && tail.position() < 0) { // no commit since
            tail = new LogRange.Tail(last.tail(), last.tailCheck());
        }
        return new BackupStep(
                number,
                full,
                data.graph(),
                data.partitions(),
                data.kept(),
                data.checkpointNumber(),
                order.moment,
                order.made,
                from,
                order.end,
                tail.position(),
                tail.check(),
                List.copyOf(files));
    }

    private long bytes(int partition) throws IOException {
        try (CheckpointReader reader = data.checkpoint(partition)) {
            return reader.bytes();
        }
    }

    /** Copies a partition's part, which may be of an earlier checkpoint than others. */
    private void part(int partition, SummedFile file) throws IOException {
        try (CheckpointReader reader = data.checkpoint(partition)) {
            CheckpointHead of = reader.head();
            reader.copy(file, head(partition, of.timestamp(), of.position(), of.rolls()), this::advance);
        }
    }

    private CheckpointHead head(int partition, long timestamp, long position, Map<Long, Long> rolls) {
        return new CheckpointHead(data.graph(), data.checkpointNumber(), partition, timestamp, position, rolls);
    }

    private SummedFile create(String name) throws IOException {
        return new SummedFile(into.disk().create(name));
    }

    private void keep(String name, SummedFile file) throws IOException {
        file.sync();
        files.add(new BackupStep.Part(name, file.bytes(), file.check()));
    }

    private void advance(long bytes) {
        done += bytes;
        progress.copied("copying", Math.min(done, total), total);
    }
}
