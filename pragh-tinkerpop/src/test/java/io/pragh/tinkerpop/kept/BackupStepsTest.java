package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupFolder;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupRestore;
import io.pragh.core.durable.BackupStep;
import io.pragh.core.durable.BackupWriter;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.node.KeptCluster;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.testkit.FaultyDisk;
import io.pragh.testkit.FaultyDisk.Fault;
import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that backups and restores survive a failure or a loss of power at each of their steps on the disk. Former
 * backups must stay restorable, the one under way must be there as a whole or not at all, and the next one must
 * succeed. {@code -Dpragh.seed} repeats a run's choices.
 */
final class BackupStepsTest {
    private static final long SEED = Long.getLong("pragh.seed", 20_261_127L);
    private static final int PARTITIONS = 2;

    private FaultyDisk data = FaultyDisk.empty(SEED, Fault.NONE, 0);
    /** The backups of the first two moments. */
    private FaultyDisk before = FaultyDisk.empty(SEED, Fault.NONE, 0);

    private final List<List<String>> pictures = new ArrayList<>();
    private final List<Long> ends = new ArrayList<>();

    /** Opens a graph on a disk, changes it, and closes it. */
    private List<String> with(FaultyDisk disk, int round) throws IOException {
        DataFolder folder = DataFolder.open(disk, PARTITIONS, true, () -> 42);
        NodeConfig config = NodeConfig.DEFAULT.withMemory(1 << 18, 1 << 26).withCacheBytes(1 << 16);
        try (KeptCluster kept = KeptCluster.open(
                        folder,
                        new KeptCluster.Limits(4096, 1L << 40),
                        log -> LocalCluster.embedded(
                                1, PARTITIONS, config.withLog(log), PropertyOperations.ALL, 1, failed -> {}),
                        RestoreProgress.NONE);
                PraghGraph graph = PraghGraph.over(kept.nodes())) {
            for (int i = 0; round > 0 && i < 8; i++) {
                graph.traversal()
                        .addV("v")
                        .property("round", round)
                        .as("v")
                        .addE("to")
                        .to("v")
                        .iterate();
                graph.tx().commit();
            }
            if (round == 1) {
                kept.checkpoint();
                graph.addVertex("round", 0);
                graph.tx().commit();
            }
            ends.add(kept.log().end());
            return GraphPicture.of(graph);
        }
    }

    private BackupStep backUp(FaultyDisk source, FaultyDisk target, int round) {
        DataFolder folder = DataFolder.open(source, PARTITIONS, true, () -> 42);
        return new BackupWriter(folder, BackupFolder.open(target), BackupProgress.NONE)
                .write(new BackupWriter.Order(false, Instant.EPOCH, round, ends.get(round - 1)))
                .step();
    }

    @BeforeEach
    void makeTwo() throws IOException {
        pictures.add(with(data, 1));
        assertTrue(backUp(data, before, 1).full());
        pictures.add(with(data, 2));
        assertTrue(!backUp(data, before, 2).full());
        pictures.add(with(data, 3));
    }

    private List<String> restored(FaultyDisk backups, long number) throws IOException {
        BackupFolder folder = BackupFolder.open(backups);
        FaultyDisk into = FaultyDisk.empty(SEED, Fault.NONE, 0);
        new BackupRestore(folder, folder.chain(number), into, BackupProgress.NONE).run(() -> 43);
        return with(into, 0);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"POWER", "FULL", "ERROR"})
    void backupsBeforeAreThereWhateverHappens(Fault fault) throws IOException {
        FaultyDisk dry = before.reopened(Fault.NONE, 0);
        backUp(data, dry, 3);
        long steps = dry.steps();
        assertTrue(steps > 5, () -> "few steps: " + steps);
        int whole = 0;
        for (long at = 1; at <= steps; at++) {
            FaultyDisk target = before.reopened(fault, at);
            String what = "seed=" + SEED + " fault=" + fault + " step=" + at + " of " + steps;
            boolean made = false;
            try {
                backUp(data, target, 3);
                made = true;
            } catch (PraghException killed) {
                assertTrue(target.hasFailed(), () -> what + " " + killed);
            }
            FaultyDisk found = fault == Fault.POWER ? target.afterLoss(Fault.NONE, 0) : target.reopened(Fault.NONE, 0);
            int count = BackupFolder.open(found).steps().size();
            assertTrue(made ? count == 3 : count == 2 || count == 3, what + " backups=" + count);
            whole += count == 3 ? 1 : 0;
            for (int number = 1; number <= count; number++) {
                assertEquals(pictures.get(number - 1), restored(found, number), what + " backup=" + number);
            }
            BackupStep next = backUp(data, found, 3);
            assertEquals(count + 1, next.number(), what);
            assertEquals(pictures.get(2), restored(found, 0), what);
        }
        assertTrue(whole < steps, "nothing was ever cut off");
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"POWER", "FULL", "ERROR"})
    void aRestoreIsWholeOrIsNone(Fault fault) throws IOException {
        BackupFolder folder = BackupFolder.open(before);
        FaultyDisk dry = FaultyDisk.empty(SEED, Fault.NONE, 0);
        new BackupRestore(folder, folder.chain(0), dry, BackupProgress.NONE).run(() -> 43);
        long steps = dry.steps();
        for (long at = 1; at <= steps; at++) {
            FaultyDisk into = FaultyDisk.empty(SEED + at, fault, at);
            String what = "seed=" + SEED + " fault=" + fault + " step=" + at + " of " + steps;
            try {
                new BackupRestore(folder, folder.chain(0), into, BackupProgress.NONE).run(() -> 43);
            } catch (PraghException killed) {
                assertTrue(into.hasFailed(), () -> what + " " + killed);
            }
            FaultyDisk found = fault == Fault.POWER ? into.afterLoss(Fault.NONE, 0) : into.reopened(Fault.NONE, 0);
            if (found.names().contains("graph")) {
                assertEquals(pictures.get(1), with(found, 0), what);
            }
        }
    }
}
