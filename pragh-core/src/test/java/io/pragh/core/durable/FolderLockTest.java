package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.base.PraghException;
import io.pragh.testkit.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the holder of a folder's lock excludes other openers, whatever the same process tries meanwhile. */
class FolderLockTest {
    private static final String OPENED = "opened";
    private static final String IN_USE = "in use";

    @TempDir
    private Path folder;

    /** Argument: folder. */
    public static void main(String[] arguments) throws IOException {
        try {
            FolderDisk.open(Path.of(arguments[0])).close();
            System.out.println(OPENED);
        } catch (FolderInUseException used) {
            System.out.println(IN_USE);
        }
    }

    private String saysAnother() throws IOException {
        Process other = new ProcessBuilder(
                        ChildJvm.command(List.of(ChildJvm.BRIEF), FolderLockTest.class, folder.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Test
    void whatIsRefusedHereLosesNoLock() throws IOException {
        assertEquals(OPENED, saysAnother());
        try (FolderDisk first = FolderDisk.open(folder)) {
            assertThrows(FolderInUseException.class, () -> FolderDisk.open(folder));
            assertThrows(PraghException.class, () -> UnchangedFolder.alone(folder));
            assertEquals(IN_USE, saysAnother());
            assertEquals(List.of(), first.names());
        }
        try (UnchangedFolder reader = UnchangedFolder.alone(folder)) {
            assertThrows(FolderInUseException.class, () -> FolderDisk.open(folder));
            assertEquals(IN_USE, saysAnother());
            assertEquals(List.of(), reader.names());
        }
        assertEquals(OPENED, saysAnother());
        FolderDisk twice = FolderDisk.open(folder);
        twice.close();
        try (FolderDisk other = FolderDisk.open(folder)) {
            twice.close();
            assertThrows(FolderInUseException.class, () -> FolderDisk.open(folder));
            assertEquals(List.of(), other.names());
        }
    }
}
