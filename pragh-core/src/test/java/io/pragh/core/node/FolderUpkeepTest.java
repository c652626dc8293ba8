package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.KeptDecisionLog;
import io.pragh.core.durable.LogWriter;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what becomes of a node that cannot restore the values which died with another one. */
class FolderUpkeepTest {
    private static final long KEY = 7;

    @TempDir
    private Path path;

    private final TransactionFixture world = new TransactionFixture(2);
    private final Workers workers = new Workers();
    private final PraghNode node = world.nodes.get(0);
    private final AtomicInteger tries = new AtomicInteger();
    private final AtomicReference<Set<Long>> last = new AtomicReference<>(Set.of());

    @BeforeEach
    void oneKeyIsHeld() {
        node.parts.toRestore.add(KEY);
    }

    @AfterEach
    void end() {
        workers.close();
    }

    private void assertHasFailed(String why) {
        PraghException told = assertThrows(PraghException.class, world::close);
        world.nodes.get(1).close();
        assertTrue(String.valueOf(told.getMessage()).contains(why), told::getMessage);
    }

    /** Runs the upkeep of a folder until a condition holds. */
    private void run(FolderUpkeep.Restore restore, String what, BooleanSupplier until) throws IOException {
        try (DataFolder folder =
                        DataFolder.openPart(FolderDisk.open(path.resolve("data")), TransactionFixture.PARTITIONS);
                LogWriter log = folder.logWriter(1 << 20, failed -> {})) {
            folder.found(1, List.of(0));
            log.open(0);
            FolderUpkeep upkeep = new FolderUpkeep(
                    node,
                    log,
                    new KeptDecisionLog(folder.kept()),
                    KeptCluster.Limits.DEFAULT,
                    0,
                    () -> false,
                    () -> 0,
                    restore);
            try {
                workers.await(what, until);
            } finally {
                upkeep.close();
            }
        }
    }

    /** Else the nodes that have no room for them would die one after the other, with all that they serve. */
    @Test
    void valuesForWhichThereIsNoMemoryAreTriedAgain() throws IOException {
        run(
                keys -> {
                    last.set(Set.copyOf(keys));
                    if (tries.incrementAndGet() == 1) {
                        throw new PraghException("there is no memory for a partition");
                    }
                    return Set.of();
                },
                "it tries again",
                () -> tries.get() == 2);
        assertEquals(Set.of(KEY), last.get());
        world.close(); // it has not failed
    }

    @Test
    void aNodeWhoseFolderIsDamagedFails() throws IOException {
        Path damaged = Files.createDirectory(path.resolve("damaged"));
        Files.writeString(damaged.resolve("graph"), "what it holds");
        try (Disk disk = FolderDisk.open(damaged)) {
            run(
                    keys -> Set.of((long) DataFolder.openPart(disk, TransactionFixture.PARTITIONS)
                            .partitions()),
                    "it fails",
                    () -> !node.parts.failure.text().isEmpty());
        }
        assertHasFailed("is damaged");
    }

    /** Else it would be a member whose held keys nobody releases. */
    @Test
    void aNodeWithoutHeapForThemFails() throws IOException {
        run(
                keys -> {
                    throw new OutOfMemoryError("no heap");
                },
                "it fails",
                () -> !node.parts.failure.text().isEmpty());
        assertHasFailed("no heap");
    }
}
