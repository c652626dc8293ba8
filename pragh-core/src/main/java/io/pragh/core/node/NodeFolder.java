package io.pragh.core.node;

import io.pragh.core.api.KeyScan;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import io.pragh.core.durable.CheckpointCounters;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.DecisionRecord;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.KeptDecisionLog;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.durable.PartLog;
import io.pragh.core.persist.Checkpointing;
import io.pragh.core.persist.LogSurvey;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.persist.Restoring;
import io.pragh.core.placement.NodeIdentity;
import io.pragh.core.timestamp.Timestamps;
import io.pragh.core.txn.home.CommitRecord;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The data folder of one node of a cluster, which keeps the commits at its homes. It is opened before the node joins,
 * restored before the node serves partitions, and closed after the node. Any thread.
 */
final class NodeFolder implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(NodeFolder.class.getName());

    private final DataPlace place;
    private final DataFolder folder;
    private final KeptCluster.Limits limits;
    private final LogWriter writer;
    private final boolean isNew;
    private final AtomicReference<@Nullable PraghNode> node;
    private final Object checkpoints = new Object();
    private final CheckpointCounters counters = new CheckpointCounters();
    private volatile Restoring.Restored restored = new Restoring.Restored(0, 0, 0, 0, 0, 0);
    private LogSurvey survey;
    private PartLog log;
    private volatile long logNeeded;
    private volatile @Nullable FolderHandovers handovers;
    private @Nullable FolderUpkeep upkeep;
    private boolean emptyAtEnd;

    private NodeFolder(
            DataPlace place,
            DataFolder folder,
            KeptCluster.Limits limits,
            LogSurvey survey,
            LogWriter writer,
            AtomicReference<@Nullable PraghNode> node) {
        this.place = place;
        this.folder = folder;
        this.limits = limits;
        this.survey = survey;
        this.writer = writer;
        this.node = node;
        this.isNew = folder.graph() == 0;
        this.log = log(folder, writer, survey);
    }

    private static PartLog log(DataFolder folder, LogWriter writer, LogSurvey survey) {
        KeptDecisionLog decisions = new KeptDecisionLog(folder.kept());
        survey.shared().forEach(record -> decisions.append(decision(record)));
        survey.handedOver().forEach(record -> decisions.append(decision(record)));
        return new PartLog(writer, decisions);
    }

    /**
     * Opens a folder, which is created if it does not exist, and surveys its log.
     *
     * @throws PraghException when it is in use, another graph's, or damaged, or cannot be read or written
     */
    static NodeFolder open(DataPlace place, int partitions, KeptCluster.Limits limits) {
        Disk disk = place.open();
        boolean done = false;
        try {
            DataFolder folder = DataFolder.openPart(disk, partitions);
            AtomicReference<@Nullable PraghNode> node = new AtomicReference<>();
            LogSurvey survey = LogSurvey.of(folder);
            LogWriter writer = folder.logWriter(limits.segmentBytes(), broken -> failed(node.get(), broken));
            NodeFolder opened = new NodeFolder(place, folder, limits, survey, writer, node);
            if (!opened.isNew) {
                writer.open(survey.end());
            }
            done = true;
            return opened;
        } catch (IOException failed) {
            throw unwritable(disk, failed);
        } finally {
            if (!done) {
                close(disk);
            }
        }
    }

    private static PraghException unwritable(Object folder, IOException failed) {
        return new PraghException(
                "the data folder cannot be written to; see to the disk: folder=" + folder + " because " + failed,
                failed);
    }

    private static void close(Disk disk) {
        try {
            disk.close();
        } catch (IOException failed) {
            LOG.log(System.Logger.Level.WARNING, "a data folder could not be closed: folder=" + disk, failed);
        }
    }

    private static void failed(@Nullable PraghNode node, Throwable broken) {
        if (node != null) {
            node.parts.failure.happened("the log", broken);
        }
    }

    private static DecisionRecord decision(CommitRecord record) {
        return new DecisionRecord(
                record.homes().get(0),
                record.writer().client(),
                record.writer().sequence(),
                record.timestamp(),
                0,
                record.parts());
    }

    /** Whether the folder is still empty. */
    boolean isNew() {
        return isNew;
    }

    /** Whether the folder keeps no partition, as far as this is known. */
    boolean keepsNothing() {
        return folder.kept().isEmpty();
    }

    /** The number of its graph, or a number for a new graph. */
    long graph() {
        long fresh = new SplittableRandom().nextLong();
        return isNew ? (fresh == NodeIdentity.NOT_KEPT ? 1 : fresh) : folder.graph();
    }

    /** The contents of the folder, not restored yet. */
    KeptShare keeps() {
        return KeptHoldings.share(folder.label(), survey.latest());
    }

    /**
     * Finds out, before the node begins, which partitions this folder keeps: some may have been on their way when the
     * former node of the folder ended. Waits until that has left the view.
     *
     * @param check is called again and again, and may throw to give up
     */
    void settle(Supplier<ClusterView> view, int self, Runnable check) {
        if (isNew) {
            return;
        }
        try {
            if (new KeptHoldings(folder).settle(view, self, check)) {
                survey = LogSurvey.of(folder);
                log = log(folder, writer, survey);
            }
        } catch (IOException failed) {
            throw unwritable(folder, failed);
        }
    }

    /** The log for the node's commits. */
    PartLog log() {
        return log;
    }

    /**
     * Becomes the folder of the partitions that a new graph's view gives to the node, before any commit; none, when
     * the node is going to take some over.
     */
    void found(long graph, int[] partitions) {
        List<Integer> kept = Arrays.stream(partitions).boxed().toList();
        try {
            folder.found(graph, kept);
            log.decisions().add(kept);
            writer.open(survey.end());
        } catch (IOException failed) {
            throw unwritable(folder, failed);
        }
    }

    /** Attaches the node that commits here; a failure of the log becomes the node's own. */
    void attach(PraghNode attached) {
        node.set(attached);
    }

    /**
     * Restores the folder: asks other nodes about the outcomes of transactions that only they know, and makes the
     * node expect the partitions. Waits for nodes that are away.
     */
    void restore(PraghNode target, NodeConfig config, List<ValueOperation> operations, RestoreProgress progress) {
        Set<Integer> kept = new HashSet<>(folder.kept());
        awaitNobody(target);
        takeBack(survey.lacking());
        List<CommitRecord> doubtful = survey.doubtful();
        Set<Long> back = target.parts
                .transactions
                .homes()
                .doubtful()
                .resolve(
                        doubtful,
                        kept,
                        open -> LOG.log(
                                System.Logger.Level.INFO,
                                "waiting for the nodes that keep partitions {0}: only they know how some of {1} transactions"
                                        + " have ended",
                                open,
                                doubtful.size()),
                        target.parts::checkNotOver);
        takeBack(back);
        long epoch = target.view().epoch();
        target.parts.transactions.homes().doubtful().awaitView(epoch, target.parts::checkNotOver);
        long first = kept.contains(0) ? first(epoch, target) : 0;
        restored = new PartRestore(folder, survey, config, operations).run(target, epoch, first, progress);
        logNeeded = folder.logFrom();
    }

    /** Waits until the former node of this folder has left the view. */
    private void awaitNobody(PraghNode target) {
        while (folder.kept().stream().anyMatch(partition -> target.view().nodeOf(partition) != ClusterView.NOBODY)) {
            target.parts.checkNotOver();
            KeepersWait.pause();
        }
    }

    /** Waits until the view assigns all partitions in the folder to the node, and the node serves them. */
    void awaitServed(PraghNode target) {
        while (!(folder.kept().stream().allMatch(target.parts::serves) && target.servesItsShare())) {
            target.parts.checkNotOver();
            KeepersWait.pause();
        }
    }

    private void takeBack(Set<Long> back) {
        long ticket = 0;
        for (long timestamp : back) {
            for (CommitRecord record : survey.drop(timestamp)) {
                ticket = writer.append(record.takenBack().encode());
                CommitRecord.Writer who = record.writer();
                log.decisions().takeBack(record.homes().get(0), who.client(), who.sequence());
            }
        }
        writer.await(ticket);
    }

    /**
     * The first value of T: later than every timestamp known to any node, so this waits for all of them. It is
     * recorded, so that the next restore begins later.
     */
    private long first(long epoch, PraghNode target) {
        long latest = survey.latest();
        for (ClusterView.Member member : awaitKeepers(target).members()) {
            latest = Math.max(latest, member.keeps().latest());
        }
        long first = Timestamps.first(Math.max(epoch, Timestamps.term(latest) + 1));
        log.await(log.append(CommitRecord.decided(first).encode()));
        return first;
    }

    private ClusterView awaitKeepers(PraghNode target) {
        KeepersWait wait = keepers();
        while (true) {
            ClusterView view = target.view();
            if (KeepersWait.missing(view).isEmpty()) {
                return view;
            }
            target.parts.checkNotOver();
            wait.pause("the graph begins when all its data folders are here; start the nodes that have them", view);
        }
    }

    /** A wait for other nodes of this graph. */
    KeepersWait keepers() {
        return new KeepersWait(place, folder.graph());
    }

    /** Starts the writing of checkpoints and decided moments; the node already serves its partitions. */
    void start(NodeConfig config, List<ValueOperation> operations) {
        PraghNode served = Objects.requireNonNull(node.get());
        FolderHandovers moving =
                new FolderHandovers(served, folder, writer, log.decisions(), checkpoints, this::checkpoint);
        handovers = moving;
        upkeep = new FolderUpkeep(
                served,
                writer,
                log.decisions(),
                limits,
                survey.decided(),
                moving::wantsCheckpoint,
                this::checkpoint,
                keys -> giveBack(served, keys, config, operations));
        served.parts.handovers.keepIn(moving);
        BackupShare share = new BackupShare(folder, writer, checkpoints, this::checkpoint);
        served.parts.backups.have((request, progress) -> share.write(served, request, progress));
    }

    /**
     * Restores values that had moved to a node that died. Their keys have been held since, so no record about them is
     * on its way to the log. Returns the keys for which there was no memory.
     */
    private Set<Long> giveBack(PraghNode served, Set<Long> keys, NodeConfig config, List<ValueOperation> operations) {
        Set<Long> left = new HashSet<>();
        synchronized (checkpoints) { // the log is not cut while it is read
            new PartRestore(folder, LogSurvey.of(folder, writer.end()), config, operations)
                    .values(keys, (key, body, version) -> {
                        if (!served.parts.transactions.homes().local().give(key, body, version)) {
                            left.add(key);
                        }
                    });
        }
        LOG.log(
                System.Logger.Level.INFO,
                "values that had moved to a node that is gone are at their homes again: {0}, without memory for {1}",
                keys.size() - left.size(),
                left.size());
        return left;
    }

    /** Writes a checkpoint, and returns its size in bytes. */
    long checkpoint() throws IOException {
        PraghNode served = Objects.requireNonNull(node.get());
        FolderUpkeep decisions = Objects.requireNonNull(upkeep);
        synchronized (checkpoints) {
            Objects.requireNonNull(handovers).settle();
            if (folder.kept().isEmpty()) {
                return 0;
            }
            long began = counters.begin();
            boolean done = false;
            try (NodeSession session = served.openSession()) {
                writer.beginSegment(); // replaces all before but records to be asked about
                long then = writer.end();
                long bytes = new Checkpointing(
                                folder, served.homes(), partition -> source(session), writer::end, decisions::cutAt)
                        .write()
                        .bytes();
                logNeeded = then;
                done = true;
                counters.written(bytes, began);
                return bytes;
            } finally {
                if (!done) {
                    counters.failed();
                }
            }
        }
    }

    /** The statistics of the node, with the counters of its folder. */
    NodeStatistics counted(NodeStatistics statistics) {
        return new KeptCensus(writer, counters, restored, writer.end() - logNeeded, folder.bytesFree())
                .with(statistics);
    }

    private static Checkpointing.Source source(NodeSession session) {
        return new Checkpointing.Source() {
            @Override
            public TransactionSource transactions() {
                return session;
            }

            @Override
            public KeyScan keys() {
                return session;
            }
        };
    }

    /**
     * Has the folder emptied when it is closed, after all partitions were handed over. Waits until the other nodes'
     * folders are certain to keep them. False when it has to stay, since a partition may still arrive.
     */
    boolean leave() {
        try {
            synchronized (checkpoints) {
                Objects.requireNonNull(handovers).settle();
                emptyAtEnd = hasNothing();
                return emptyAtEnd;
            }
        } catch (IOException failed) {
            throw unwritable(folder, failed);
        }
    }

    private boolean hasNothing() {
        return folder.label().kept().isEmpty() && folder.arriving().isEmpty();
    }

    /** Ends the threads that {@link #start} has started. They need the node, which must not be closed yet. */
    void stop() {
        FolderUpkeep running = upkeep;
        if (running != null) {
            Objects.requireNonNull(node.get()).parts.backups.close();
            running.close();
        }
    }

    /** Closes the log; the node must be closed before. */
    void endLog() {
        try {
            writer.close();
            if (emptyAtEnd && hasNothing()) {
                folder.empty();
            }
        } catch (IOException failed) {
            throw unclosed(failed);
        }
    }

    private PraghException unclosed(IOException failed) {
        return new PraghException(
                "the data folder could not be closed; what was committed is in it: folder=" + folder + " because "
                        + failed,
                failed);
    }

    @Override
    public void close() {
        try (folder;
                writer) {
            // The log comes first.
        } catch (IOException failed) {
            throw unclosed(failed);
        }
    }
}
