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
 * The nodes of a graph that are all of this process, with a data folder: what was committed outlives them. Opening it restores what the
 * folder has; a thread writes a checkpoint whenever the log has grown. Any thread.
 */
public final class KeptCluster implements GraphKeeper, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(KeptCluster.class.getName());
    private static final long LOOK_MILLIS = 500;

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
    /** From where on the log is needed. */
    private volatile long logNeeded;

    private volatile boolean closing;

    /**
     * How much there may be of what.
     *
     * @param segmentBytes bytes of a file of the log, more or less
     * @param logBytesMin so many bytes the log may have behind a checkpoint before there is another one, or as many as the checkpoint if
     *     that is more
     */
    public record Limits(long segmentBytes, long logBytesMin) {
        /** What fits most. */
        public static final Limits DEFAULT = new Limits(64L << 20, 128L << 20);
    }

    /**
     * Where a graph is kept.
     *
     * @param folder the data folder, which is made where it is not there
     * @param partitions how many a new graph gets
     * @param exactly whether one that is there must have so many
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
     * Nodes for embedded use, with a data folder, which is made where it is not there.
     *
     * @param progress hears how far it is restored
     * @throws PraghException when the folder is in use, another's, or damaged, cannot be read or written, or memory is short
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
     * Starts nodes and restores what the folder has, before anybody can use them. The folder is closed with this.
     *
     * @param starting starts nodes that commit through a log, and that nobody uses yet
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

    /** What lies in memory may not be what lasts: nobody is to see any of it. */
    private static void failed(@Nullable LocalCluster nodes, Throwable broken) {
        if (nodes != null) {
            nodes.nodes().forEach(node -> node.parts.failure.happened("the log", broken));
        }
    }

    /** The nodes. */
    public LocalCluster nodes() {
        return nodes;
    }

    /** What the folder had when it was opened. */
    public Restoring.Restored restored() {
        return restored;
    }

    /** The statistics of a node, and what was counted of the data folder. */
    public NodeStatistics counted(NodeStatistics node) {
        return new KeptCensus(log, counters, restored, log.end() - logNeeded, folder.bytesFree()).with(node);
    }

    /** The log: what it has counted. */
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

    /** A load by one thread, which keeps all others out. */
    private final class Loading implements Load {
        private boolean kept;
        private boolean open = true;

        @Override
        public void keep() {
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
     * Writes a checkpoint now: what is committed when this is called is in it, and restoring is faster afterwards.
     *
     * @throws IOException when it cannot be written; everything is as before then
     */
    public Checkpointing.Checkpoint checkpoint() throws IOException {
        synchronized (checkpoints) {
            long began = counters.begin();
            Map<PraghNode, NodeSession> sessions = new HashMap<>();
            boolean done = false;
            try {
                log.beginSegment(); // all before it goes with this checkpoint
                long then = log.end();
                Checkpointing.Checkpoint written = new Checkpointing(
                                folder,
                                nodes.node(0).homes(),
                                partition -> source(sessions, partition),
                                log::end,
                                cut -> cut)
                        .write();
                logBytesThen = then;
                checkpointBytes = written.bytes();
                logNeeded = then;
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
     * Makes a backup of what is committed now, while others go on: a full one, or one of what came since the last one in the folder.
     * Commits wait until those that are under way have ended; a load is waited for.
     *
     * @throws PraghException when the folder cannot be used or written to, or something is damaged; its other backups are as they were
     */
    public BackupSummary backup(OnlineBackup.Order order, BackupProgress progress) {
        BackupWriter.Made made =
                new OnlineBackup(folder, nodes.node(0), log::end, loading, checkpoints).write(order, progress);
        return BackupSummary.of(made.step(), made.why());
    }

    private Checkpointing.Source source(Map<PraghNode, NodeSession> sessions, int partition) {
        PraghNode any = nodes.node(0);
        NodeSession session =
                sessions.computeIfAbsent(nodes.node(any.view().nodeOf(partition)), PraghNode::openSession);
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

    private void run() {
        while (!closing) {
            pause();
            if (!closing && log.failure() == null && isDue()) {
                try {
                    checkpoint();
                } catch (IOException | RuntimeException failed) {
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

    /** Ends the nodes; all that was committed is in the folder. */
    @Override
    public void close() {
        closing = true;
        synchronized (thread) {
            thread.notifyAll();
        }
        synchronized (checkpoints) { // one that is under way needs the nodes
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
