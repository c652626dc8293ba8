package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupFolder;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupStep;
import io.pragh.core.durable.BackupWriter;
import io.pragh.core.durable.ClusterBackup;
import io.pragh.core.durable.ClusterBackupFolder;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.persist.BackupOpening;
import io.pragh.core.txn.home.CommitRecord;
import io.pragh.testkit.FaultyDisk.Fault;
import io.pragh.testkit.FaultyFiles;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.configuration2.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that a backup of a cluster survives a failure or a loss of power at each of its steps on the file system, at
 * all nodes. Former backups must stay restorable, the one under way must be there as a whole or not at all, and the
 * next one must succeed. {@code -Dpragh.seed} repeats a run's choices.
 */
final class ClusterBackupStepsTest {
    private static final long SEED = Long.getLong("pragh.seed", 20_261_128L);
    private static final int NODES = CommittingNode.NODES;
    private static final int PARTITIONS = 2 * NODES;
    /** How many random outcomes of a loss of power at the end are tried. */
    private static final int LOSSES = 3;

    private static final int ROUNDS = 3;
    private static final String BACKUPS = "/backups/people";

    @TempDir
    private static Path folder;

    /** The restored content after each round, without a fault. */
    private static final List<List<String>> SUMS = new ArrayList<>();

    /** The data folders of all nodes after a round. */
    private static Path data(int round) {
        return folder.resolve("data-" + round);
    }

    @BeforeAll
    static void makeData() throws Exception {
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start()) {
            for (int round = 0; round < ROUNDS; round++) {
                if (round > 0) {
                    FaultyFiles.copy(data(round - 1), data(round));
                }
                Path at = data(round);
                List<PraghGraph> graphs = NodesTogether.open(NODES, node -> {
                    Configuration configuration =
                            CommittingNode.configuration("zk:" + zooKeeper.connectString() + "/kept", at, node);
                    configuration.setProperty(PraghGraphConfig.FOUNDERS, NODES);
                    return PraghGraph.open(configuration);
                });
                NodesTogether.change(graphs, round);
                if (round == 0) {
                    graphs.forEach(PraghGraph::checkpoint);
                }
                graphs.forEach(PraghGraph::close);
            }
        }
        FaultyFiles files = FaultyFiles.empty(SEED, Fault.NONE, 0);
        for (int round = 0; round < ROUNDS; round++) {
            backUp(files, round, false);
            SUMS.add(restored(files, round + 1));
        }
        assertNotEquals(SUMS.get(0), SUMS.get(1));
        assertNotEquals(SUMS.get(1), SUMS.get(2));
    }

    /** A node's data folder, and where its log ends. */
    private record Source(Disk disk, DataFolder folder, long end) {}

    /** Does with files what the nodes and the node that leads a backup do, one after another. */
    private static void backUp(FaultyFiles files, int round, boolean full) throws IOException {
        List<Source> sources = new ArrayList<>();
        long[] moment = {0};
        for (int node = 0; node < NODES; node++) {
            Disk disk = FolderDisk.open(data(round).resolve("node-" + node));
            DataFolder of = DataFolder.openPart(disk, PARTITIONS);
            long end = of.log()
                    .read(
                            of.logFrom(),
                            (record, at) -> moment[0] = Math.max(
                                    moment[0], CommitRecord.decode(record).timestamp()));
            sources.add(new Source(disk, of, end));
        }
        Path into = files.getPath(BACKUPS);
        try (ClusterBackupFolder backups = ClusterBackupFolder.open(into)) {
            List<ClusterBackup.Share> shares = new ArrayList<>();
            for (Source source : sources) {
                String name = ClusterBackup.folder(source.folder.number());
                try (Disk share = FolderDisk.open(into.resolve(name), "backup folder")) {
                    BackupStep step = new BackupWriter(source.folder, BackupFolder.open(share), BackupProgress.NONE)
                            .write(new BackupWriter.Order(full, Instant.EPOCH, moment[0], source.end))
                            .step();
                    shares.add(new ClusterBackup.Share(name, step.number(), step.full(), step.bytes()));
                }
            }
            backups.complete(new ClusterBackup(
                    backups.next(), sources.get(0).folder.graph(), PARTITIONS, moment[0], Instant.EPOCH, shares));
            backups.clearShares();
        } finally {
            for (Source source : sources) {
                source.disk.close();
            }
        }
    }

    private static List<String> restored(FaultyFiles backups, int number) throws IOException {
        Path into = FaultyFiles.empty(SEED, Fault.NONE, 0).getPath("/restored");
        try (BackupOpening opened = BackupOpening.of(backups.getPath(BACKUPS))) {
            opened.restore(number, into, BackupProgress.NONE);
        }
        return KeptSum.of(into, PARTITIONS);
    }

    /** The number of backups. */
    private static int count(FaultyFiles files) {
        try (BackupOpening opened = BackupOpening.of(files.getPath(BACKUPS))) {
            return opened.summaries().size();
        }
    }

    private static void assertRestorable(FaultyFiles files, int count, String what) throws IOException {
        for (int number = 1; number <= count; number++) {
            List<String> sum = SUMS.get(Math.min(number, ROUNDS) - 1);
            assertEquals(sum, restored(files, number), what + " backup=" + number);
        }
    }

    @ParameterizedTest
    @CsvSource({"false, POWER", "false, FULL", "false, ERROR", "true, POWER", "true, FULL", "true, ERROR"})
    void theBackupsBeforeStayAndTheNextOneGoesOn(boolean full, Fault fault) throws IOException {
        FaultyFiles before = FaultyFiles.empty(SEED, Fault.NONE, 0);
        backUp(before, 0, false);
        backUp(before, 1, false);
        FaultyFiles dry = before.reopened(SEED, Fault.NONE, 0);
        backUp(dry, 2, full);
        long steps = dry.steps();
        int[] found = new int[ROUNDS + 1];
        for (long at = 1; at <= steps; at++) {
            String what = "seed=" + SEED + " fault=" + fault + " step=" + at + " of " + steps;
            FaultyFiles files = before.reopened(SEED + at, fault, at);
            boolean made = isMade(files, 2, full, what);
            FaultyFiles left = made || fault == Fault.POWER
                    ? files.afterLoss(Fault.NONE, 0)
                    : files.reopened(SEED + at, Fault.NONE, 0);
            int count = count(left);
            found[count]++;
            assertTrue(count == ROUNDS || count == 2 && !made, what + " backups=" + count);
            assertRestorable(left, count, what);
            backUp(left, 2, false);
            assertEquals(count + 1, count(left), what);
            assertRestorable(left.afterLoss(Fault.NONE, 0), count + 1, what + " and the next one");
        }
        assertTrue(found[2] > 0 && found[ROUNDS] > 0, "nothing was ever cut off, or all");
    }

    /** Whether the backup was made; it may fail only where the files fail. */
    private static boolean isMade(FaultyFiles files, int round, boolean full, String what) throws IOException {
        try {
            backUp(files, round, full);
            return true;
        } catch (PraghException failed) {
            assertTrue(files.hasFailed(), () -> what + " " + failed);
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource({"POWER", "FULL", "ERROR"})
    void aFirstOneIsThereOrIsNot(Fault fault) throws IOException {
        FaultyFiles dry = FaultyFiles.empty(SEED, Fault.NONE, 0);
        backUp(dry, 0, false);
        for (long at = 1; at <= dry.steps(); at++) {
            String what = "seed=" + SEED + " fault=" + fault + " step=" + at + " of " + dry.steps();
            FaultyFiles files = FaultyFiles.empty(SEED + at, fault, at);
            boolean made = isMade(files, 0, false, what);
            FaultyFiles left = made || fault == Fault.POWER
                    ? files.afterLoss(Fault.NONE, 0)
                    : files.reopened(SEED + at, Fault.NONE, 0);
            PraghException none = null;
            try {
                assertEquals(SUMS.get(0), restored(left, 0), what);
            } catch (PraghException isNone) {
                none = isNone;
            }
            assertFalse(made && none != null, what + " it is gone: " + none);
            String said = none == null ? "there is no backup" : String.valueOf(none.getMessage());
            assertTrue(said.matches("there is no (backup|such folder).*"), what + " " + said);
            backUp(left, 1, false);
            for (int losses = 0; losses < LOSSES; losses++) {
                assertEquals(SUMS.get(1), restored(left.afterLoss(Fault.NONE, 0), 0), what + losses);
            }
        }
        assertThrows(PraghException.class, () -> restored(FaultyFiles.empty(SEED, Fault.NONE, 0), 0));
    }
}
