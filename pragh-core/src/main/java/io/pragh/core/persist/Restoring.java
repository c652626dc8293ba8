package io.pragh.core.persist;

import io.pragh.core.api.NewValues;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.CheckpointReader;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.txn.home.CommitRecord;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Restores a graph from its data folder: the values of the checkpoint, and then the commits since, in the order of
 * the log. Needs bounded memory beside the graph's own. One thread.
 */
// The log is read twice: first by a LogSurvey. A commit is redone where the last of its parts here lies in the log,
// because a later commit at one of its keys had to wait for all parts. A partition of the checkpoint has all commits
// up to its own moment, and no other, so those are skipped for this partition alone.
public final class Restoring {
    private static final int VALUES_MAX = 256;
    private static final int BYTES_MAX = 1 << 18;
    /**
     * The smallest number of bytes per value in a checkpoint: a greater number of values in a damaged file is not
     * believed.
     */
    private static final int BYTES_PER_VALUE_MIN = 12;

    /** Progress is reported each time this many bytes were processed. */
    private static final long TELL_BYTES = 1 << 20;

    private final DataFolder folder;
    private final RestoreTarget target;
    private final RestoreProgress progress;
    private final Set<Integer> kept;
    private final long[] moments;
    /** The position behind which commits at a partition lie that its part does not have. */
    private final long[] positions;

    private final LogSurvey survey;
    /** The records of transactions whose other parts are still to come. */
    private final Map<Long, Map<Integer, CommitRecord>> waiting = new HashMap<>();

    private long latest;
    private long total;
    private long done;
    private long told;
    private long commits;
    private long values;

    /**
     * The contents of a restored folder.
     *
     * @param end position at which its log ends
     * @param latest the latest timestamp in it
     * @param values number of values in the checkpoint
     * @param commits number of commits that were redone
     * @param bytes bytes of checkpoint and log
     * @param nanos duration of the restore
     */
    public record Restored(long end, long latest, long values, long commits, long bytes, long nanos) {}

    /** Restores a folder, whose log has the given {@code survey}, into partitions without values. */
    public Restoring(DataFolder folder, LogSurvey survey, RestoreTarget target, RestoreProgress progress) {
        this.folder = folder;
        this.survey = survey;
        this.target = target;
        this.progress = progress;
        this.kept = Set.copyOf(folder.kept());
        this.moments = new long[folder.partitions()];
        this.positions = new long[folder.partitions()];
    }

    /**
     * Restores everything.
     *
     * @throws io.pragh.core.durable.DamagedDataException when the folder is damaged
     * @throws PraghException when it cannot be read, or memory is short
     */
    public Restored run() {
        long began = Clock.SYSTEM.nanos();
        try {
            total = folder.bytes() + folder.log().bytes(); // the log is read twice
            done = folder.log().bytes();
            latest = survey.latest();
            target.moment(latest);
            for (int partition : folder.kept()) {
                if (folder.hasPart(partition)) {
                    restore(partition);
                }
            }
            target.moment(latest);
            long before = done;
            long from = folder.logFrom();
            folder.log().readTo(from, survey.end(), (record, at) -> {
                replay(CommitRecord.decode(record), at);
                tell("replaying the log", before + at - from);
            });
            progress.restored("restored", total, total);
            long bytes = total - folder.log().bytes();
            return new Restored(survey.end(), latest, values, commits, bytes, Clock.SYSTEM.nanos() - began);
        } catch (IOException failed) {
            throw unreadable(folder, failed);
        }
    }

    static PraghException unreadable(DataFolder folder, IOException failed) {
        return new PraghException(
                "the data folder cannot be read; see to the disk: folder=" + folder + " because " + failed, failed);
    }

    private void tell(String what, long now) {
        if (now - told >= TELL_BYTES) {
            told = now;
            progress.restored(what, now, total);
        }
    }

    private void restore(int partition) throws IOException {
        try (CheckpointReader reader = folder.checkpoint(partition)) {
            long moment = reader.head().timestamp();
            Map<Long, Long> rolls = reader.head().rolls();
            moments[partition] = moment;
            positions[partition] = reader.head().position();
            latest = Math.max(latest, moment);
            target.expect(partition, Math.min(reader.values(), folder.bytes() / BYTES_PER_VALUE_MIN));
            NewValues batch = new NewValues();
            put(partition, batch, rolls, moment);
            long before = done;
            long[] read = {0};
            reader.read(
                    (key, body) -> {
                        if (batch.count() >= VALUES_MAX || batch.bytes() + body.remaining() > BYTES_MAX) {
                            put(partition, batch, Map.of(), moment);
                        }
                        batch.add(key, body.remaining()).put(body);
                        values++;
                    },
                    bytes -> {
                        read[0] += bytes;
                        tell("reading the checkpoint", before + read[0]);
                    });
            put(partition, batch, Map.of(), moment);
            if (rolls.isEmpty()) {
                target.uncounted(partition);
            }
            done += read[0];
        }
    }

    private void put(int partition, NewValues batch, Map<Long, Long> rolls, long moment) {
        if ((batch.count() > 0 || !rolls.isEmpty()) && !target.restore(partition, batch, rolls, moment)) {
            throw new PraghException("there is not enough memory for the graph in the data folder; give more"
                    + " (pragh.partitionBytesMax, -XX:MaxDirectMemorySize): folder=" + folder + " partition="
                    + partition);
        }
        batch.clear();
    }

    private void replay(CommitRecord record, long at) {
        if (record.kind() != CommitRecord.COMMITTED) {
            return;
        }
        if (!survey.counts(record)) {
            return; // it was never committed
        }
        if (record.parts().size() == 1) {
            redo(record, at);
            return;
        }
        long timestamp = record.timestamp();
        Map<Integer, CommitRecord> come = waiting.computeIfAbsent(timestamp, w -> new HashMap<>());
        come.put(record.homes().get(0), record);
        if (come.keySet().containsAll(survey.partsHere(record))) {
            waiting.remove(timestamp);
            come.values().forEach(each -> redo(each, at));
        }
    }

    private void redo(CommitRecord record, long at) {
        if (!target.redo(record, home -> isMissing(home, record.timestamp(), at))) {
            throw new PraghException(
                    "a commit of the log cannot be done again: there is not enough memory for the graph in the"
                            + " data folder (pragh.partitionBytesMax, -XX:MaxDirectMemorySize), or it is damaged: folder="
                            + folder
                            + " timestamp=" + record.timestamp() + " homes=" + record.homes());
        }
        commits++;
    }

    /**
     * Whether the part of a home does not have a commit, whose last record lies before position {@code at}. A log may
     * have records of an earlier attempt to take a partition over, which lie before the position of its part.
     */
    private boolean isMissing(int home, long timestamp, long at) {
        return kept.contains(home) && timestamp > moments[home] && at > positions[home];
    }
}
