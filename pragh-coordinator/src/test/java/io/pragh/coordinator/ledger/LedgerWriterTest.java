package io.pragh.coordinator.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.bookkeeper.client.BookKeeper;
import org.apache.bookkeeper.client.LedgerMetadataBuilder;
import org.apache.bookkeeper.client.api.LedgerMetadata;
import org.apache.bookkeeper.client.api.ReadHandle;
import org.apache.bookkeeper.meta.LedgerManager;
import org.apache.bookkeeper.versioning.Versioned;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a writer continues a ledger that has ended with exactly the bytes that are not in it. */
class LedgerWriterTest {
    private static final long TERM = 1;
    /** Entries that were sent before the failure. */
    private static final int UNDER_WAY = 12;

    /**
     * BookKeeper ends a ledger that fails behind its last acknowledged entry. If it cannot write that down, the
     * ledger is recovered, and may keep later entries. An entry that was sent after the failure is in neither.
     */
    @Test
    void anEntryThatIsSentAfterAFailureGoesToTheNextLedger(@TempDir Path folder) throws Exception {
        try (ThreeBookies bookies = new ThreeBookies(folder)) {
            LedgerPlace place = LedgerPlace.of(bookies.place("graph").toString());
            try (Ledgers ledgers = Ledgers.open(place)) {
                List<ReadHandle> ended = new ArrayList<>();
                LedgerWriter writer = new LedgerWriter(ledgers, TERM, ended::add);
                writer.append(ByteBuffer.wrap(new byte[1]));
                writer.sync();
                long bytes = 1 + (long) UNDER_WAY * LedgerWriter.ENTRY_BYTES_MAX;
                endAt(place, writer.handle().getId(), UNDER_WAY, bytes);

                for (int i = 0; i < UNDER_WAY; i++) {
                    writer.append(entry());
                }
                ByteBuffer last = entry();
                CompletableFuture<?> closing = writer.handle().closeAsync(); // fails those, as a lost bookie would
                while (writer.handle().getLastAddPushed() == UNDER_WAY && !closing.isDone()) {
                    Thread.onSpinWait();
                }
                writer.append(last);
                writer.sync();

                assertEquals(1, ended.size(), "ledgers that have ended");
                assertEquals(bytes, ended.get(0).getLength());
                assertEquals(LedgerWriter.ENTRY_BYTES_MAX, writer.bytes(), "the entry that was sent last");
            }
        }
    }

    private static ByteBuffer entry() {
        return ByteBuffer.wrap(new byte[LedgerWriter.ENTRY_BYTES_MAX]);
    }

    /** Writes down that a ledger has ended, as its recovery does. */
    @SuppressWarnings("try") // nobody interrupts the thread of a test while it closes the client
    private static void endAt(LedgerPlace place, long ledger, long entry, long bytes) throws Exception {
        try (BookKeeper client =
                        BookKeeper.forConfig(Ledgers.configuration(place)).build();
                LedgerManager manager = client.getMetadataClientDriver()
                        .getLedgerManagerFactory()
                        .newLedgerManager()) {
            Versioned<LedgerMetadata> found = manager.readLedgerMetadata(ledger).get();
            LedgerMetadata end = LedgerMetadataBuilder.from(found.getValue())
                    .withClosedState()
                    .withLastEntryId(entry)
                    .withLength(bytes)
                    .build();
            manager.writeLedgerMetadata(ledger, end, found.getVersion()).get();
        }
    }
}
