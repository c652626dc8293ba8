package io.pragh.core.node;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.Joined;
import io.pragh.core.durable.KeptDecisionLog;
import io.pragh.core.durable.LogFailedException;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.store.Partition;
import io.pragh.core.timestamp.TimestampWord;
import io.pragh.core.timestamp.Timestamps;
import io.pragh.core.txn.home.CommitRecord;
import io.pragh.core.txn.home.OpenParts;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a node does beside its work so that its log stays short: writes down which transactions of several homes have ended, tells the
 * others up to where it has, forgets what all have written down, and has a checkpoint written when the log has grown; and that values
 * come back that had moved to a node that has died. Three threads.
 */
/*
 * How the node knows that all transactions up to a moment have ended that it takes part in, and do not have to be asked
 * for when it is restored:
 *
 *   BEGIN   t is T. Who takes part from now on gets a W greater than t, since W is taken when all hold their keys. No
 *           record before the log's end of a moment before has a W greater than t.
 *   OPEN    who took part at BEGIN may have any W.
 *   DECIDED all of those have ended: published, or given back with that in the log. A record says so for all up to t.
 *   TOLD    the record lasts. The word in the header says so to others, who keep what this node might have asked for.
 */
final class FolderUpkeep implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FolderUpkeep.class.getName());
    private static final long PAUSE_NANOS = 100_000_000;
    private static final long LOOK_NANOS = 500_000_000;

    /** Writes a checkpoint; its bytes. */
    interface Checkpoint {
        long write() throws IOException;
    }

    /** Gives keys that are held the values that the log has; returns those for which there was no memory. */
    interface Restore {
        Set<Long> restore(Set<Long> keys);
    }

    private record Round(long timestamp, long position, OpenParts open) {}

    private record Begun(long timestamp, long position) {}

    private final PraghNode node;
    private final LogWriter log;
    private final KeptDecisionLog decisions;
    private final KeptCluster.Limits limits;
    private final Checkpoint checkpoint;
    private final Restore restore;
    private final Endpoint endpoint;
    private final TimestampWord word;
    private final Batch batch;
    private final long[] decidedOf;
    /** Before these positions no record has a W greater than that timestamp. */
    private final ArrayDeque<Begun> begun = new ArrayDeque<>();

    private final Thread settling;
    private final Thread writing;
    private final Thread restoring;
    private volatile boolean closing;
    private @Nullable Round round;
    private long written;
    private long logBytesThen;
    private long checkpointBytes;

    FolderUpkeep(
            PraghNode node,
            LogWriter log,
            KeptDecisionLog decisions,
            KeptCluster.Limits limits,
            long decided,
            Checkpoint checkpoint,
            Restore restore) {
        this.restore = restore;
        this.node = node;
        this.log = log;
        this.decisions = decisions;
        this.limits = limits;
        this.written = decided;
        this.checkpoint = checkpoint;
        this.endpoint = node.fabric().open();
        this.word = node.parts.timestamps.word(endpoint);
        int partitions = node.homes().partitions();
        this.batch = new Batch(partitions);
        this.decidedOf = new long[partitions];
        this.logBytesThen = log.end();
        this.settling = start("pragh-decided-", this::settle);
        this.writing = start("pragh-checkpoint-", this::checkpoints);
        this.restoring = start("pragh-restore-", this::restoreValues);
    }

    private Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name + node.self());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void settle() {
        while (!closing) {
            try {
                settleOnce();
            } catch (LogFailedException failed) {
                return; // the node ends, and says why
            } catch (RuntimeException later) {
                LOG.log(System.Logger.Level.DEBUG, "what is decided is looked at again", later);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void settleOnce() {
        Round now = round;
        if (now == null) {
            long position = log.end(); // before t is read
            long timestamp = word.read();
            if (timestamp != Timestamps.NONE) {
                round = new Round(
                        timestamp, position, node.parts.transactions.homes().openParts());
            }
        } else if (now.open.areOver()) {
            if (decisions.latest() > written) {
                log.await(log.append(CommitRecord.decided(now.timestamp).encode()));
                written = now.timestamp;
            }
            for (Partition partition : node.partitions()) {
                partition.region().setLongRelease(PartitionHeader.DECIDED_OFFSET, now.timestamp);
            }
            synchronized (begun) {
                begun.add(new Begun(now.timestamp, now.position));
            }
            round = null;
        }
        hear();
    }

    /** Takes in what others have told. Cost: one batch of READs. */
    private void hear() {
        batch.clear();
        for (int partition = 0; partition < decidedOf.length; partition++) {
            batch.readWord(partition, PartitionHeader.DECIDED_OFFSET);
        }
        endpoint.execute(batch);
        for (int partition = 0; partition < decidedOf.length; partition++) {
            if (batch.ok(partition)) {
                decidedOf[partition] = Math.max(decidedOf[partition], batch.result(partition)); // for good
            }
        }
        decisions.settle(partition -> decidedOf[partition]);
        long oldest = decisions.oldest();
        synchronized (begun) {
            while (begun.size() > 1 && second().timestamp < oldest) {
                begun.removeFirst();
            }
        }
    }

    private Begun second() {
        var all = begun.iterator();
        all.next();
        return all.next();
    }

    /** Where the log may be cut that a checkpoint needs from {@code position} on: others may ask about what is behind. */
    long cutAt(long position) {
        if (decisions.size() == 0) {
            return position;
        }
        long oldest = decisions.oldest();
        synchronized (begun) {
            Begun first = begun.peekFirst();
            return first == null || first.timestamp >= oldest ? 0 : Math.min(position, first.position);
        }
    }

    private void checkpoints() {
        while (!closing) {
            LockSupport.parkNanos(LOOK_NANOS);
            if (!closing && log.failure() == null && isDue()) {
                long then = log.end();
                try {
                    checkpointBytes = checkpoint.write();
                } catch (IOException | RuntimeException failed) {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "a checkpoint could not be written, so the log goes on growing; another try follows when it has"
                                    + " grown as much again",
                            failed);
                }
                logBytesThen = then;
            }
        }
    }

    /** Values that died with another node, as soon as it is known which those are. */
    private void restoreValues() {
        Set<Long> keys = new HashSet<>();
        int known = 0;
        while (!closing) {
            LockSupport.parkNanos(LOOK_NANOS);
            int before = known;
            known = node.parts.toRestore.size();
            boolean all = node.parts.recovery.isMarked()
                    || known == before; // others may be held for as long as a node is away
            if (keys.isEmpty() && (known == 0 || !all)) {
                continue;
            }
            for (Long key = node.parts.toRestore.poll(); key != null; key = node.parts.toRestore.poll()) {
                keys.add(key);
            }
            try {
                keys = restore.restore(keys);
            } catch (RuntimeException failed) {
                node.parts.failure.happened("the values that died with another node", failed);
                return;
            }
        }
    }

    private boolean isDue() {
        return log.end() - logBytesThen > Math.max(limits.logBytesMin(), checkpointBytes);
    }

    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(settling);
        LockSupport.unpark(writing);
        LockSupport.unpark(restoring);
        Joined.join(settling);
        Joined.join(writing);
        Joined.join(restoring);
        endpoint.close();
    }
}
