package io.pragh.coordinator.ledger;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.FolderTakenException;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a data folder in BookKeeper loses no acknowledged entry when bookies are stopped, replaced or lost for
 * good, and that a process whose folder another one has taken over can no longer write to it. A ZooKeeper and three
 * bookies run in this process.
 */
class LostBookieTest {
    private static final int ENTRIES = 60;
    private static final int ENTRY_BYTES = 3_000;

    @TempDir
    private Path folder;

    private ThreeBookies bookies;
    private final SplittableRandom random = new SplittableRandom(7);
    private final byte[] all = new byte[3 * ENTRIES * ENTRY_BYTES];
    private int written;

    @BeforeEach
    void start() throws IOException {
        bookies = new ThreeBookies(folder);
        random.nextBytes(all);
    }

    @AfterEach
    void stop() {
        bookies.close();
    }

    private void write(Disk.File file) throws IOException {
        for (int i = 0; i < ENTRIES; i++) {
            file.append(ByteBuffer.wrap(all, written, ENTRY_BYTES));
            file.sync();
            written += ENTRY_BYTES;
        }
    }

    private void check(Disk disk) throws IOException {
        try (Disk.File file = disk.open("log")) {
            assertEquals(written, file.bytes());
            ByteBuffer found = ByteBuffer.allocate(written);
            file.read(0, found);
            assertArrayEquals(Arrays.copyOf(all, written), found.array());
        }
    }

    @Test
    void aFolderIsWrittenAndReadWhileOneBookieOfThreeIsAway() throws IOException {
        DataPlace place = bookies.place("graph");
        try (Disk disk = place.open();
                Disk.File file = disk.create("log")) {
            write(file);
            disk.syncNames();
            bookies.stop(0);
            write(file);
            check(disk);
        }
        try (Disk disk = place.open(); // nor do new ledgers need the third bookie
                Disk.File file = disk.open("log")) {
            check(disk);
            write(file);
            check(disk);
        }
        bookies.start(0);
        try (Disk disk = place.open()) {
            check(disk);
        }
    }

    /**
     * The ledger fails at once because two of its bookies refuse. Entries that were not acknowledged go to the next
     * ledger.
     */
    @Test
    void aFileGoesOnInAnotherLedgerWhenBookiesAreStartedAgain() throws Exception {
        DataPlace place = bookies.place("graph");
        try (LedgerDisk disk = LedgerDisk.open(LedgerPlace.of(place.toString()));
                Disk.File file = disk.create("log")) {
            write(file);
            disk.syncNames();
            bookies.stop(0);
            bookies.stop(1);
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> writeOn(file));
            bookies.start(0);
            bookies.start(1);
            writing.get(60, TimeUnit.SECONDS);
            check(disk);
            assertEquals(2, disk.listed().get(0).size(), "ledgers");
        }
        try (Disk disk = place.open()) {
            check(disk);
        }
    }

    private void writeOn(Disk.File file) {
        try {
            write(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The situation after the restart of a whole cluster: ZooKeeper still lists the bookies of the run before. */
    @Test
    void bookiesThatAreListedAndDoNotAnswerYetAreWaitedFor() throws Exception {
        DataPlace place = bookies.place("graph");
        try (Disk disk = place.open();
                Disk.File file = disk.create("log")) {
            write(file);
            disk.syncNames();
        }
        bookies.kill(0);
        bookies.kill(1);
        CompletableFuture<Disk> opening = CompletableFuture.supplyAsync(place::open);
        assertThrows(TimeoutException.class, () -> opening.get(7, TimeUnit.SECONDS), "two of three do not answer");
        bookies.startKilled(0);
        bookies.startKilled(1);
        try (Disk disk = opening.get(60, TimeUnit.SECONDS)) {
            check(disk);
        }
    }

    @Test
    void nothingIsAcknowledgedThatOnlyOneBookieHas() throws IOException {
        DataPlace place = bookies.place("graph");
        try (Disk disk = place.open()) {
            Disk.File file = disk.create("log");
            write(file);
            disk.syncNames();
            bookies.stop(0);
            bookies.stop(1);
            file.append(ByteBuffer.wrap(all, written, ENTRY_BYTES));
            IOException failed = assertThrows(IOException.class, file::sync);
            assertTrue(String.valueOf(failed.getMessage()).contains("too few bookies answer"), failed::toString);
            bookies.start(0);
            bookies.start(1);
        }
        try (Disk disk = place.open();
                Disk.File file = disk.open("log")) {
            ByteBuffer found = ByteBuffer.allocate(written);
            file.read(0, found);
            assertArrayEquals(Arrays.copyOf(all, written), found.array());
        }
    }

    /**
     * Each bookie is lost and replaced, one after the other, until none is left to which the folder was first
     * written.
     */
    @Test
    void whatLostBookiesHadIsCopiedAnew() throws IOException {
        DataPlace place = bookies.place("graph");
        try (Disk disk = place.open();
                Disk.File file = disk.create("log")) {
            write(file);
            disk.syncNames();
        }
        for (int lost = 0; lost < Ledgers.COPIES; lost++) {
            bookies.stop(lost);
            String where = bookies.startAnother(lost);
            List<String> copied = new ArrayList<>();
            assertEquals(0, replace(lost, where, copied));
            assertEquals(List.of("1/1"), copied, "which copies there were: lost=" + lost);
            copied.clear();
            assertEquals(0, replace(lost, where, copied));
            assertEquals(List.of(), copied, "nothing is there any more: lost=" + lost);
        }
        try (Disk disk = place.open();
                Disk.File file = disk.open("log")) {
            check(disk);
            write(file);
            check(disk);
        }
    }

    private int replace(int number, String lost, List<String> copied) {
        return bookies.bookie(number).replace(lost, (done, all) -> copied.add(done + "/" + all));
    }

    @Test
    void whatIsBeingWrittenIsCopiedWhenItIsComplete() throws IOException {
        DataPlace place = bookies.place("graph");
        List<String> copied = new ArrayList<>();
        String where;
        try (Disk disk = place.open();
                Disk.File file = disk.create("log")) {
            write(file);
            disk.syncNames();
            bookies.stop(0);
            where = bookies.startAnother(0);
            assertEquals(1, replace(0, where, copied));
            assertEquals(List.of("0/0"), copied);
            write(file); // the ledger that is being written is not copied
            check(disk);
        }
        assertEquals(0, replace(0, where, copied));
        assertEquals(List.of("0/0", "1/1"), copied);
        try (Disk disk = place.open()) {
            check(disk);
        }
    }

    /** A checkpoint deletes files while their ledgers are copied. */
    @Test
    void whatIsDeletedMeanwhileNeedsNoCopy() throws IOException {
        int files = 3;
        try (Disk disk = bookies.place("graph").open()) {
            for (int i = 0; i < files; i++) {
                try (Disk.File file = disk.create("file-" + i)) {
                    file.append(ByteBuffer.wrap(all, 0, ENTRY_BYTES));
                    file.sync();
                }
            }
            disk.syncNames();
            bookies.stop(0);
            String where = bookies.startAnother(0);
            List<String> copied = new ArrayList<>();
            int left = bookies.bookie(0).replace(where, (done, all) -> {
                copied.add(done + "/" + all);
                deleteAll(disk);
            });
            assertEquals(0, left);
            assertEquals(List.of("1/3", "2/3", "3/3"), copied);
        }
    }

    private static void deleteAll(Disk disk) {
        try {
            for (String name : disk.names()) {
                disk.delete(name);
            }
            disk.close(); // waits for deletions
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void aBookieThatIsThereIsNotReplaced() {
        String there = bookies.address(1);
        PraghException refused = assertThrows(PraghException.class, () -> replace(0, there, new ArrayList<>()));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("is there, or was some seconds ago"), refused::toString);
        assertThrows(PraghException.class, () -> replace(0, "a/b", new ArrayList<>()));
    }

    @Test
    void whoHadAFolderBeforeCanNeitherWriteNorNameAnythingInIt() throws Exception {
        LedgerPlace place = LedgerPlace.of(bookies.place("graph").toString());
        LedgerDisk before = LedgerDisk.open(place);
        Disk.File file = before.create("log");
        write(file);
        before.syncNames();
        bookies.forgetLock("graph");
        try (LedgerDisk now = LedgerDisk.open(place)) {
            check(now);
            file.append(ByteBuffer.wrap(all, written, ENTRY_BYTES));
            assertTaken(file::sync);
            Disk.File other = before.create("other");
            other.append(ByteBuffer.wrap(new byte[10]));
            other.sync(); // no list of files names it
            assertTaken(before::syncNames);
            assertTaken(before::close);
            assertEquals(List.of("log"), now.names());
            check(now);
        }
        try (LedgerDisk again = LedgerDisk.open(place)) {
            check(again);
            Set<Long> known = new HashSet<>();
            again.listed().forEach(parts -> parts.forEach(part -> known.add(part.ledger())));
            try (Ledgers ledgers = Ledgers.open(place)) {
                assertEquals(List.of(), ledgers.left(known, Long.MAX_VALUE), "what the one before has left is gone");
            }
        }
    }

    private static void assertTaken(Executable step) {
        FolderTakenException taken = assertThrows(FolderTakenException.class, step);
        assertTrue(String.valueOf(taken.getMessage()).contains("another process has taken"), taken::toString);
    }
}
