package io.pragh.core.persist;

import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.SalvageReport;
import io.pragh.core.durable.SalvagedCatalogue;
import io.pragh.core.txn.home.CommitRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Decides which commits count in logs of several nodes that have lost records, and heals the catalogue. Used by
 * {@link Regrouping}. One thread.
 */
/*
 * A whole log is interpreted as always (Regrouping). A log that is not whole may lack any record: neither a missing
 * part nor its last decided moment proves anything. So a transaction is left out only when it is certain that it was
 * not committed. The evidence must be a record, or lie in a whole log:
 *
 *   a log says that a part was taken back: no client was told that the transaction is committed, nor will be;
 *   a whole log has some of the parts that belong there, and not all;
 *   a whole log has its part, has not called that moment decided, and another whole log lacks a part: no node has
 *   cut a part that the first one may ask about.
 *
 * Any other transaction may have been acknowledged. Its existing parts are kept, and it is reported when the outcome
 * is unknown.
 */
final class SalvagedCommits {
    private final int partitions;
    private final Set<DataPlace> whole;
    private final SalvagedCatalogue catalogue;
    private final SalvageReport report;
    private final Set<Long> reported = new HashSet<>();

    /**
     * For a graph with {@code partitions} partitions.
     *
     * @param whole the folders whose logs lack nothing
     */
    SalvagedCommits(int partitions, Set<DataPlace> whole, SalvagedCatalogue catalogue, SalvageReport report) {
        this.partitions = partitions;
        this.whole = whole;
        this.catalogue = catalogue;
        this.report = report;
    }

    /** Whether the commit of a record is saved. */
    boolean counts(CommitRecord commit, Map<DataPlace, LogSurvey> surveys) {
        if (commit.kind() != CommitRecord.COMMITTED) {
            return false;
        } else if (commit.parts().size() == 1) {
            return true;
        }
        long timestamp = commit.timestamp();
        List<Integer> missing = commit.parts().stream()
                .filter(part -> surveys.values().stream().noneMatch(survey -> survey.has(timestamp, part)))
                .toList();
        if (isRefuted(commit, missing, surveys)) {
            return false;
        }
        boolean decided =
                surveys.values().stream().anyMatch(survey -> hasPart(survey, commit) && timestamp <= survey.decided());
        if (!missing.isEmpty() && !decided && reported.add(timestamp)) {
            report.lost(
                    "a commit of several nodes is kept as far as it is there, though nobody can tell any more whether it"
                            + " was acknowledged: timestamp=" + timestamp + " partitions=" + commit.parts() + " lost="
                            + missing);
        }
        return true;
    }

    private boolean isRefuted(CommitRecord commit, List<Integer> missing, Map<DataPlace, LogSurvey> surveys) {
        long timestamp = commit.timestamp();
        boolean somebodyLacksIt = surveys.entrySet().stream()
                .filter(each -> whole.contains(each.getKey()))
                .anyMatch(each -> each.getValue().partsHere(commit).stream().anyMatch(missing::contains));
        for (Map.Entry<DataPlace, LogSurvey> each : surveys.entrySet()) {
            LogSurvey survey = each.getValue();
            boolean asks = whole.contains(each.getKey()) && hasPart(survey, commit);
            if (survey.isTakenBack(timestamp)
                    || asks && !survey.isWhole(commit)
                    || asks && timestamp > survey.decided() && somebodyLacksIt) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasPart(LogSurvey survey, CommitRecord commit) {
        return commit.parts().stream().anyMatch(part -> survey.has(commit.timestamp(), part));
    }

    /** Records that a commit is saved. */
    void saved(CommitRecord commit) {
        commit.updates()
                .filter(update -> update.operation() == ValueOperation.WRITE && SalvagedCatalogue.isOf(update.key()))
                .forEach(update -> catalogue.add(update.key(), commit.timestamp(), update.bytes()));
    }

    /**
     * Gives every partition the latest copy of each part of the catalogue, by commits after all others, because a log
     * that has lost records may have lost the one with its own copy. Returns the timestamp of the last of these
     * commits.
     */
    long heal(long latest, Consumer<CommitRecord> target) {
        long[] moment = {latest};
        for (int partition = 0; partition < partitions; partition++) {
            int home = partition;
            catalogue.forEach(
                    home,
                    (key, body) -> target.accept(CommitRecord.written(
                            ++moment[0], home, new Update(ValueOperation.WRITE, key, 0, 0, body))));
        }
        return moment[0];
    }
}
