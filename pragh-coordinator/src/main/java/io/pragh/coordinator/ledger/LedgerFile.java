package io.pragh.coordinator.ledger;

import io.pragh.coordinator.ledger.LedgerListing.Part;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.bookkeeper.client.api.ReadHandle;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a file, independent of its name: its ledgers, one behind the other, the last of which may be open
 * for writing. Any thread.
 */
final class LedgerFile {
    private final Ledgers ledgers;
    private final long term;
    private final List<Ended> parts = new ArrayList<>();
    private @Nullable LedgerWriter writer;
    private @Nullable LedgerReader writerReader;
    private volatile List<Part> listed = List.of();
    private int openHandles;

    private record Ended(Part part, long bytes, LedgerReader reader) {}

    /** A file without bytes. */
    LedgerFile(Ledgers ledgers, long term) {
        this.ledgers = ledgers;
        this.term = term;
    }

    /** Adds a part that the folder's list names, when the file is opened. */
    synchronized void add(Part part, ReadHandle handle) throws IOException {
        long bytes = part.bytes() == Part.WHOLE ? handle.getLength() : part.bytes();
        if (bytes > handle.getLength()) {
            throw new IOException("a ledger has fewer bytes than its file: ledger=" + part.ledger() + " bytes="
                    + handle.getLength() + " wanted=" + bytes);
        }
        parts.add(new Ended(part, bytes, new LedgerReader(ledgers, handle)));
        list();
    }

    /** The file's parts as the folder's list should name them; the list object is replaced when they change. */
    List<Part> listed() {
        return listed;
    }

    private void list() {
        List<Part> all = new ArrayList<>();
        parts.forEach(ended -> all.add(ended.part));
        if (writer != null) {
            all.add(new Part(writer.handle().getId(), Part.WHOLE));
        }
        if (!all.equals(listed)) {
            listed = List.copyOf(all);
        }
    }

    private long endedBytes() {
        return parts.stream().mapToLong(Ended::bytes).sum();
    }

    synchronized long bytes() {
        return endedBytes() + (writer == null ? 0 : writer.bytes());
    }

    synchronized void append(ByteBuffer source) throws IOException {
        if (!source.hasRemaining()) {
            return;
        }
        if (writer == null) {
            writer = new LedgerWriter(ledgers, () -> ledgers.create(term), this::ended);
            writerReader = null;
            list();
        }
        writer.append(source);
        list();
    }

    private void ended(ReadHandle handle) {
        writerReader = null;
        if (handle.getLength() > 0) {
            parts.add(new Ended(
                    new Part(handle.getId(), Part.WHOLE), handle.getLength(), new LedgerReader(ledgers, handle)));
        }
    }

    synchronized void read(long from, ByteBuffer target) throws IOException {
        long begin = 0;
        long at = from;
        for (Ended part : parts) {
            at += read(part.reader, at, begin, part.bytes, target);
            begin += part.bytes;
        }
        if (writer != null && target.hasRemaining() && at < begin + writer.bytes()) {
            readWritten(at, target);
        }
    }

    /** Makes bytes durable before it reads them. */
    private void readWritten(long at, ByteBuffer target) throws IOException {
        LedgerWriter written = sync();
        if (endedBytes() > at) {
            read(at, target); // another ledger was begun
            return;
        }
        if (writerReader == null) {
            writerReader = new LedgerReader(ledgers, written.handle());
        }
        read(writerReader, at, endedBytes(), written.bytes(), target);
    }

    private static long read(LedgerReader reader, long at, long begin, long bytes, ByteBuffer target)
            throws IOException {
        if (at < begin || at >= begin + bytes) {
            return 0;
        }
        int wanted = (int) Math.min(target.remaining(), begin + bytes - at);
        int limit = target.limit();
        reader.read(at - begin, target.limit(target.position() + wanted));
        target.limit(limit);
        return wanted;
    }

    /** Returns when all appended bytes lie at the bookies; the caller adds them to the folder's list. */
    synchronized void flush() throws IOException {
        if (writer != null) {
            sync();
        }
    }

    private LedgerWriter sync() throws IOException {
        LedgerWriter written = Objects.requireNonNull(writer);
        written.sync();
        list();
        return written;
    }

    synchronized void truncate(long bytes) throws IOException {
        end();
        long left = bytes;
        List<Ended> kept = new ArrayList<>();
        for (Ended part : parts) {
            long here = Math.min(left, part.bytes);
            if (here == part.bytes && here > 0) {
                kept.add(part);
            } else if (here > 0) {
                kept.add(new Ended(new Part(part.part.ledger(), here), here, part.reader));
            }
            left -= here;
        }
        parts.clear();
        parts.addAll(kept);
        list();
    }

    private void end() throws IOException {
        if (writer != null) {
            end(writer.end());
        }
    }

    private void end(ReadHandle handle) {
        writer = null;
        ended(handle);
        list();
    }

    synchronized void opened() {
        openHandles++;
    }

    /** On the last close, ends the ledger that is being written, if that is possible. */
    synchronized void closed() throws IOException {
        openHandles--;
        if (openHandles == 0) {
            ReadHandle handle = writer == null ? null : writer.endInTime();
            if (handle != null) {
                end(handle);
            }
            parts.replaceAll(part -> new Ended(part.part, part.bytes, part.reader.withoutWindow()));
        }
    }
}
