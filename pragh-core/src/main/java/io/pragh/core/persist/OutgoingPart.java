package io.pragh.core.persist;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.WordList;
import io.pragh.core.durable.CheckpointHead;
import io.pragh.core.durable.CheckpointReader;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DecisionRecord;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.txn.home.CommitRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a data folder has of a partition that another folder takes over: the part of the last checkpoint, and the
 * commits behind it in the order of the log, each as a commit of one part that is known to be committed. Read by
 * another folder's {@link IncomingPart}. One thread adds commits; any thread reads. No checkpoint is written
 * meanwhile.
 */
// Commits are passed on while others are being logged, so the outcome of a transaction of several parts may be open.
// They are passed on up to the first one whose W is later than the decided moment: of those up to it, the log says
// which were taken back, or lacks a part that belongs here, because the node was killed between the records of two
// parts. When nothing at the partition is under way any more, the log says so of all.
public final class OutgoingPart implements AutoCloseable {
    /** Bytes of commits that are held in memory at most; a checkpoint is written before, so there are few. */
    static final int BYTES_MAX = 512 << 20;

    private final DataFolder folder;
    private final LogWriter log;
    private final int partition;
    private final HomeMap homes;
    private final CheckpointReader part;
    private final Tail tail = new Tail();
    /** The parts that the log has of each transaction of several parts. */
    private final Map<Long, Set<Integer>> logged = new HashMap<>();

    private long from;
    private boolean complete;

    /** Commits, each with its length before it. */
    private static final class Tail extends ByteArrayOutputStream {
        synchronized void record(byte[] record) {
            writeBytes(ByteBuffer.allocate(Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(record.length)
                    .array());
            writeBytes(record);
        }

        synchronized byte[] range(long offset, int bytes) {
            if (offset + bytes > count) {
                throw new PraghException("there are not as many commits: offset=" + offset + " bytes=" + bytes);
            }
            byte[] range = new byte[bytes];
            System.arraycopy(buf, Math.toIntExact(offset), range, 0, bytes);
            return range;
        }
    }

    /** Ends reading at a commit whose outcome is open. */
    private static final class OpenException extends RuntimeException {
        private static final long serialVersionUID = 1;

        OpenException() {
            super("", null, false, false);
        }
    }

    /** For a partition of which the folder has a part. */
    public OutgoingPart(DataFolder folder, LogWriter log, HomeMap homes, int partition) throws IOException {
        this.folder = folder;
        this.log = log;
        this.homes = homes;
        this.partition = partition;
        this.part = folder.checkpoint(partition);
        this.from = Math.max(folder.logFrom(), part.head().position());
    }

    /**
     * Adds the commits that were logged meanwhile, up to the first whose outcome may be open.
     *
     * @param decided the decided moment of the node
     */
    public void add(long decided) throws IOException {
        long end = log.end();
        Set<Long> takenBack = new HashSet<>();
        folder.log().read(from, end, (record, at) -> {
            CommitRecord commit = CommitRecord.decode(record);
            if (commit.kind() == CommitRecord.TAKEN_BACK) {
                takenBack.add(commit.timestamp());
            } else if (commit.parts().size() > 1) {
                logged.computeIfAbsent(commit.timestamp(), w -> new HashSet<>())
                        .add(commit.homes().get(0));
            }
        });
        Tail batch = new Tail();
        long[] read = {from};
        try {
            folder.log().read(from, end, (record, at) -> {
                if (at > read[0]) {
                    pass(batch, read[0]);
                    read[0] = at;
                }
                add(CommitRecord.decode(record), decided, takenBack, batch);
            });
            pass(batch, end);
        } catch (OpenException open) {
            // The batch with it is read again.
        }
    }

    /** Passes a batch of commits on; the next one begins at {@code next}. */
    private void pass(Tail batch, long next) {
        tail.writeBytes(batch.toByteArray());
        batch.reset();
        from = Math.max(from, next);
        if (tail.size() > BYTES_MAX) {
            throw new PraghException("more is written to a partition than can be handed over; try again when less is:"
                    + " partition=" + partition + " bytes=" + tail.size());
        }
    }

    private void add(CommitRecord commit, long decided, Set<Long> takenBack, Tail batch) {
        if (commit.kind() != CommitRecord.COMMITTED || !commit.homes().contains(partition)) {
            return;
        }
        if (commit.parts().size() > 1 && commit.timestamp() > decided) {
            throw new OpenException();
        }
        boolean several = commit.parts().size() > 1;
        if (several && (takenBack.contains(commit.timestamp()) || !isWhole(commit))) {
            return;
        }
        CommitRecord here = commit.only(home -> home == partition, homes::home);
        if (here != null) {
            batch.record(here.encode());
        } else if (several) { // it has changed nothing here, and the log there may have its other parts
            batch.record(commit.handedOver().encode());
        }
    }

    /** As {@link LogSurvey#isWhole}; what the part has already need not be. */
    private boolean isWhole(CommitRecord commit) {
        Set<Integer> here = new HashSet<>(commit.parts());
        here.retainAll(folder.kept());
        here.removeIf(home -> folder.since().getOrDefault(home, 0L) >= commit.timestamp());
        return logged.getOrDefault(commit.timestamp(), Set.of()).containsAll(here);
    }

    /**
     * Adds all commits that are still missing, when none is under way at the partition any more, and the decisions
     * about which other nodes may ask.
     */
    public void complete(List<DecisionRecord> decisions) throws IOException {
        log.await(log.append(CommitRecord.decided(0).encode())); // all before it can be read then
        add(Long.MAX_VALUE);
        for (DecisionRecord decision : decisions) {
            tail.record(CommitRecord.handedOver(decision).encode());
        }
        complete = true;
    }

    /**
     * What there is: bytes of the part behind its head, bytes of commits so far, whether those are all, and the
     * part's moment and members of rolls.
     */
    public byte[] shape() throws IOException {
        CheckpointHead head = part.head();
        boolean all = complete;
        WordList words = new WordList()
                .add(part.bodyBytes())
                .add(tail.size())
                .add(all ? 1 : 0)
                .add(head.timestamp())
                .add(head.rolls().size());
        head.rolls().forEach((roll, members) -> words.add(roll).add(members));
        return words.bytes();
    }

    /** Bytes of the part behind its head. */
    public byte[] part(long offset, int bytes) throws IOException {
        byte[] range = new byte[bytes];
        part.readBody(offset, range);
        return range;
    }

    /** Bytes of the commits. */
    public byte[] tail(long offset, int bytes) {
        return tail.range(offset, bytes);
    }

    @Override
    public void close() throws IOException {
        part.close();
    }
}
