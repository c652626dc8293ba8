package io.pragh.core.node;

import io.pragh.core.api.KeyScan;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.durable.BackupWriter;
import io.pragh.core.durable.CheckpointCounters;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.persist.Checkpointing;
import io.pragh.core.persist.LogSurvey;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.persist.Restoring;
import io.pragh.core.property.GraphKeeper;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a graph that runs in one process and is kept in a data folder. Opening it restores the folder; a
 * thread writes a checkpoint whenever the log has grown. Any thread.
 */
public final class KeptCluster implements GraphKeeper, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(KeptCluster.class.getName());
    private static final long LOOK_MILLIS = 500;
    /** Contains T. */
    private static final int LEADING = 0;

    private final DataFolder folder;
    private final Limits limits;
    private final LogWriter log;
    private final LocalCluster nodes;
    private final Restoring.Restored restored;
    private final ReentrantReadWriteLock loading = new ReentrantReadWriteLock(true);
    private final Object checkpoints = new Object();
    private final CheckpointCounters counters = new CheckpointCounters();
    private final Thread thread;
    private long logBytesThen;
    private volatile long checkpointBytes;
    /** The position from which on the log is needed. */
    private volatile long logNeeded;

    private volatile boolean closing;

    /**
     * Size limits of the files.
     *
     * @param segmentBytes approximate size of a segment of the log, in bytes
     * @param logBytesMin size in bytes of the log behind a checkpoint at which the next one is written; if the
     *     checkpoint is larger, its size counts
     */
    public record Limits(long segmentBytes, long logBytesMin) {
        /** Limits for most uses. */
        public static final Limits DEFAULT = new Limits(64L << 20, 128L << 20);
    }

    /**
     * The place of a graph.
     *
     * @param folder the data folder, which is created if it does not exist
     * @param partitions the number of partitions of a new graph
     * @param exactly whether an existing graph must have the same number
     */
    public record Data(DataPlace folder, int partitions, boolean exactly) {}

    private KeptCluster(
            DataFolder folder, Limits limits, LogWriter log, LocalCluster nodes, Restoring.Restored restored) {
        this.folder = folder;
        this.limits = limits;
        this.log = log;
        this.nodes = nodes;
        this.restored = restored;
        this.logBytesThen = log.end();
        this.checkpointBytes = restored.bytes();
        this.logNeeded = folder.logFrom();
        this.thread = new Thread(this::run, "pragh-checkpoint");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Nodes for embedded use, with a data folder, which is created if it does not exist.
     *
     * @param progress receives the progress of the restore
     * @throws PraghException when the folder is in use, another graph's, or damaged, cannot be read or written, or
     *     memory is short
     */
    public static KeptCluster embedded(
            Data data,
            int nodes,
            NodeConfig config,
            List<ValueOperation> operations,
            int workers,
            Consumer<Throwable> whenTaskFails,
            RestoreProgress progress) {
        Disk disk = data.folder.open();
        DataFolder folder = null;
        try {
            folder = DataFolder.open(disk, data.partitions, data.exactly, () -> new SplittableRandom().nextLong());
            if (nodes > folder.partitions()) {
                throw new PraghException(
                        "the graph in the data folder has not a partition for each node; open it with fewer nodes:"
                                + " folder=" + disk + " partitions=" + folder.partitions() + " nodes=" + nodes);
            }
        } finally {
            if (folder == null || nodes > folder.partitions()) {
                close(disk);
            }
        }
        int parts = folder.partitions();
        return open(
                folder,
                Limits.DEFAULT,
                log -> LocalCluster.embedded(nodes, parts, config.withLog(log), operations, workers, whenTaskFails),
                progress);
    }

    private static void close(Disk disk) {
        try {
            disk.close();
        } catch (IOException failed) {
            LOG.log(System.Logger.Level.WARNING, "a data folder could not be closed: folder=" + disk, failed);
        }
    }

    /**
     * Starts nodes and restores the folder before they can be used. The folder is closed with this object.
     *
     * @param starting starts unused nodes that commit through a given log
     * @throws PraghException when the folder is damaged or cannot be read, or memory is short
     */
    public static KeptCluster open(
            DataFolder folder, Limits limits, Function<CommitLog, LocalCluster> starting, RestoreProgress progress) {
        AtomicReference<@Nullable LocalCluster> started = new AtomicReference<>();
        LogWriter log = folder.logWriter(limits.segmentBytes, broken -> failed(started.get(), broken));
        boolean done = false;
        try {
            LocalCluster nodes = starting.apply(log);
            started.set(nodes);
            Restoring.Restored restored =
                    new Restoring(folder, LogSurvey.of(folder), new NodesTarget(nodes.nodes()), progress).run();
            log.open(restored.end());
            done = true;
            return new KeptCluster(folder, limits, log, nodes, restored);
        } catch (IOException failed) {
            throw new PraghException(
                    "the data folder cannot be written to; see to the disk: folder=" + folder + " because " + failed,
                    failed);
        } finally {
            if (!done) {
                closeAll(started.get(), log, folder);
            }
        }
    }

    /** Stops the nodes, because the state in memory may differ from the durable one and must not be seen. */
    private static void failed(@Nullable LocalCluster nodes, Throwable broken) {
        if (nodes != null) {
            nodes.nodes().forEach(node -> node.parts.failure.happened("the log", broken));
        }
    }

    /** The nodes. */
    public LocalCluster nodes() {
        return nodes;
    }

    /** The contents of the folder when it was opened. */
    public Restoring.Restored restored() {
        return restored;
    }

    /** The statistics of a node, with the counters of the data folder. */
    public NodeStatistics counted(NodeStatistics node) {
        return new KeptCensus(log, counters, restored, log.end() - logNeeded, folder.bytesFree()).with(node);
    }

    /** The log, with its counters. */
    public LogWriter log() {
        return log;
    }

    @Override
    public void change(Runnable commit) {
        loading.readLock().lock();
        try {
            commit.run();
        } finally {
            loading.readLock().unlock();
        }
    }

    @Override
    public Load load() {
        loading.writeLock().lock();
        return new Loading();
    }

    /** A load by one thread, which excludes all other commits. */
    private final class Loading implements Load {
        private boolean kept;
        private boolean open = true;

        @Override
        public void keep() {
            if (served().size() < folder.partitions()) {
                throw new PraghException(
                        "a node of this graph was closed, so what was loaded cannot be kept; open the graph again, and"
                                + " load again: folder=" + folder);
            }
            try {
                checkpoint();
            } catch (IOException failed) {
                throw new PraghException(
                        "what was loaded cannot be kept; see to the disk, open the graph again, and load again: folder="
                                + folder + " because " + failed,
                        failed);
            }
            kept = true;
        }

        @Override
        public void close() {
            if (!open) {
                return;
            }
            open = false;
            if (!kept) {
                log.fail(new PraghException("a load was begun and not ended: nothing of it is kept"));
            }
            loading.writeLock().unlock();
        }
    }

    /**
     * Writes a checkpoint, which contains everything that was committed before this call and makes a later restore
     * faster. Partitions whose nodes were closed keep what the folder has of them.
     *
     * @throws IOException when it cannot be written; the folder is as before then
     */
    public Checkpointing.Checkpoint checkpoint() throws IOException {
        synchronized (checkpoints) {
            long began = counters.begin();
            Map<PraghNode, NodeSession> sessions = new HashMap<>();
            boolean done = false;
            try {
                log.beginSegment(); // the checkpoint replaces everything before
                long then = log.end();
                Checkpointing writing = new Checkpointing(
                        folder, nodes.node(0).homes(), partition -> source(sessions, partition), log::end, cut -> cut);
                List<Integer> served = served();
                Checkpointing.Checkpoint written =
                        served.size() == folder.partitions() ? writing.write() : writing.writeReadable(served);
                logBytesThen = then;
                checkpointBytes = written.bytes();
                logNeeded = Math.min(then, folder.logFrom());
                counters.written(written.bytes(), began);
                done = true;
                return written;
            } finally {
                if (!done) {
                    counters.failed();
                }
                sessions.values().forEach(NodeSession::close);
            }
        }
    }

    /**
     * Makes a backup as of now, while the graph is in use: a full one, or an incremental one since the last backup in
     * the folder. Commits wait until the running ones have ended; the backup waits for a running load.
     *
     * @throws PraghException when the folder cannot be used or written to, or a file is damaged; its other backups
     *     are as they were
     */
    public BackupSummary backup(OnlineBackup.Order order, BackupProgress progress) {
        BackupWriter.Made made =
                new OnlineBackup(folder, open(), log::end, loading, checkpoints).write(order, progress);
        return BackupSummary.of(made.step(), made.why());
    }

    /** The partitions whose nodes were not closed. */
    private List<Integer> served() {
        return folder.kept().stream()
                .filter(partition -> !nodeOf(partition).isOver())
                .toList();
    }

    /** A node that was not closed, if there is one. */
    private PraghNode open() {
        List<PraghNode> all = nodes.nodes();
        return all.stream().filter(node -> !node.isOver()).findFirst().orElse(all.get(0));
    }

    private PraghNode nodeOf(int partition) {
        return nodes.node(nodes.node(0).view().nodeOf(partition));
    }

    private Checkpointing.Source source(Map<PraghNode, NodeSession> sessions, int partition) {
        NodeSession session = sessions.computeIfAbsent(nodeOf(partition), PraghNode::openSession);
        TransactionSource source = nodeOf(LEADING).isOver() ? new LoggedMoment(session, this::latestLogged) : session;
        return new Checkpointing.Source() {
            @Override
            public TransactionSource transactions() {
                return source;
            }

            @Override
            public KeyScan keys() {
                return session;
            }
        };
    }

    /** The latest timestamp in the log so far. */
    private long latestLogged() {
        return LogSurvey.of(folder, log.end()).latest();
    }

    private void run() {
        while (!closing) {
            pause();
            if (!closing && log.failure() == null && isDue()) {
                try {
                    checkpoint();
                } catch (IOException | RuntimeException | Error failed) { // an Error mostly for want of memory
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "a checkpoint could not be written, so the log goes on growing; another try follows when it has"
                                    + " grown as much again: folder=" + folder,
                            failed);
                    logBytesThen = log.end();
                }
            }
        }
    }

    private boolean isDue() {
        return log.end() - logBytesThen > Math.max(limits.logBytesMin, checkpointBytes);
    }

    private void pause() {
        synchronized (thread) {
            if (!closing) {
                try {
                    thread.wait(LOOK_MILLIS);
                } catch (InterruptedException ends) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** Ends the nodes; everything committed is in the folder. */
    @Override
    public void close() {
        closing = true;
        synchronized (thread) {
            thread.notifyAll();
        }
        synchronized (checkpoints) { // a checkpoint in progress needs the nodes
            closeAll(nodes, log, folder);
        }
    }

    private static void closeAll(@Nullable LocalCluster nodes, LogWriter log, DataFolder folder) {
        try (folder;
                log) {
            if (nodes != null) {
                nodes.close();
            }
        } catch (IOException failed) {
            throw new PraghException(
                    "the data folder could not be closed; what was committed is in it: folder=" + folder + " because "
                            + failed,
                    failed);
        }
    }
}
