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
 * A first pass over the log of a folder, before any commit is redone: the end of the log, its latest timestamp, and
 * which transactions of several homes have all of their parts that belong to this folder. Used by {@link Restoring}.
 * One thread.
 */
public final class LogSurvey {
    private final Set<Integer> kept;
    /** The W up to which commits of a partition that has come from another folder were logged there. */
    private final Map<Integer, Long> since;

    /** Records, without their claims, of each transaction of several parts, by part. */
    private final Map<Long, Map<Integer, CommitRecord>> parts = new HashMap<>();

    /** Records without claims that came with partitions, by transaction and home. */
    private final Map<Long, Map<Integer, CommitRecord>> handedOver = new HashMap<>();

    /** Transactions of several parts of which a part was taken back. */
    private final Set<Long> takenBack = new HashSet<>();

    private long end;
    private long latest;
    private long decided;

    private LogSurvey(Set<Integer> kept, Map<Integer, Long> since) {
        this.kept = kept;
        this.since = since;
    }

    /**
     * Reads the log of a folder.
     *
     * @throws io.pragh.core.durable.DamagedDataException when it is damaged
     * @throws PraghException when it cannot be read
     */
    public static LogSurvey of(DataFolder folder) {
        return of(folder, Long.MAX_VALUE);
    }

    /** The same up to a position where a durable batch ends, while the log goes on. */
    public static LogSurvey of(DataFolder folder, long limit) {
        LogSurvey survey = new LogSurvey(new HashSet<>(folder.kept()), folder.since());
        survey.since.values().forEach(timestamp -> survey.latest = Math.max(survey.latest, timestamp));
        try {
            survey.end = folder.log()
                    .readTo(folder.logFrom(), limit, (record, at) -> survey.look(CommitRecord.decode(record)));
            for (int partition : folder.kept()) {
                if (folder.hasPart(partition)) {
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
        } else if (record.kind() == CommitRecord.HANDED_OVER) {
            handedOver
                    .computeIfAbsent(record.timestamp(), w -> new HashMap<>())
                    .put(record.homes().get(0), record);
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

    /** The position at which the log ends. */
    public long end() {
        return end;
    }

    /** The latest timestamp in log and checkpoint. */
    public long latest() {
        return latest;
    }

    /** The decided moment: the outcome of transactions of several parts up to this W is recorded. */
    public long decided() {
        return decided;
    }

    /** The parts of a transaction that belong to this folder: of partitions that were here at its W. */
    Set<Integer> partsHere(CommitRecord record) {
        Set<Integer> here = new HashSet<>(record.parts());
        here.removeIf(part -> !kept.contains(part) || since.getOrDefault(part, 0L) >= record.timestamp());
        return here;
    }

    /**
     * Whether a transaction of several parts has all parts that belong here, and was not {@linkplain #drop dropped}.
     */
    boolean isWhole(CommitRecord record) {
        return parts.getOrDefault(record.timestamp(), Map.of()).keySet().containsAll(partsHere(record));
    }

    /** Whether the transaction of a record was committed, as far as this folder can tell. */
    boolean counts(CommitRecord record) {
        return record.parts().size() == 1 || isWhole(record);
    }

    /** Whether the log says that a transaction of several parts is not committed. */
    boolean isTakenBack(long timestamp) {
        return takenBack.contains(timestamp);
    }

    /** Whether the log has this part of a transaction of several parts, and the part was not taken back. */
    boolean has(long timestamp, int part) {
        return parts.getOrDefault(timestamp, Map.of()).containsKey(part)
                || handedOver.getOrDefault(timestamp, Map.of()).containsKey(part);
    }

    /** The records, without claims, of ended transactions that other nodes may ask about: they came with partitions. */
    public List<CommitRecord> handedOver() {
        return handedOver.values().stream()
                .flatMap(each -> each.values().stream())
                .filter(record -> kept.contains(record.homes().get(0)))
                .toList();
    }

    /** The records, without claims, of transactions that other nodes may ask about, or have to be asked about. */
    public List<CommitRecord> shared() {
        List<CommitRecord> shared = new ArrayList<>();
        for (Map<Integer, CommitRecord> known : parts.values()) {
            for (CommitRecord record : known.values()) {
                if (kept.contains(record.homes().get(0))
                        && !partsHere(record).containsAll(record.parts())
                        && isWhole(record)) {
                    shared.add(record);
                }
            }
        }
        return shared;
    }

    /** One record of each transaction whose outcome only other nodes know. */
    public List<CommitRecord> doubtful() {
        Map<Long, CommitRecord> doubtful = new HashMap<>();
        for (CommitRecord record : shared()) {
            if (record.timestamp() > decided && !handedOver.containsKey(record.timestamp())) {
                doubtful.put(record.timestamp(), record);
            }
        }
        return List.copyOf(doubtful.values());
    }

    /**
     * The W of transactions later than the decided moment that are not committed, because a partition here has no part
     * of them. Either it was here, and the node was killed before it had logged the part: that has to be recorded,
     * because it does not show any more when the partition has gone. Or it has come since, with the decisions of its
     * former node, and those of a transaction go along until this node's log has its outcome.
     */
    public Set<Long> lacking() {
        Set<Long> lacking = new HashSet<>();
        for (CommitRecord record : doubtful()) {
            if (record.parts().stream().anyMatch(part -> kept.contains(part) && !has(record.timestamp(), part))) {
                lacking.add(record.timestamp());
            }
        }
        for (Map<Integer, CommitRecord> known : parts.values()) {
            for (CommitRecord half : known.values()) {
                if (half.timestamp() > decided && !isWhole(half)) {
                    lacking.add(half.timestamp());
                }
            }
        }
        return lacking;
    }

    /** Records that a transaction is not committed; returns the records to take back. */
    public List<CommitRecord> drop(long timestamp) {
        Map<Integer, CommitRecord> known = parts.remove(timestamp);
        return known == null ? List.of() : List.copyOf(known.values());
    }
}
