package io.pragh.core.durable;

import io.pragh.testkit.DiskContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract of disks on a folder of the file system. */
class FolderDiskTest extends DiskContract {
    @TempDir
    private Path folder;

    @Override
    protected DataPlace place() {
        return DataPlace.of(folder.resolve("data"));
    }
}
