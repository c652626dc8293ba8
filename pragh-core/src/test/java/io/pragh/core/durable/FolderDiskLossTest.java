package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.testkit.FaultyDisk.Fault;
import io.pragh.testkit.FaultyFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Checks that data synced in a folder survives a loss of power, whichever code has made the folder and the folders
 * around it.
 */
final class FolderDiskLossTest {
    private static final String FOLDER = "/srv/people/graph";
    /** Chance decides what survives a loss of power; with a single try a fault would often pass by luck. */
    private static final int LOSSES = 16;

    private static void write(FaultyFiles files) throws IOException {
        try (Disk disk = FolderDisk.open(files.getPath(FOLDER))) {
            try (Disk.File file = disk.create("log")) {
                file.append(ByteBuffer.wrap(new byte[] {1, 2, 3}));
                file.sync();
            }
            disk.syncNames();
        }
    }

    private static void assertLasts(FaultyFiles files) throws IOException {
        for (int losses = 0; losses < LOSSES; losses++) {
            Path file = files.afterLoss(Fault.NONE, 0).getPath(FOLDER, "log");
            assertTrue(Files.exists(file), "it is gone");
            assertEquals(3, Files.size(file));
        }
    }

    @Test
    void foldersAroundItThatWereNotThereLast() throws IOException {
        FaultyFiles files = FaultyFiles.empty(1, Fault.NONE, 0);
        write(files);
        assertLasts(files);
    }

    @Test
    void aFolderLastsThatSomebodyElseHasJustMade() throws IOException {
        FaultyFiles files = FaultyFiles.empty(1, Fault.NONE, 0);
        FolderDisk.make(files.getPath(FOLDER).getParent());
        Files.createDirectory(files.getPath(FOLDER));
        write(files);
        assertLasts(files);
    }

    @Test
    void aFolderWhoseNameCouldNotBeSyncedIsMadeAnew() throws IOException {
        int failed = 0;
        for (int at = 1; at <= 6; at++) {
            FaultyFiles files = FaultyFiles.empty(at, Fault.ERROR, at);
            try {
                FolderDisk.make(files.getPath(FOLDER));
            } catch (IOException once) {
                failed++;
            }
            write(files);
            assertLasts(files);
        }
        assertEquals(3, failed, "a folder is made at the second go, and a sync fails");
    }

    @Test
    void noGraphBeginsWhereOneWasToBeRestored() throws IOException {
        FaultyFiles files = FaultyFiles.empty(1, Fault.NONE, 0);
        Path people = files.getPath("/srv/people");
        Files.createDirectories(files.getPath("/srv/people.restoring"));
        for (Path folder : new Path[] {people, people.resolve("node-0")}) {
            PraghException refused = assertThrows(
                    PraghException.class, () -> DataPlace.of(folder).open());
            assertTrue(String.valueOf(refused.getMessage()).contains("left=/srv/people.restoring"), refused::toString);
        }
        assertFalse(Files.exists(people), "it was made all the same");
        FolderDisk.make(people);
        Files.createFile(people.resolve("graph"));
        DataPlace.of(people).open().close(); // another restore is under way, but the graph of this one is complete
        DataPlace.of(files.getPath("/srv/others")).open().close();
    }
}
