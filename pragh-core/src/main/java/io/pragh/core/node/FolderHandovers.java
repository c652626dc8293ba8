package io.pragh.core.node;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.KeptDecisionLog;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.handover.Keeping;
import io.pragh.core.persist.IncomingPart;
import io.pragh.core.persist.OutgoingPart;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Partitions that leave a node's data folder for another one, or come from one. Any thread. */
/*
 * docs/protocols/handover.md. The file graph of both folders, and what a crash leaves:
 *
 *   GIVE      here: leaving. The folder keeps the partition, unless the view says that the other one does.
 *   ARRIVING  there: arriving, with everything. It keeps the partition if the view says so, from now on.
 *   DECIDED   the view says that the other folder keeps it.
 *   SETTLED   there: kept, before the node serves it, and so before any commit at it.
 *   DROPPED   here: nothing, once the other node serves it.
 *
 * So there is a folder with everything in each step, and the two folders say which, even without the view.
 */
final class FolderHandovers implements Keeping {
    private static final System.Logger LOG = System.getLogger(FolderHandovers.class.getName());
    /** Bytes of the log behind the last checkpoint from which on another one is written before a partition leaves. */
    private static final long LOG_BYTES_MAX = 32 << 20;
    /** Partitions come one after the other, so this long after the last of them a checkpoint has all. */
    private static final long REST_NANOS = 10_000_000_000L;

    private final PraghNode node;
    private final DataFolder folder;
    private final LogWriter log;
    private final KeptDecisionLog decisions;
    private final Object checkpoints;
    private final BackupShare.Checkpoint checkpoint;
    private volatile long movedNanos = Clock.SYSTEM.nanos();
    /** The nodes from which partitions are arriving. */
    private final Map<Integer, Integer> givers = new ConcurrentHashMap<>();

    /** Work on files with a result. */
    private interface Finding<R> {
        R find() throws IOException;
    }

    /** Work on files. */
    private interface Work {
        void run() throws IOException;
    }

    FolderHandovers(
            PraghNode node,
            DataFolder folder,
            LogWriter log,
            KeptDecisionLog decisions,
            Object checkpoints,
            BackupShare.Checkpoint checkpoint) {
        this.node = node;
        this.folder = folder;
        this.log = log;
        this.decisions = decisions;
        this.checkpoints = checkpoints;
        this.checkpoint = checkpoint;
    }

    private <R> R found(Finding<R> finding) {
        try {
            return finding.find();
        } catch (IOException failed) {
            throw new PraghException(
                    "a partition cannot be handed over; see to the disk: folder=" + folder + " because " + failed,
                    failed);
        }
    }

    private void done(Work work) {
        found(() -> {
            work.run();
            return Boolean.TRUE;
        });
    }

    private void closed(Work closing) {
        try {
            closing.run();
        } catch (IOException failed) {
            LOG.log(System.Logger.Level.WARNING, "a file could not be closed: folder=" + folder, failed);
        }
    }

    @Override
    public void undisturbed(Runnable work) {
        synchronized (checkpoints) {
            work.run();
        }
    }

    @Override
    public Giving give(int partition, long to) {
        return found(() -> {
            if (!folder.hasPart(partition) || log.end() - folder.logFrom() > LOG_BYTES_MAX) {
                checkpoint.write();
            }
            folder.leave(partition, to);
            return new Given(partition, new OutgoingPart(folder, log, node.homes(), partition));
        });
    }

    @Override
    public Taking take(int partition, byte[] shape) {
        IncomingPart.Shape first = IncomingPart.Shape.of(partition, shape);
        return found(() -> new Taken(partition, first, new IncomingPart(folder, log, first)));
    }

    @Override
    public void arrived(int partition) {
        if (!folder.arriving().contains(partition)) {
            return;
        }
        try {
            folder.settle(partition);
        } catch (IOException failed) {
            PraghException unkept = new PraghException(
                    "the data folder cannot be written to; see to the disk: folder=" + folder + " because " + failed,
                    failed);
            node.parts.failure.happened("the data folder", unkept);
            throw unkept;
        }
        decisions.add(List.of(partition));
        movedNanos = Clock.SYSTEM.nanos();
    }

    @Override
    public void left(int partition) {
        folder.away(partition);
        decisions.remove(partition);
        movedNanos = Clock.SYSTEM.nanos();
        try {
            drop(partition);
        } catch (IOException | PraghException later) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "what has left is dropped before the next checkpoint: partition=" + partition,
                    later);
        }
    }

    /** Drops a partition when the other node serves it; throws when no node does. */
    private void drop(int partition) throws IOException {
        node.parts
                .transactions
                .homes()
                .doubtful()
                .awaitService(partition, node.view().epoch(), () -> {
                    node.parts.checkNotOver();
                    if (node.view().nodeOf(partition) == ClusterView.NOBODY) {
                        throw new PraghException(
                                "a partition has left, and the node that has taken it is away; no checkpoint is written"
                                        + " until it is back: folder=" + folder + " partition=" + partition);
                    }
                });
        folder.drop(partition);
    }

    /** Whether a checkpoint should be written because partitions have come or gone; says so again after a while. */
    boolean wantsCheckpoint() {
        boolean wants = !folder.isSettled()
                && Clock.SYSTEM.nanos() - movedNanos > REST_NANOS
                && folder.away().stream().noneMatch(p -> node.view().nodeOf(p) == ClusterView.NOBODY);
        movedNanos = wants ? Clock.SYSTEM.nanos() : movedNanos;
        return wants;
    }

    /**
     * Drops the partitions that other folders keep, and those that will not arrive any more, and settles those that
     * have stayed, before a checkpoint is written. Waits until the other nodes serve the first.
     *
     * @throws PraghException when no node serves one of them now
     */
    void settle() throws IOException {
        for (int partition : Set.copyOf(folder.away())) {
            drop(partition);
        }
        ClusterView view = node.view();
        for (int partition : folder.arriving()) {
            int giver = givers.getOrDefault(partition, node.self());
            if (!view.has(giver) && view.folderOf(partition) != folder.number()) {
                folder.drop(partition); // the giver died before the view was changed
            }
        }
        for (int partition : List.copyOf(folder.kept())) {
            // One that is not served here was on its way when the node ended: the view says whether it has left.
            if (folder.leaving().containsKey(partition) && node.parts.serves(partition)) {
                folder.stay(partition);
            }
        }
    }

    private final class Given implements Giving {
        private final int partition;
        private final OutgoingPart part;

        Given(int partition, OutgoingPart part) {
            this.partition = partition;
            this.part = part;
        }

        @Override
        public void add(long decided) {
            done(() -> part.add(decided));
        }

        @Override
        public void complete() {
            done(() -> part.complete(decisions.records(partition)));
        }

        @Override
        public byte[] shape() {
            return found(part::shape);
        }

        @Override
        public byte[] part(long offset, int bytes) {
            return found(() -> part.part(offset, bytes));
        }

        @Override
        public byte[] tail(long offset, int bytes) {
            return part.tail(offset, bytes);
        }

        @Override
        public void stay() {
            done(() -> folder.stay(partition));
        }

        @Override
        public void close() {
            closed(part::close);
        }
    }

    private final class Taken implements Taking {
        private final int partition;
        private final IncomingPart.Shape first;
        private final IncomingPart part;

        Taken(int partition, IncomingPart.Shape first, IncomingPart part) {
            this.partition = partition;
            this.first = first;
            this.part = part;
        }

        @Override
        public long partBytes() {
            return first.partBytes();
        }

        @Override
        public long tailBytes(byte[] shape) {
            return IncomingPart.Shape.of(partition, shape).tailBytes();
        }

        @Override
        public boolean isAll(byte[] shape) {
            return IncomingPart.Shape.of(partition, shape).isAll();
        }

        @Override
        public void part(byte[] bytes) {
            done(() -> part.part(bytes));
        }

        @Override
        public void endPart() {
            done(() -> part.endPart());
        }

        @Override
        public void tail(byte[] bytes) {
            part.tail(bytes);
        }

        @Override
        public void complete() {
            givers.put(partition, node.view().nodeOf(partition));
            done(() -> part.complete());
        }

        @Override
        public void close() {
            closed(part::close);
        }
    }
}
