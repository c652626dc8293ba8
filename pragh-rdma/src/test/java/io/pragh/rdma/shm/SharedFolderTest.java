package io.pragh.rdma.shm;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that {@link ShmFabric} refuses a cluster folder that another user of the machine could have made or can
 * enter. The tests make the folder first: with permissions for others, with another owner, as a symbolic link, and as
 * a file. A folder of the node's own user is taken, also the second time.
 */
class SharedFolderTest {
    @TempDir
    Path parent;

    private Path folder() {
        return parent.resolve("pragh-test"); // for the graph "test"
    }

    private void assertRefused(String why) {
        PraghException refused = assertThrows(PraghException.class, () -> ShmNodes.open(parent, 0, 1));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.contains(why) && message.contains(folder().toString()), message);
    }

    private void assertTaken() {
        ShmNodes.open(parent, 0, 1).close();
    }

    @Test
    void oneThatOthersMayOpenIsRefused() throws IOException {
        Files.createDirectory(folder());
        for (String permissions : new String[] {"rwxrwxrwx", "rwx-w-rwx", "rwx----wx", "rwx--x---"}) {
            Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString(permissions));
            assertRefused("permissions=" + permissions);
        }
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwx------"));
        assertTaken();
    }

    @Test
    void oneThatBelongsToAnotherUserIsRefused() throws IOException {
        assumeTrue(
                ((Integer) Files.getAttribute(parent, "unix:uid")) == 0,
                "only root gives a folder away: not tried as another user");
        Files.createDirectory(
                folder(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.setAttribute(folder(), "unix:uid", 65534);
        assertRefused("another user's");
        Files.setAttribute(folder(), "unix:uid", 0);
        assertTaken();
    }

    @Test
    void aLinkIsRefused(@TempDir Path elsewhere) throws IOException {
        Files.createSymbolicLink(folder(), elsewhere);
        assertRefused("symbolic link");
    }

    @Test
    void aFileIsRefused() throws IOException {
        Files.createFile(folder());
        assertRefused("is a file");
    }

    @Test
    void oneOfItsOwnIsTakenAgain() {
        assertTaken();
        assertTaken();
    }
}
