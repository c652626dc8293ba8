package io.pragh.coordinator.ledger;

import io.pragh.core.durable.DataPlace;
import io.pragh.testkit.DiskContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract of disks on a folder in BookKeeper with three bookies. */
class LedgerDiskTest extends DiskContract {
    @TempDir
    private static Path folder;

    private static ThreeBookies bookies;

    private String name = "";

    @BeforeAll
    static void start() throws IOException {
        bookies = new ThreeBookies(folder);
    }

    @AfterAll
    static void stop() {
        bookies.close();
    }

    @BeforeEach
    void nameIt(TestInfo test) {
        name = test.getTestMethod().orElseThrow().getName();
    }

    @Override
    protected DataPlace place() {
        return bookies.place(name);
    }
}
