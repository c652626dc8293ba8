package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.testkit.DiskContract;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract of disks on a folder of the file system. */
class FolderDiskTest extends DiskContract {
    @TempDir
    private Path folder;

    @Override
    protected DataPlace place() {
        return DataPlace.of(folder.resolve("data"));
    }

    /** The room of a file system with these numbers. */
    private FolderDisk disk(long total, long usable) throws IOException {
        File space = new File(folder.toString()) {
            private static final long serialVersionUID = 1L;

            @Override
            public long getTotalSpace() {
                return total;
            }

            @Override
            public long getUsableSpace() {
                return usable;
            }
        };
        return new FolderDisk(folder, Objects.requireNonNull(FolderLock.toWrite(folder)), space);
    }

    /** A full disk is the one whose room has to be known: no checkpoint may take what the log still finds. */
    @Test
    void aFullDiskIsKnownToBeFull() throws IOException {
        try (FolderDisk full = disk(1 << 30, 0)) {
            assertEquals(0, full.bytesFree());
        }
        try (FolderDisk silent = disk(0, 0)) {
            assertEquals(Disk.UNKNOWN, silent.bytesFree(), "the system does not tell");
        }
    }
}
