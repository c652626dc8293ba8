package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.UnfinishedFolder;
import io.pragh.core.persist.OfflineCluster;
import io.pragh.testkit.FaultyDisk.Fault;
import io.pragh.testkit.FaultyFiles;
import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that {@code pragh repair} of a cluster's folders survives a failure or a loss of power at each of its steps
 * on the disk. Folders that have their final names must last, others must be distinguishable from a graph, and a
 * second repair must make all of them. The steps before, on copies, are not tested here. {@code -Dpragh.seed} repeats
 * a run's choices.
 */
final class RepairStepsTest {
    private static final long SEED = Long.getLong("pragh.seed", 20_261_128L);
    private static final int NODES = 2;
    private static final int LOSSES = 3;
    private static final String TARGET = "/data/new/graphs";

    @TempDir
    private static Path folder;

    private static Path whole = Path.of("");

    @BeforeAll
    static void fill() throws IOException {
        Files.createDirectories(folder.resolve("nothing"));
        whole = folder.resolve("whole");
        try (PraghGraph graph = PraghGraph.build().partitions(4).data(whole).open()) {
            for (int i = 0; i < 20; i++) {
                graph.addVertex(T.id, "v" + i, "number", i);
                graph.tx().commit();
                assertTrue(i != 10 || graph.checkpoint());
            }
        }
    }

    private static boolean repair(FaultyFiles files) {
        try (StagedFolder repaired = new StagedFolder(files.getPath(TARGET), UnfinishedFolder.REPAIRED);
                LoadProgress progress = LoadProgress.none()) {
            RepairCommand.publish(whole, NODES, repaired, progress);
            return true;
        } catch (PraghException | CliException failed) {
            assertTrue(files.hasFailed(), failed::toString);
            return false;
        }
    }

    private static List<String> looked(FaultyFiles files) {
        List<String> found = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            OfflineCluster.Looked looked =
                    OfflineCluster.look(DataPlace.of(files.getPath(TARGET).resolve("node-" + node)));
            found.add(looked.label().kept() + " of " + looked.label().partitions() + ": " + looked.values()
                    + " values, " + looked.records() + " records");
        }
        return found;
    }

    private static FaultyFiles empty(long seed, Fault fault, long at) throws IOException {
        FaultyFiles files = FaultyFiles.empty(seed, Fault.NONE, 0);
        files.settleCopy(folder.resolve("nothing"), files.getPath("/data"));
        return files.reopened(seed, fault, at);
    }

    private static boolean isRefused(FaultyFiles files) {
        Path target = files.getPath(TARGET);
        if (!Files.exists(files.getPath(TARGET + ".repaired"))) {
            return false;
        }
        PraghException refused = assertThrows(
                PraghException.class,
                () -> DataPlace.of(target.resolve("node-0")).open());
        assertTrue(String.valueOf(refused.getMessage()).contains("do it again"), refused::toString);
        return true;
    }

    @ParameterizedTest
    @EnumSource(names = {"POWER", "FULL", "ERROR"})
    void whatHasItsNameLastsAndWhatHasNotIsNoGraph(Fault fault) throws IOException {
        FaultyFiles dry = empty(SEED, Fault.NONE, 0);
        assertTrue(repair(dry));
        List<String> all = looked(dry);
        long steps = dry.steps();
        int unfinished = 0;
        for (long at = 1; at <= steps; at++) {
            String what = "seed=" + SEED + " step=" + at + " of " + steps + " ";
            FaultyFiles files = empty(SEED + at, fault, at);
            boolean done = repair(files);
            FaultyFiles found =
                    fault == Fault.POWER || done ? files.afterLoss(Fault.NONE, 0) : files.reopened(SEED, Fault.NONE, 0);
            boolean there = Files.exists(found.getPath(TARGET).resolve("node-0"));
            assertTrue(there || !done, () -> what + "it is gone");
            if (!there) {
                unfinished += isRefused(found) ? 1 : 0;
                assertTrue(repair(found), what);
            }
            for (int losses = 0; losses <= LOSSES; losses++) {
                FaultyFiles later = losses == 0 ? found : found.afterLoss(Fault.NONE, 0);
                assertEquals(all, looked(later), what + losses);
            }
        }
        assertTrue(fault != Fault.POWER || unfinished > steps / 2, "few were left unfinished: " + unfinished);
    }
}
