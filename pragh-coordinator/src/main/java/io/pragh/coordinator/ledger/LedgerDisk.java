package io.pragh.coordinator.ledger;

import io.pragh.coordinator.ledger.LedgerListing.Part;
import io.pragh.coordinator.zookeeper.FolderRecord;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderInUseException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.apache.bookkeeper.client.api.ReadHandle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A data folder whose files are ledgers: each synced byte lies at two bookies at least, and at three when all are
 * there. Any thread.
 */
/*
 * The folder's list at ZooKeeper names its files, and the ledgers of each. Changes of names are gathered, and become
 * one new list in syncNames(): so they take effect all together or not at all. A ledger is deleted once a list
 * without it is in force.
 *
 * A process that opens the folder to write does these steps, in this order:
 *   SIGN      waits until no process has the lock, or its holder's session has ended.
 *   CLAIM     replaces the list by the same one of the next term: the former owner cannot replace it any more, so a
 *             file, or a further ledger of a file, that it makes from now on is never part of the folder.
 *   RECOVER   opens all ledgers of the list, by which BookKeeper fences those that were being written: their writer
 *             notices it on the next entry, and all entries that were acknowledged before are found.
 *   SWEEP     deletes ledgers of earlier terms that are in no list: files that a crash has left without a name.
 * After a crash in between, the folder is opened in the same way again.
 */
public final class LedgerDisk implements Disk {
    private static final Pattern NAME = Pattern.compile("[!-~]{1,200}");
    private static final long LOOK_NANOS = 50_000_000;
    private static final Logger LOG = LoggerFactory.getLogger(LedgerDisk.class);

    private final LedgerPlace place;
    private final FolderRecord record;
    private final Ledgers ledgers;
    private final long term;
    private final boolean writes;
    private final TreeMap<String, LedgerFile> files = new TreeMap<>();
    /** The parts of each file as the list in force names them. */
    private final IdentityHashMap<LedgerFile, List<Part>> listed = new IdentityHashMap<>();
    /** Ledgers to delete once no list names them. */
    private final Set<Long> dropped = new HashSet<>();

    /** Deletions under way. */
    private final List<CompletableFuture<Void>> deleting = new ArrayList<>();

    private boolean changed;
    private boolean closed;

    private LedgerDisk(LedgerPlace place, FolderRecord record, Ledgers ledgers, long term, boolean writes) {
        this.place = place;
        this.record = record;
        this.ledgers = ledgers;
        this.term = term;
        this.writes = writes;
    }

    /**
     * Opens a folder to write, as {@link io.pragh.core.durable.DiskProvider#open} says; waits for a former owner that
     * has died.
     */
    static LedgerDisk open(LedgerPlace place) {
        return open(place, true);
    }

    /** Opens a folder only to read. */
    static LedgerDisk look(LedgerPlace place) {
        return open(place, false);
    }

    private static LedgerDisk open(LedgerPlace place, boolean writes) {
        List<AutoCloseable> opened = new ArrayList<>();
        boolean done = false;
        try {
            FolderRecord record = place.record();
            opened.add(record);
            if (writes) {
                record.make();
                sign(place, record);
            } else if (!record.isThere()) {
                throw new PraghException("there is no such folder: folder=" + place);
            }
            Ledgers ledgers = Ledgers.open(place);
            opened.add(0, ledgers);
            byte[] found = record.read();
            LedgerListing before = found.length == 0 ? LedgerListing.EMPTY : LedgerListing.decode(found);
            LedgerDisk disk = new LedgerDisk(place, record, ledgers, before.term() + 1, writes);
            disk.load(before);
            done = true;
            return disk;
        } catch (IOException failed) {
            throw new PraghException(
                    "the data folder cannot be opened: folder=" + place + " because " + failed.getMessage(), failed);
        } finally {
            if (!done) {
                opened.forEach(LedgerDisk::closeQuietly);
            }
        }
    }

    private static void closeQuietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception failed) {
            LOG.warn("a part of a data folder that could not be opened does not end in order", failed);
        }
    }

    private static void sign(LedgerPlace place, FolderRecord record) throws IOException {
        String who = "process " + ProcessHandle.current().pid() + " of "
                + InetAddress.getLocalHost().getHostName();
        long began = System.nanoTime();
        while (!record.lock(who)) {
            // the session of a dead owner ends within its time and a little more
            if (System.nanoTime() - began > 1_500_000L * place.sessionMillis()) {
                throw new FolderInUseException(
                        "data folder", place + " by=" + record.holder().orElse("nobody any more"));
            }
            LockSupport.parkNanos(LOOK_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                throw new PraghException("interrupted while a data folder was in use: folder=" + place);
            }
        }
    }

    private synchronized void load(LedgerListing before) throws IOException {
        if (writes) {
            record.write(new LedgerListing(term, before.files()).encode());
        }
        Map<Part, CompletableFuture<ReadHandle>> opening = new HashMap<>();
        Set<Long> known = new HashSet<>();
        before.files()
                .values()
                .forEach(parts -> parts.forEach(part -> {
                    known.add(part.ledger());
                    opening.put(part, writes ? ledgers.recover(part.ledger()) : ledgers.look(part.ledger()));
                }));
        for (Map.Entry<String, List<Part>> each : before.files().entrySet()) {
            LedgerFile file = new LedgerFile(ledgers, term);
            for (Part part : each.getValue()) {
                file.add(part, ledgers.get(Objects.requireNonNull(opening.get(part))));
            }
            files.put(each.getKey(), file);
            listed.put(file, each.getValue());
        }
        if (writes) {
            for (long left : ledgers.left(known, term)) {
                ledgers.get(ledgers.delete(left));
            }
        }
    }

    /** The parts of each file in the list; for tests. */
    synchronized List<List<Part>> listed() {
        return List.copyOf(listed.values());
    }

    @Override
    public synchronized List<String> names() {
        return List.copyOf(files.keySet());
    }

    @Override
    public File create(String name) throws IOException {
        checkWrites();
        if (!NAME.matcher(name).matches()) {
            throw new IOException("a file's name is of letters, digits and signs: folder=" + place + " file=" + name);
        }
        LedgerFile file = new LedgerFile(ledgers, term);
        synchronized (this) {
            drop(files.put(name, file));
            changed = true;
        }
        return new Handle(file);
    }

    @Override
    public File open(String name) throws IOException {
        LedgerFile file;
        synchronized (this) {
            file = files.get(name);
        }
        if (file == null) {
            throw new NoSuchFileException(place + "/" + name);
        }
        return new Handle(file);
    }

    @Override
    public synchronized void rename(String name, String other) throws IOException {
        checkWrites();
        LedgerFile file = files.remove(name);
        if (file == null) {
            throw new NoSuchFileException(place + "/" + name);
        }
        drop(files.put(other, file));
        changed = true;
    }

    @Override
    public synchronized void delete(String name) {
        checkWrites();
        LedgerFile file = files.remove(name);
        drop(file);
        changed |= file != null;
    }

    private void checkWrites() {
        if (!writes) {
            throw new NonWritableChannelException();
        }
    }

    private void drop(@Nullable LedgerFile file) {
        if (file != null) {
            file.listed().forEach(part -> dropped.add(part.ledger()));
            List<Part> before = listed.get(file);
            if (before != null) {
                before.forEach(part -> dropped.add(part.ledger()));
            }
        }
    }

    @Override
    public synchronized void syncNames() throws IOException {
        if (changed) {
            list();
        }
    }

    /** Updates a file's parts in the list, if the file is in it. */
    private synchronized void list(LedgerFile file) throws IOException {
        List<Part> before = listed.get(file);
        if (before != null && !before.equals(file.listed())) {
            list();
        }
    }

    private void list() throws IOException {
        TreeMap<String, List<Part>> all = new TreeMap<>();
        IdentityHashMap<LedgerFile, List<Part>> now = new IdentityHashMap<>();
        files.forEach((name, file) -> {
            List<Part> parts = file.listed();
            all.put(name, parts);
            now.put(file, parts);
        });
        record.write(new LedgerListing(term, all).encode());
        Set<Long> gone = new HashSet<>(dropped);
        listed.values().forEach(parts -> parts.forEach(part -> gone.add(part.ledger())));
        listed.clear();
        listed.putAll(now);
        dropped.clear();
        changed = false;
        now.values().forEach(parts -> parts.forEach(part -> gone.remove(part.ledger())));
        for (long ledger : gone) {
            delete(ledger);
        }
    }

    /** A ledger that cannot be deleted now is swept when the folder is opened again. */
    private void delete(long ledger) {
        deleting.removeIf(CompletableFuture::isDone);
        deleting.add(ledgers.delete(ledger).exceptionally(failed -> {
            LOG.warn("a ledger could not be deleted: folder={} ledger={}", place, ledger, failed);
            return null;
        }));
    }

    /** A bookie refuses ledgers before its own disk is full. */
    @Override
    public long bytesFree() {
        return UNKNOWN;
    }

    @Override
    public String toString() {
        return place.toString();
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (record;
                ledgers) {
            syncNames();
            for (CompletableFuture<Void> each : deleting) {
                ledgers.get(each);
            }
        }
    }

    private final class Handle implements File {
        private final LedgerFile file;
        private boolean open = true;

        Handle(LedgerFile file) {
            this.file = file;
            file.opened();
        }

        @Override
        public long bytes() {
            return file.bytes();
        }

        @Override
        public void append(ByteBuffer source) throws IOException {
            checkWrites();
            file.append(source);
        }

        @Override
        public void read(long from, ByteBuffer target) throws IOException {
            file.read(from, target);
        }

        @Override
        public void truncate(long bytes) throws IOException {
            checkWrites();
            file.truncate(bytes);
        }

        @Override
        public void sync() throws IOException {
            checkWrites();
            file.flush();
            list(file);
        }

        @Override
        public void close() throws IOException {
            if (open) {
                open = false;
                file.closed();
            }
        }
    }
}
