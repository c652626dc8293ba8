package io.pragh.coordinator.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.bookkeeper.client.BookKeeper;
import org.apache.bookkeeper.client.LedgerMetadataBuilder;
import org.apache.bookkeeper.client.api.LedgerEntries;
import org.apache.bookkeeper.client.api.LedgerEntry;
import org.apache.bookkeeper.client.api.LedgerMetadata;
import org.apache.bookkeeper.client.api.ReadHandle;
import org.apache.bookkeeper.client.api.WriteHandle;
import org.apache.bookkeeper.meta.LedgerManager;
import org.apache.bookkeeper.versioning.Versioned;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a writer continues a ledger that has ended with exactly the bytes that are not in it. */
class LedgerWriterTest {
    private static final long TERM = 1;
    /** Entries that were sent before the failure. */
    private static final int UNDER_WAY = 12;
    /** Entries around one whose send throws. */
    private static final int ENTRIES = 6;

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
                LedgerWriter writer = new LedgerWriter(ledgers, () -> ledgers.create(TERM), ended::add);
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

    /**
     * BookKeeper's client throws out of a send when the connection breaks meanwhile (its completion is used by two
     * threads). The entry has its number then, and a bookie may have it or not.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEntryWhoseSendThrowsIsInExactlyOneLedger(boolean arrives, @TempDir Path folder) throws Exception {
        try (ThreeBookies bookies = new ThreeBookies(folder);
                Ledgers ledgers =
                        Ledgers.open(LedgerPlace.of(bookies.place("graph").toString()))) {
            List<ReadHandle> ended = new ArrayList<>();
            AtomicInteger created = new AtomicInteger();
            LedgerWriter.Next next = () -> {
                WriteHandle handle = ledgers.create(TERM);
                return created.getAndIncrement() == 0 ? throwsAtThird(handle, arrives) : handle;
            };
            LedgerWriter writer = new LedgerWriter(ledgers, next, ended::add);
            for (int i = 0; i < ENTRIES; i++) {
                byte[] bytes = new byte[LedgerWriter.ENTRY_BYTES_MAX];
                Arrays.fill(bytes, (byte) i);
                writer.append(ByteBuffer.wrap(bytes));
            }
            ended.add(writer.end());

            assertEquals(2, ended.size(), "ledgers");
            List<Byte> found = new ArrayList<>();
            for (ReadHandle ledger : ended) {
                found.addAll(firstBytes(ledger));
            }
            assertEquals(IntStream.range(0, ENTRIES).mapToObj(i -> (byte) i).toList(), found);
        }
    }

    private static WriteHandle throwsAtThird(WriteHandle handle, boolean arrives) {
        AtomicInteger sends = new AtomicInteger();
        return (WriteHandle) Proxy.newProxyInstance(
                WriteHandle.class.getClassLoader(), new Class<?>[] {WriteHandle.class}, (proxy, method, arguments) -> {
                    boolean breaks = method.getName().equals("appendAsync") && sends.incrementAndGet() == 3;
                    if (breaks && !arrives) {
                        throw new IllegalStateException("the connection breaks");
                    }
                    Object result = method.invoke(handle, arguments);
                    if (breaks) {
                        ((CompletableFuture<?>) result).get(); // a bookie has it
                        throw new IllegalStateException("the connection breaks");
                    }
                    return result;
                });
    }

    private static List<Byte> firstBytes(ReadHandle ledger) throws Exception {
        List<Byte> firsts = new ArrayList<>();
        if (ledger.getLastAddConfirmed() >= 0) {
            try (LedgerEntries entries = ledger.read(0, ledger.getLastAddConfirmed())) {
                for (LedgerEntry entry : entries) {
                    firsts.add(entry.getEntryBytes()[0]);
                }
            }
        }
        return firsts;
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
