package io.pragh.coordinator.ledger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.bookkeeper.client.api.LedgerEntries;
import org.apache.bookkeeper.client.api.LedgerEntry;
import org.apache.bookkeeper.client.api.ReadHandle;

/**
 * Reads bytes of a ledger by their offset, and keeps the entries around the last one. One round trip for some
 * megabytes in order; elsewhere, as many as a binary search over the entries takes. Guarded by its file's lock.
 */
// With each entry, BookKeeper keeps the length of the ledger up to the entry's end, so an entry tells its offset.
final class LedgerReader {
    /** Approximate bytes per READ. */
    private static final int WINDOW_BYTES = 2 << 20;

    private static final int WINDOW_ENTRIES_MAX = 1 << 10;

    private final Ledgers ledgers;
    private final ReadHandle handle;
    private List<byte[]> window = List.of();
    /** Start and end of the window in bytes, and the entry behind it. */
    private long windowFrom;

    private long windowTo;
    private long nextEntry;

    LedgerReader(Ledgers ledgers, ReadHandle handle) {
        this.ledgers = ledgers;
        this.handle = handle;
    }

    /** A reader that keeps no window. */
    LedgerReader withoutWindow() {
        return new LedgerReader(ledgers, handle);
    }

    /** Fills {@code target} from an offset on; all these bytes must exist. */
    void read(long from, ByteBuffer target) throws IOException {
        long at = from;
        while (target.hasRemaining()) {
            if (at < windowFrom || at >= windowTo) {
                fetch(at == windowTo ? nextEntry : find(at));
            }
            at += copy(at, target);
        }
    }

    private long copy(long at, ByteBuffer target) {
        long begin = windowFrom;
        long copied = 0;
        for (byte[] entry : window) {
            if (!target.hasRemaining()) {
                break;
            }
            long skipped = at + copied - begin;
            if (skipped < entry.length) {
                int bytes = (int) Math.min(entry.length - skipped, target.remaining());
                target.put(entry, (int) skipped, bytes);
                copied += bytes;
            }
            begin += entry.length;
        }
        return copied;
    }

    /** The entry in which a byte lies. */
    private long find(long at) throws IOException {
        long low = 0;
        long high = handle.getLastAddConfirmed();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (endOf(middle) > at) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private long endOf(long entry) throws IOException {
        try (LedgerEntries one = ledgers.get(handle.readAsync(entry, entry))) {
            return one.getEntry(entry).getLength();
        }
    }

    private void fetch(long first) throws IOException {
        long last = handle.getLastAddConfirmed();
        if (first > last) {
            throw new IOException("a ledger ends before its file does: ledger=" + handle.getId() + " entry=" + first);
        }
        long each = Math.max(1, handle.getLength() / (last + 1));
        long count = Math.max(1, Math.min(WINDOW_ENTRIES_MAX, WINDOW_BYTES / each));
        long until = Math.min(last, first + count - 1);
        List<byte[]> fetched = new ArrayList<>();
        long end = 0;
        long bytes = 0;
        try (LedgerEntries entries = ledgers.get(handle.readAsync(first, until))) {
            for (LedgerEntry entry : entries) {
                byte[] copy = entry.getEntryBytes();
                fetched.add(copy);
                bytes += copy.length;
                end = entry.getLength();
            }
        }
        window = fetched;
        windowFrom = end - bytes;
        windowTo = end;
        nextEntry = until + 1;
    }
}
