package io.pragh.core.node;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.Joined;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DamagedDataException;
import io.pragh.core.durable.DecidedMoments;
import io.pragh.core.durable.KeptDecisionLog;
import io.pragh.core.durable.LogFailedException;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.store.Partition;
import io.pragh.core.timestamp.TimestampWord;
import io.pragh.core.timestamp.Timestamps;
import io.pragh.core.txn.home.CommitRecord;
import java.io.IOException;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The background work for a node's data folder: records the node's decided moments, tells them to the other nodes,
 * forgets records that no node needs, has a checkpoint written when the log has grown, and restores values that had
 * moved to a node that died. Three threads.
 */
final class FolderUpkeep implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FolderUpkeep.class.getName());
    private static final long PAUSE_NANOS = 100_000_000;
    private static final long LOOK_NANOS = 500_000_000;
    /** Until values that could not be restored are tried again: all of the folder is read for them. */
    private static final long AGAIN_NANOS = 2_000_000_000;

    /** Writes a checkpoint; returns its size in bytes. */
    interface Checkpoint {
        long write() throws IOException;
    }

    /** Gives held keys the values in the log; returns the keys for which there was no memory. */
    interface Restore {
        Set<Long> restore(Set<Long> keys);
    }

    private final PraghNode node;
    private final LogWriter log;
    private final DecidedMoments moments;
    private final KeptCluster.Limits limits;
    private final BooleanSupplier wanted;
    private final Checkpoint checkpoint;
    private final Restore restore;
    private final Endpoint endpoint;
    private final Batch batch;
    private final long[] decidedOf;

    private final Thread settling;
    private final Thread writing;
    private final Thread restoring;
    private volatile boolean closing;
    private long logBytesThen;
    private long checkpointBytes;

    FolderUpkeep(
            PraghNode node,
            LogWriter log,
            KeptDecisionLog decisions,
            KeptCluster.Limits limits,
            long decided,
            BooleanSupplier wanted,
            Checkpoint checkpoint,
            Restore restore) {
        this.wanted = wanted;
        this.restore = restore;
        this.node = node;
        this.log = log;
        this.limits = limits;
        this.checkpoint = checkpoint;
        this.endpoint = node.fabric().open();
        TimestampWord word = node.parts.timestamps.word(endpoint);
        this.moments = new DecidedMoments(
                decisions,
                decided,
                new DecidedMoments.Node(
                        log::end,
                        () -> read(word),
                        () -> node.parts.transactions.homes().openParts()::areOver,
                        timestamp -> log.await(
                                log.append(CommitRecord.decided(timestamp).encode())),
                        this::tell));
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
                moments.look();
                hear();
            } catch (LogFailedException failed) {
                return; // the node ends, and reports the reason
            } catch (RuntimeException later) {
                LOG.log(System.Logger.Level.DEBUG, "what is decided is looked at again", later);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static OptionalLong read(TimestampWord word) {
        long timestamp = word.read();
        return timestamp == Timestamps.NONE ? OptionalLong.empty() : OptionalLong.of(timestamp);
    }

    private void tell(long timestamp) {
        for (Partition partition : node.partitions()) {
            partition.region().setLongRelease(PartitionHeader.DECIDED_OFFSET, timestamp);
        }
    }

    /** Reads the decided moments of all nodes. Costs one batch of READs. */
    private void hear() {
        batch.clear();
        for (int partition = 0; partition < decidedOf.length; partition++) {
            batch.readWord(partition, PartitionHeader.DECIDED_OFFSET);
        }
        endpoint.execute(batch);
        for (int partition = 0; partition < decidedOf.length; partition++) {
            if (batch.ok(partition)) {
                decidedOf[partition] = Math.max(decidedOf[partition], batch.result(partition)); // it stays valid
            }
        }
        moments.hear(partition -> decidedOf[partition]);
    }

    /**
     * The position at which the log may be cut when a checkpoint needs it from {@code position} on: other nodes may
     * ask about records from there on.
     */
    long cutAt(long position) {
        return moments.cutAt(position);
    }

    private void checkpoints() {
        while (!closing) {
            LockSupport.parkNanos(LOOK_NANOS);
            if (!closing && log.failure() == null && isDue()) {
                long then = log.end();
                try {
                    checkpointBytes = checkpoint.write();
                } catch (IOException | RuntimeException | Error failed) { // an Error mostly for want of memory
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

    /** Restores values that were lost with another node, as soon as their keys are known. */
    private void restoreValues() {
        Set<Long> keys = new HashSet<>();
        int known = 0;
        while (!closing) {
            LockSupport.parkNanos(LOOK_NANOS);
            int before = known;
            known = node.parts.toRestore.size();
            boolean all = node.parts.recovery.isMarked()
                    || known == before; // further keys may be held for as long as a node is away
            if (keys.isEmpty() && (known == 0 || !all)) {
                continue;
            }
            for (Long key = node.parts.toRestore.poll(); key != null; key = node.parts.toRestore.poll()) {
                keys.add(key);
            }
            try {
                keys = restored(keys);
            } catch (RuntimeException | Error failed) { // an Error too: else nobody would restore them any more
                node.parts.failure.happened("the values that died with another node", failed);
                return;
            }
        }
    }

    /** Restores values if that is possible now; returns the keys that are left. */
    private Set<Long> restored(Set<Long> keys) {
        try {
            return restore.restore(keys);
        } catch (DamagedDataException damaged) {
            throw damaged;
        } catch (PraghException later) {
            // Mostly for want of memory, which values have taken. All others are served meanwhile.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "values that had moved to a node that is gone cannot be restored now; calls that need them fail so that"
                            + " they can be tried again, and so is this: keys={0} why={1}",
                    keys.size(),
                    later.getMessage());
            LockSupport.parkNanos(AGAIN_NANOS);
            return keys;
        }
    }

    private boolean isDue() {
        return wanted.getAsBoolean() || log.end() - logBytesThen > Math.max(limits.logBytesMin(), checkpointBytes);
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
