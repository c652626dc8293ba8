package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupFolder;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupRestore;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.Salvage;
import io.pragh.core.durable.SalvageReport;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.placement.PlacementMode;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.property.GraphKeeper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what the data folder of a graph in one process has when one of its nodes was closed. */
class KeptClusterTest {
    private static final int NODES = 3;
    private static final int PARTITIONS = 6;
    /** Serves partition 0, and so the timestamps. */
    private static final int FIRST = 0;

    @TempDir
    private Path path;

    /** The entries of each partition's list. */
    private final Map<Integer, List<Long>> expected = new TreeMap<>();

    private long last;

    private static KeptCluster open(Path folder) {
        return KeptCluster.embedded(
                new KeptCluster.Data(DataPlace.of(folder), PARTITIONS, true),
                NODES,
                TransactionFixture.CONFIG.withPlacement(PlacementMode.NONE),
                ListOperations.ALL,
                1,
                failed -> {},
                RestoreProgress.NONE);
    }

    private static long list(KeptCluster kept, int partition) {
        return GraphKey.of(
                GraphKey.KIND_ADJACENCY,
                GraphKey.OUT,
                1,
                kept.nodes().node(1).homes().mint(partition, 1));
    }

    /** Adds an entry to the lists of some partitions. */
    private void append(KeptCluster kept, Integer... partitions) {
        try (NodeSession session = kept.nodes().node(1).openSession()) {
            for (int partition : partitions) {
                new SessionLists(session).append(list(kept, partition), ++last, 0);
                expected.computeIfAbsent(partition, p -> new ArrayList<>()).add(last);
            }
        }
    }

    private static Map<Integer, List<Long>> found(KeptCluster kept) {
        Map<Integer, List<Long>> found = new TreeMap<>();
        try (NodeSession session = kept.nodes().node(1).openSession()) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                List<Long> entries = new ArrayList<>();
                new SessionLists(session).forEach(list(kept, partition), entries::add);
                entries.sort(Long::compare);
                found.put(partition, entries);
            }
        }
        return found;
    }

    private void check(Path folder) throws IOException {
        try (KeptCluster again = open(folder)) {
            assertEquals(expected, found(again));
            append(again, 0, 1, 2, 3, 4, 5);
            again.checkpoint();
        }
        try (KeptCluster again = open(folder)) {
            assertEquals(expected, found(again));
            assertEquals(0, again.restored().commits());
        }
    }

    @Test
    void aCheckpointHasWhatIsServedThoughTheNodeWithTheTimestampsWasClosed() throws IOException {
        long full;
        try (KeptCluster kept = open(path)) {
            append(kept, 0, 1, 2, 3, 4, 5);
            full = kept.checkpoint().values();
            append(kept, 0, 1, 2, 3, 4, 5, 1, 4);
            kept.nodes().node(FIRST).close();
            long some = kept.checkpoint().values();
            assertTrue(some > 0 && some < full, () -> some + " of " + full);
            assertEquals(some, kept.checkpoint().values());
        }
        check(path);
    }

    @Test
    void whatIsNotServedIsInTheLogWhenThereWasNoCheckpoint() throws IOException {
        try (KeptCluster kept = open(path)) {
            append(kept, 0, 1, 2, 3, 4, 5);
            kept.nodes().node(2).close();
            append(kept, 0, 1);
            kept.checkpoint();
            append(kept, 0, 1);
            kept.checkpoint();
        }
        check(path);
    }

    @Test
    void aBackupHasEverythingThoughANodeWasClosed() throws IOException {
        for (boolean withCheckpoint : new boolean[] {false, true}) {
            expected.clear();
            Path data = path.resolve("data-" + withCheckpoint);
            Path backups = path.resolve("backups-" + withCheckpoint);
            try (KeptCluster kept = open(data)) {
                append(kept, 0, 1, 2, 3, 4, 5);
                if (withCheckpoint) {
                    kept.checkpoint();
                    append(kept, 0, 1, 2, 3, 4, 5);
                }
                kept.nodes().node(2).close();
                append(kept, 0, 1);
                kept.checkpoint();
                append(kept, 0, 1);
                kept.backup(new OnlineBackup.Order(backups, false, Instant.EPOCH), BackupProgress.NONE);
                append(kept, 3, 4);
                kept.checkpoint();
                append(kept, 3, 4);
                kept.backup(new OnlineBackup.Order(backups, false, Instant.EPOCH), BackupProgress.NONE);
            }
            Path into = path.resolve("restored-" + withCheckpoint);
            try (FolderDisk from = FolderDisk.open(backups);
                    FolderDisk to = FolderDisk.open(into)) {
                BackupFolder folder = BackupFolder.open(from);
                new BackupRestore(folder, folder.chain(0), to, BackupProgress.NONE).run(() -> 43);
            }
            check(into);
        }
    }

    @Test
    void aLoadIsNotKeptWhereANodeWasClosed() throws IOException {
        try (KeptCluster kept = open(path)) {
            kept.nodes().node(2).close();
            GraphKeeper.Load load = kept.load();
            assertTrue(
                    assertThrows(PraghException.class, load::keep).getMessage().contains("was closed"));
        }
    }

    @Test
    void repairMissesNoPartThatThereNeverWas() throws IOException {
        Path data = path.resolve("data");
        Path into = path.resolve("repaired");
        try (KeptCluster kept = open(data)) {
            append(kept, 0, 1, 2, 3, 4, 5);
            kept.nodes().node(2).close();
            kept.checkpoint();
            append(kept, 0, 1);
        }
        SalvageReport report = new SalvageReport();
        try (FolderDisk from = FolderDisk.open(data);
                FolderDisk to = FolderDisk.open(into)) {
            new Salvage(from, to, report).run(PARTITIONS, () -> 43);
        }
        assertEquals(List.of(), report.lines());
        check(into);
    }

    /** The value is in the log and in the former checkpoint alone. */
    @Test
    void aCheckpointLeavesOutAPartitionOfWhichAValueHadMovedToAClosedNode() throws IOException {
        try (KeptCluster kept = open(path)) {
            append(kept, 0, 1, 2, 3, 4, 5);
            long full = kept.checkpoint().values();
            append(kept, 0, 1, 2, 3, 4, 5);
            PraghNode closed = kept.nodes().node(2);
            closed.pull(list(kept, 1));
            while (closed.migrationCounters().of(MigrationOutcome.MOVED) == 0) {
                Thread.onSpinWait();
            }
            closed.close();
            append(kept, 0, 3, 4);
            long some = kept.checkpoint().values();
            assertTrue(some > 0 && some < full, () -> some + " of " + full);
            append(kept, 0, 3, 4);
            kept.checkpoint();
        }
        check(path);
    }
}
