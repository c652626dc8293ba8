package io.pragh.core.persist;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.txn.home.CommitRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a look through the log of a folder shows before anything of it is done again: where it ends, the latest moment, and which
 * transactions of several parts have all those that belong here. One thread.
 */
public final class LogSurvey {
    private final Set<Integer> kept;
    /** Records without their claims, of each transaction of several parts, by the part. */
    private final Map<Long, Map<Integer, CommitRecord>> parts = new HashMap<>();

    /** Transactions of several parts of which one was taken back. */
    private final Set<Long> takenBack = new HashSet<>();

    private long end;
    private long latest;
    private long decided;

    private LogSurvey(Set<Integer> kept) {
        this.kept = kept;
    }

    /**
     * Looks through the log of a folder.
     *
     * @throws io.pragh.core.durable.DamagedDataException when it is damaged
     * @throws PraghException when it cannot be read
     */
    public static LogSurvey of(DataFolder folder) {
        LogSurvey survey = new LogSurvey(new HashSet<>(folder.kept()));
        try {
            survey.end = folder.log().read(folder.logFrom(), (record, at) -> survey.look(CommitRecord.decode(record)));
            if (folder.hasCheckpoint()) {
                for (int partition : folder.kept()) {
                    survey.look(folder, partition);
                }
            }
        } catch (IOException failed) {
            throw Restoring.unreadable(folder, failed);
        }
        return survey;
    }

    private void look(DataFolder folder, int partition) throws IOException {
        try (var reader = folder.checkpoint(partition)) {
            latest = Math.max(latest, reader.head().timestamp());
        }
    }

    private void look(CommitRecord record) {
        latest = Math.max(latest, record.timestamp());
        if (record.kind() == CommitRecord.DECIDED) {
            decided = Math.max(decided, record.timestamp());
        } else if (record.parts().size() > 1) {
            int part = record.homes().get(0);
            if (record.kind() == CommitRecord.TAKEN_BACK) {
                takenBack.add(record.timestamp());
                parts.getOrDefault(record.timestamp(), new HashMap<>()).remove(part);
            } else {
                CommitRecord head = new CommitRecord(
                        record.kind(), record.timestamp(), record.parts(), record.homes(), List.of(), record.writer());
                parts.computeIfAbsent(record.timestamp(), w -> new HashMap<>()).put(part, head);
            }
        }
    }

    /** Where the log ends. */
    public long end() {
        return end;
    }

    /** The latest moment that log and checkpoint know. */
    public long latest() {
        return latest;
    }

    /** Up to which W it is written down how transactions of several parts have ended. */
    public long decided() {
        return decided;
    }

    /** The parts of a transaction that belong here. */
    Set<Integer> partsHere(CommitRecord record) {
        Set<Integer> here = new HashSet<>(record.parts());
        here.retainAll(kept);
        return here;
    }

    /** Whether a transaction of several parts has all that belong here, and was not {@linkplain #drop dropped}. */
    boolean isWhole(CommitRecord record) {
        return parts.getOrDefault(record.timestamp(), Map.of()).keySet().containsAll(partsHere(record));
    }

    /** Whether what a record says was committed, as far as is known here. */
    boolean counts(CommitRecord record) {
        return record.parts().size() == 1 || isWhole(record);
    }

    /** Whether the log says of a transaction of several parts that it is not committed. */
    boolean isTakenBack(long timestamp) {
        return takenBack.contains(timestamp);
    }

    /** Whether the log has this part of a transaction of several, and has not taken it back. */
    boolean has(long timestamp, int part) {
        return parts.getOrDefault(timestamp, Map.of()).containsKey(part);
    }

    /** The records, without claims, of transactions that others may ask about, or have to be asked about. */
    public List<CommitRecord> shared() {
        List<CommitRecord> shared = new ArrayList<>();
        for (Map<Integer, CommitRecord> known : parts.values()) {
            for (CommitRecord record : known.values()) {
                if (!kept.containsAll(record.parts()) && isWhole(record)) {
                    shared.add(record);
                }
            }
        }
        return shared;
    }

    /** One record of each transaction whose end only others know. */
    public List<CommitRecord> doubtful() {
        Map<Long, CommitRecord> doubtful = new HashMap<>();
        for (CommitRecord record : shared()) {
            if (record.timestamp() > decided) {
                doubtful.put(record.timestamp(), record);
            }
        }
        return List.copyOf(doubtful.values());
    }

    /** A transaction is not committed; returns the records that are to be taken back. */
    public List<CommitRecord> drop(long timestamp) {
        Map<Integer, CommitRecord> known = parts.remove(timestamp);
        return known == null ? List.of() : List.copyOf(known.values());
    }
}
