package io.pragh.core.persist;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.CheckpointReader;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderCopy;
import io.pragh.core.durable.FolderLabel;
import io.pragh.core.txn.home.CommitRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes one data folder, or those of another number of nodes, from the data folders of all nodes of a graph, as of
 * one moment. The graph is not read into memory. One thread.
 */
// Up to the decided moment of its log, a folder alone determines which transactions were committed. Records of later
// transactions are not cut from any log that another node may ask about. So those are committed of which all logs
// together have all parts. A record of several parts becomes one record for each target folder that receives some of
// them. All records about one key come from one log, and keep their order.
public final class Regrouping {
    private final List<DataPlace> sources;
    private final List<FolderCopy> targets;
    private final int partitions;
    private final long moment;
    private final BackupProgress progress;
    private final HomeMap homes;
    private final FolderCopy[] targetOf;
    /** Null where all records must be present. */
    private final @Nullable SalvagedCommits losses;

    private final Map<DataPlace, LogSurvey> surveys = new LinkedHashMap<>();
    /** The partitions that each folder keeps: the other folder's where two have one that was on its way. */
    private final Map<DataPlace, Set<Integer>> keptBy = new LinkedHashMap<>();

    private long total;
    private long done;

    /**
     * Regroups folders into empty ones.
     *
     * @param moment commits with a later timestamp are left out
     */
    public Regrouping(
            List<DataPlace> sources, List<FolderCopy> targets, int partitions, long moment, BackupProgress progress) {
        this(sources, targets, partitions, moment, progress, null);
    }

    /** Regroups folders of which some have lost records, and others may be missing. */
    static Regrouping ofSalvaged(
            List<DataPlace> sources,
            FolderCopy target,
            int partitions,
            SalvagedCommits losses,
            BackupProgress progress) {
        return new Regrouping(sources, List.of(target), partitions, Long.MAX_VALUE, progress, losses);
    }

    private Regrouping(
            List<DataPlace> sources,
            List<FolderCopy> targets,
            int partitions,
            long moment,
            BackupProgress progress,
            @Nullable SalvagedCommits losses) {
        this.losses = losses;
        this.sources = sources;
        this.targets = targets;
        this.partitions = partitions;
        this.moment = moment;
        this.progress = progress;
        this.homes = new HomeMap(partitions);
        this.targetOf = new FolderCopy[partitions];
        targets.forEach(target -> target.kept().forEach(partition -> targetOf[partition] = target));
    }

    /**
     * Makes the folders.
     *
     * @throws PraghException when a partition is missing or present twice, a source is damaged, or a target cannot be
     *     written
     */
    public void run() {
        try {
            check();
            for (DataPlace source : sources) {
                with(source, folder -> parts(folder, kept(source)));
            }
            for (FolderCopy target : targets) {
                target.begin();
            }
            for (DataPlace source : sources) {
                with(source, folder -> records(folder, Objects.requireNonNull(surveys.get(source)), kept(source)));
            }
            long latest = losses == null ? latest() : losses.heal(latest(), this::append);
            for (FolderCopy target : targets) {
                target.sync(CommitRecord.decided(latest).encode());
            }
        } catch (IOException failed) {
            throw new PraghException(
                    "the graph cannot be put together; see to the disk: folders=" + sources + " because " + failed,
                    failed);
        }
    }

    /** The latest timestamp in any of the folders; the graph continues after it. */
    private long latest() {
        return surveys.values().stream().mapToLong(LogSurvey::latest).max().orElse(0);
    }

    /** Work on an open folder. */
    private interface Work {
        void with(DataFolder folder) throws IOException;
    }

    private void with(DataPlace source, Work work) throws IOException {
        try (Disk disk = source.open()) {
            work.with(DataFolder.openPart(disk, partitions));
        }
    }

    /** Whether the transaction of a folder's record was committed, at or before the moment. */
    private boolean counts(LogSurvey survey, CommitRecord commit) {
        long timestamp = commit.timestamp();
        if (losses != null) {
            return losses.counts(commit, surveys);
        }
        return commit.kind() == CommitRecord.COMMITTED
                && timestamp <= moment
                && survey.counts(commit)
                && (timestamp <= survey.decided() || isWhole(commit));
    }

    /** Whether all logs together have all parts of a transaction. */
    private boolean isWhole(CommitRecord commit) {
        return commit.parts().size() == 1
                || commit.parts().stream()
                        .allMatch(part ->
                                surveys.values().stream().anyMatch(survey -> survey.has(commit.timestamp(), part)));
    }

    private void check() throws IOException {
        TreeSet<Integer> kept = new TreeSet<>();
        List<FolderLabel> labels = new ArrayList<>();
        for (DataPlace source : sources) {
            with(source, folder -> labels.add(folder.label()));
        }
        for (DataPlace source : sources) {
            with(source, folder -> {
                total += 2 * folder.bytes();
                surveys.put(source, LogSurvey.of(folder));
                Set<Integer> here = new HashSet<>(folder.label().keptAmong(labels));
                keptBy.put(source, here);
                for (int partition : here) {
                    if (!kept.add(partition)) {
                        throw new PraghException(
                                "two shares have the same partition: folder=" + folder + " partition=" + partition);
                    }
                }
            });
        }
        if (kept.size() < partitions && losses == null) {
            throw new PraghException("the share of a node is missing: has=" + kept + " partitions=" + partitions);
        }
    }

    private Set<Integer> kept(DataPlace source) {
        return Objects.requireNonNull(keptBy.get(source));
    }

    private void parts(DataFolder folder, Set<Integer> kept) throws IOException {
        for (int partition : kept) {
            if (folder.hasPart(partition)) {
                targetOf[partition].part(folder, partition, this::advance);
            }
        }
    }

    private void records(DataFolder folder, LogSurvey survey, Set<Integer> kept) throws IOException {
        long[] told = {folder.logFrom()};
        long[] positions = new long[partitions];
        for (int partition : kept) {
            if (folder.hasPart(partition)) {
                try (CheckpointReader part = folder.checkpoint(partition)) {
                    positions[partition] = part.head().position();
                }
            }
        }
        folder.log().read(folder.logFrom(), (record, at) -> {
            CommitRecord commit = CommitRecord.decode(record);
            if (counts(survey, commit)) {
                if (losses != null) {
                    losses.saved(commit);
                }
                append(commit, home -> kept.contains(home) && at > positions[home]);
            }
            advance(at - told[0]);
            told[0] = at;
        });
    }

    private void append(CommitRecord commit) {
        append(commit, home -> true);
    }

    private void append(CommitRecord commit, IntPredicate from) {
        for (FolderCopy target : targets) {
            CommitRecord here = commit.only(home -> targetOf[home] == target && from.test(home), homes::home);
            if (here != null) {
                target.append(here.encode());
            }
        }
    }

    private void advance(long bytes) {
        done += bytes;
        progress.copied("putting together", Math.min(done, total), total);
    }
}
