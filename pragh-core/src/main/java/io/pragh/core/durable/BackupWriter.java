package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a backup of a data folder while its graph goes on: a full one is the folder's checkpoint and its log up to one place, an
 * incremental one the log from where the last backup ends. Bounded memory. One thread, and nobody writes a checkpoint meanwhile.
 */
// Steps, and what a crash in each of them leaves:
//   CLEAR  what backups have left that were killed goes; those that are there are not touched by any step.
//   COPY   files without a file that says what they are: as none.
//   NAME   the backup is there or not, as the rename is.
public final class BackupWriter {
    private final DataFolder data;
    private final BackupFolder into;
    private final BackupProgress progress;
    private final List<BackupStep.Part> files = new ArrayList<>();
    private long done;
    private long total;

    /**
     * What is wanted.
     *
     * @param full whether it is not to need any other
     * @param made the time of day
     * @param moment all commits up to this timestamp lie in the log before {@code end}; of a node's share later ones may, too
     * @param end where the log ends
     */
    public record Order(boolean full, Instant made, long moment, long end) {}

    /**
     * What was made.
     *
     * @param step the backup
     * @param why why it is a full one though an incremental one was wanted; empty when it is what was wanted
     */
    public record Made(BackupStep step, String why) {}

    /** Of an open data folder. */
    public BackupWriter(DataFolder data, BackupFolder into, BackupProgress progress) {
        this.data = data;
        this.into = into;
        this.progress = progress;
    }

    /**
     * Makes the next backup of the folder.
     *
     * @throws PraghException when the folder is another graph's, something is damaged, or it cannot be written; the backups before are
     *     as they were
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

    /** Two copies of a data folder are one graph by its number, and not any more by their logs. */
    private void checkHistory(@Nullable BackupStep last) {
        if (last == null || last.tail() < data.logFrom()) {
            return; // nothing is needed of what that batch was
        }
        try {
            LogRange log = new LogRange(data.disk(), data.graph(), data.logFrom(), last.to());
            if (!log.endsWith(new LogRange.Tail(last.tail(), last.tailCheck()))) {
                throw new PraghException(
                        "the folder holds backups of a copy of this graph that has gone on by itself; give"
                                + " another folder: folder=" + into + " backup=" + last.number());
            }
        } catch (IOException failed) {
            throw LogReader.unreadable(data.disk(), failed);
        }
    }

    /** Why what came since the last backup cannot be told; empty when it can, or when there is nothing before. */
    // A load in bulk is in no log, but a checkpoint is written before it is there, which begins the log anew. So
    // either no checkpoint was written since the last backup, or one that still needs the log of before that: then it
    // was begun before.
    private String whyFull(@Nullable BackupStep last) {
        if (into.next() > 1 && last == null) {
            return "the last backup is damaged";
        }
        if (last != null && data.checkpointNumber() != last.checkpoint() && data.logFrom() >= last.to()) {
            return "a checkpoint or a load has taken away the log since the last backup";
        }
        return "";
    }

    private BackupStep copy(Order order, boolean full, long from) throws IOException {
        long number = into.next();
        List<Integer> parts = full && data.hasCheckpoint() ? data.kept() : List.of();
        total = order.end - from;
        for (int partition : parts) {
            try (CheckpointReader reader = data.checkpoint(partition)) {
                total += reader.bytes();
            }
        }
        for (int partition : parts) {
            try (CheckpointReader reader = data.checkpoint(partition);
                    SummedFile file = create(BackupFolder.part(number, partition))) {
                reader.copy(file, reader.head(), this::advance);
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
        if (!full && last != null && tail.position() < 0) { // nothing was committed since
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
