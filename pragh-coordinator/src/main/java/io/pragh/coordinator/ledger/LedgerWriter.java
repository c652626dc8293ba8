package io.pragh.coordinator.ledger;

import io.pragh.coordinator.zookeeper.FolderTakenException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.apache.bookkeeper.client.api.ReadHandle;
import org.apache.bookkeeper.client.api.WriteHandle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends to a file, in one ledger, and in another one when too few of the first one's bookies answer. Guarded by its
 * file's lock.
 */
/*
 * Bytes are gathered into entries; an entry is sent when it is full, and by a sync. When a ledger cannot be written
 * any more, BookKeeper says which entry is its last; the bytes that were sent behind it go into the next ledger, in
 * the same order. The next ledger belongs to the file once the folder's list says so; the caller of sync() ensures
 * that before it reports success.
 */
final class LedgerWriter {
    /** Bound on the bytes of an entry; the servers take less than five megabytes. */
    static final int ENTRY_BYTES_MAX = 1 << 19;
    /** An append waits while so many bytes are not acknowledged. */
    static final int SENT_BYTES_MAX = 8 << 20;

    /** Ledgers that may fail in a row before anything is durable again. */
    private static final int LEDGERS_MAX = 3;

    /** Time for which a sync waits for another ledger. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private static final long LOOK_NANOS = 200_000_000;
    private static final long END_SECONDS = 3;
    private static final Logger LOG = LoggerFactory.getLogger(LedgerWriter.class);

    /** Receives the end of a ledger, with its length in bytes. */
    @FunctionalInterface
    interface Ended {
        /** Called at a ledger's end; the ledger may be empty. */
        void ledger(ReadHandle handle) throws IOException;
    }

    /** Begins the file's next ledger. */
    @FunctionalInterface
    interface Next {
        /** A new ledger that nobody else writes. */
        WriteHandle ledger() throws IOException;
    }

    private final Ledgers ledgers;
    private final Next next;
    private final Ended ended;
    private final ArrayDeque<Sent> sent = new ArrayDeque<>();
    private WriteHandle handle;
    /** Why nothing more is sent to this ledger; null while it takes entries. */
    private @Nullable RuntimeException broken;

    /** Number of this ledger's next entry; the handle counts back when the ledger fails. */
    private long nextEntry;

    private long sentBytes;
    /** Acknowledged bytes of this ledger. */
    private long durable;

    private byte[] entry = new byte[1 << 10];
    private int entryBytes;
    private int failedInRow;

    private static final class Sent {
        private final byte[] bytes;
        private final long entry;
        private final CompletableFuture<Long> acknowledged;

        Sent(byte[] bytes, long entry, CompletableFuture<Long> acknowledged) {
            this.bytes = bytes;
            this.entry = entry;
            this.acknowledged = acknowledged;
        }
    }

    LedgerWriter(Ledgers ledgers, Next next, Ended ended) throws IOException {
        this.ledgers = ledgers;
        this.next = next;
        this.ended = ended;
        this.handle = next.ledger();
    }

    /** The ledger that is being written. */
    WriteHandle handle() {
        return handle;
    }

    /** Bytes of this ledger, durable or not. */
    long bytes() {
        return durable + sentBytes + entryBytes;
    }

    /** Whether all of it is durable. */
    boolean isDurable() {
        return sentBytes + entryBytes == 0;
    }

    void append(ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            int bytes = Math.min(source.remaining(), ENTRY_BYTES_MAX - entryBytes);
            if (entry.length < entryBytes + bytes) {
                entry = Arrays.copyOf(entry, Math.min(ENTRY_BYTES_MAX, Math.max(2 * entry.length, entryBytes + bytes)));
            }
            source.get(entry, entryBytes, bytes);
            entryBytes += bytes;
            if (entryBytes == ENTRY_BYTES_MAX) {
                send();
                awaitRoom();
            }
        }
    }

    private void send() {
        if (entryBytes > 0) {
            post(Arrays.copyOf(entry, entryBytes));
            sentBytes += entryBytes;
            entryBytes = 0;
        }
    }

    private void post(byte[] bytes) {
        sent.add(new Sent(bytes, nextEntry, acknowledged(bytes)));
        nextEntry++;
    }

    /*
     * BookKeeper may throw as its connection to a bookie breaks; the entry may have got its number by then or not.
     * Nothing is sent behind it, so that the numbers of all others are known.
     */
    private CompletableFuture<Long> acknowledged(byte[] bytes) {
        if (broken == null) {
            try {
                return handle.appendAsync(bytes);
            } catch (RuntimeException failed) {
                broken = failed;
            }
        }
        return CompletableFuture.failedFuture(broken);
    }

    private void awaitRoom() throws IOException {
        while (sentBytes > SENT_BYTES_MAX) {
            awaitFirst();
        }
    }

    /** Returns when all appended bytes are durable, in this ledger and those before it. */
    void sync() throws IOException {
        send();
        while (!sent.isEmpty()) {
            awaitFirst();
        }
    }

    private void awaitFirst() throws IOException {
        Sent first = sent.element();
        try {
            ledgers.get(first.acknowledged);
        } catch (FolderTakenException taken) {
            throw taken;
        } catch (InterruptedIOException ends) {
            throw ends;
        } catch (IOException failed) {
            if (++failedInRow > LEDGERS_MAX) {
                throw failed;
            }
            LOG.warn("a ledger cannot be written any more, and another one goes on: ledger={}", handle.getId(), failed);
            awaitAnother(failed);
            return;
        }
        failedInRow = 0;
        sent.remove();
        sentBytes -= first.bytes.length;
        durable += first.bytes.length;
    }

    /** Waits: bookies that are busy or restarting may answer later. */
    private void awaitAnother(IOException failed) throws IOException {
        long began = System.nanoTime();
        while (true) {
            try {
                goOn();
                return;
            } catch (FolderTakenException | InterruptedIOException ends) {
                throw ends;
            } catch (IOException cannot) {
                if (System.nanoTime() - began > PATIENCE_NANOS) {
                    failed.addSuppressed(cannot);
                    throw failed;
                }
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Ends the ledger at the end that BookKeeper reports, and continues in another one. */
    private void goOn() throws IOException {
        ReadHandle end = ledgers.get(ledgers.recover(handle.getId()));
        while (!sent.isEmpty() && sent.element().entry <= end.getLastAddConfirmed()) {
            Sent there = sent.remove();
            sentBytes -= there.bytes.length;
        }
        WriteHandle another = next.ledger();
        ended.ledger(end);
        durable = 0;
        handle = another;
        broken = null;
        nextEntry = 0;
        int again = sent.size();
        for (int i = 0; i < again; i++) {
            post(sent.remove().bytes);
        }
    }

    /** Ends the ledger, with all appended bytes. */
    ReadHandle end() throws IOException {
        sync();
        ledgers.get(handle.closeAsync());
        return ledgers.get(ledgers.look(handle.getId()));
    }

    /**
     * Ends the ledger, but only within some seconds, since that needs ZooKeeper, which may end with the cluster. Null
     * when that is not possible; all bytes are durable even so, and the next process that opens the folder ends the
     * ledger.
     */
    @Nullable
    ReadHandle endInTime() throws IOException {
        sync();
        if (!ledgers.isDone(handle.closeAsync(), END_SECONDS)) {
            LOG.info(
                    "a ledger is left to whoever opens its folder next, since ZooKeeper does not answer: ledger={}",
                    handle.getId());
            return null;
        }
        return ledgers.get(ledgers.look(handle.getId()));
    }
}
