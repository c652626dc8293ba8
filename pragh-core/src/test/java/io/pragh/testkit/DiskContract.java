package io.pragh.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderInUseException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Checks the properties of a disk that logs and checkpoints rely on, for every kind of disk of a data folder.
 * {@code -Dpragh.seed=N} sets the seed.
 */
public abstract class DiskContract {
    private static final long SEED = Long.getLong("pragh.seed", 20_261_127L);
    private static final int LARGE = 5 << 20;

    /** An empty folder, the same one at each call within a test. */
    protected abstract DataPlace place();

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String read(Disk disk, String name) throws IOException {
        try (Disk.File file = disk.open(name)) {
            ByteBuffer all = ByteBuffer.allocate((int) file.bytes());
            file.read(0, all);
            assertEquals(file.bytes(), all.position(), "all of it");
            return StandardCharsets.UTF_8.decode(all.flip()).toString();
        }
    }

    private static void write(Disk disk, String name, String text) throws IOException {
        try (Disk.File file = disk.create(name)) {
            file.append(bytes(text));
            file.sync();
        }
    }

    @Test
    void whatWasSyncedIsThereWhenTheFolderIsOpenedAgain() throws IOException {
        try (Disk disk = place().open()) {
            assertEquals(List.of(), disk.names());
            write(disk, "b", "second");
            write(disk, "a", "first");
            disk.create("empty").close();
            disk.syncNames();
            assertEquals(List.of("a", "b", "empty"), disk.names());
            assertTrue(disk.bytesFree() > 0, "there is room");
        }
        try (Disk disk = place().open()) {
            assertEquals(List.of("a", "b", "empty"), disk.names());
            assertEquals("first", read(disk, "a"));
            assertEquals("second", read(disk, "b"));
            assertEquals("", read(disk, "empty"));
        }
    }

    @Test
    void whatIsAppendedIsReadAtOnceAlsoByOthersWhoHaveItOpen() throws IOException {
        try (Disk disk = place().open();
                Disk.File file = disk.create("log")) {
            file.append(bytes("one,"));
            file.append(bytes("two,"));
            assertEquals(8, file.bytes());
            ByteBuffer some = ByteBuffer.allocate(3);
            file.read(4, some);
            assertEquals(bytes("two"), some.flip());
            file.append(bytes("three"));
            file.sync();
            assertEquals("one,two,three", read(disk, "log"));
        }
    }

    @Test
    void aReadEndsWithTheFile() throws IOException {
        try (Disk disk = place().open();
                Disk.File file = disk.create("short")) {
            file.append(bytes("12345"));
            ByteBuffer more = ByteBuffer.allocate(10);
            file.read(2, more);
            assertEquals(bytes("345"), more.flip());
            ByteBuffer behind = ByteBuffer.allocate(10);
            file.read(5, behind);
            file.read(50, behind);
            assertEquals(0, behind.position());
        }
    }

    @Test
    void whatIsAppendedToAFileThatWasOpenedAgainLiesBehind() throws IOException {
        try (Disk disk = place().open()) {
            write(disk, "log", "before,");
            disk.syncNames();
        }
        for (int time = 0; time < 3; time++) {
            try (Disk disk = place().open();
                    Disk.File file = disk.open("log")) {
                file.append(bytes("time" + time + ","));
                file.sync();
            }
        }
        try (Disk disk = place().open()) {
            assertEquals("before,time0,time1,time2,", read(disk, "log"));
        }
    }

    @Test
    void whatIsCutOffIsGoneAndTheFileGoesOnThere() throws IOException {
        try (Disk disk = place().open()) {
            write(disk, "log", "0123456789");
            disk.syncNames();
        }
        try (Disk disk = place().open();
                Disk.File file = disk.open("log")) {
            file.append(bytes("abc"));
            file.truncate(12);
            assertEquals(12, file.bytes());
            file.truncate(4);
            file.append(bytes("xyz"));
            file.sync();
            assertEquals("0123xyz", read(disk, "log"));
        }
        try (Disk disk = place().open()) {
            assertEquals("0123xyz", read(disk, "log"));
            try (Disk.File file = disk.open("log")) {
                file.truncate(0);
                file.sync();
            }
        }
        try (Disk disk = place().open()) {
            assertEquals("", read(disk, "log"));
        }
    }

    @Test
    void anotherNameTakesThePlaceOfAFileThatHasIt() throws IOException {
        try (Disk disk = place().open()) {
            write(disk, "graph", "old");
            disk.syncNames();
            write(disk, "graph.new", "new");
            disk.rename("graph.new", "graph");
            assertEquals("new", read(disk, "graph"));
            write(disk, "gone", "gone");
            disk.delete("gone");
            disk.delete("never there");
            disk.syncNames();
            assertEquals(List.of("graph"), disk.names());
            assertThrows(NoSuchFileException.class, () -> disk.open("graph.new"));
        }
        try (Disk disk = place().open()) {
            assertEquals(List.of("graph"), disk.names());
            assertEquals("new", read(disk, "graph"));
            write(disk, "graph", "created again");
            assertEquals("created again", read(disk, "graph"));
        }
    }

    @Test
    void aLargeFileIsReadInOrderAndAnywhere() throws IOException {
        byte[] all = new byte[LARGE];
        SplittableRandom random = new SplittableRandom(SEED);
        random.nextBytes(all);
        try (Disk disk = place().open();
                Disk.File file = disk.create("checkpoint")) {
            for (int at = 0; at < LARGE; ) {
                int bytes = Math.min(LARGE - at, 1 + random.nextInt(random.nextInt(4) == 0 ? 1 << 20 : 1 << 12));
                file.append(ByteBuffer.wrap(all, at, bytes));
                at += bytes;
                if (random.nextInt(8) == 0) {
                    file.sync();
                }
            }
            file.sync();
            disk.syncNames();
        }
        try (Disk disk = place().open();
                Disk.File file = disk.open("checkpoint")) {
            assertEquals(LARGE, file.bytes());
            ByteBuffer whole = ByteBuffer.allocate(LARGE);
            file.read(0, whole);
            assertArrayEquals(all, whole.array());
            for (int i = 0; i < 50; i++) {
                int from = random.nextInt(LARGE);
                ByteBuffer part = ByteBuffer.allocate(Math.min(LARGE - from, 1 + random.nextInt(1 << 16)));
                file.read(from, part);
                assertArrayEquals(Arrays.copyOfRange(all, from, from + part.capacity()), part.array(), "from=" + from);
            }
        }
    }

    @Test
    void aFolderThatIsOpenIsInUseUntilItIsClosed() throws IOException {
        Disk disk = place().open();
        assertTrue(place().isInUse());
        assertThrows(FolderInUseException.class, () -> place().open());
        disk.close();
        assertEquals(false, place().isInUse());
        place().open().close();
    }
}
