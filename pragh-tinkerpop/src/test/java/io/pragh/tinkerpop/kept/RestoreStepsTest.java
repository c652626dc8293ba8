package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.UnfinishedFolder;
import io.pragh.testkit.FaultyDisk.Fault;
import io.pragh.testkit.FaultyFiles;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.cli.PraghCli;
import io.pragh.tinkerpop.cli.RestoreCommand;
import io.pragh.tinkerpop.cli.TypedCommands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.configuration2.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that {@code pragh restore} survives a failure or a loss of power at each of its steps on the file system,
 * from backups of a cluster and of one process, into folders for one process and for several. A restored folder must
 * last, an unfinished one must be distinguishable from a graph, and a second restore must succeed. {@code
 * -Dpragh.seed} repeats a run's choices.
 */
final class RestoreStepsTest {
    private static final long SEED = Long.getLong("pragh.seed", 20_261_128L);
    private static final int NODES = CommittingNode.NODES;
    private static final int PARTITIONS = 2 * NODES;
    /** How many random outcomes of a loss of power at the end are tried. */
    private static final int LOSSES = 3;

    /** Two levels of folders that do not exist, as users give them. */
    private static final String TARGET = "/data/new/graphs";

    @TempDir
    private static Path folder;

    private final StringWriter said = new StringWriter();

    @BeforeAll
    static void makeBackups() throws Exception {
        List<String> picture;
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start()) {
            List<PraghGraph> graphs = NodesTogether.open(NODES, node -> {
                Configuration configuration = CommittingNode.configuration(
                        "zk:" + zooKeeper.connectString() + "/kept", folder.resolve("data"), node);
                configuration.setProperty(PraghGraphConfig.FOUNDERS, NODES);
                return PraghGraph.open(configuration);
            });
            NodesTogether.change(graphs, 0);
            assertTrue(graphs.get(0).backup(folder.resolve("cluster")).full());
            NodesTogether.change(graphs, 1);
            assertFalse(graphs.get(1).backup(folder.resolve("cluster")).full());
            picture = GraphPicture.of(graphs.get(2));
            graphs.forEach(PraghGraph::close);
        }
        TypedCommands commands = TypedCommands.ofFolders();
        assertEquals(0, commands.run("restore", folder.resolve("cluster"), "--data", folder.resolve("whole")));
        assertEquals(0, commands.run("backup", "--data", folder.resolve("whole"), folder.resolve("process")));
        try (PraghGraph graph = PraghGraph.build().data(folder.resolve("whole")).open()) {
            assertEquals(picture, GraphPicture.of(graph));
        }
    }

    /** Runs the command with {@code faulty:} leading to these files. */
    private int restore(FaultyFiles files, String backup, int nodes) {
        List<String> arguments = new ArrayList<>(List.of("restore", "" + folder.resolve(backup), "--data"));
        arguments.add("faulty:" + TARGET);
        if (nodes > 0) {
            arguments.addAll(List.of("--nodes", "" + nodes));
        }
        said.getBuffer().setLength(0);
        return PraghCli.commandLine(List.of(new RestoreCommand()))
                .registerConverter(
                        DataPlace.class,
                        text -> DataPlace.of(
                                text.startsWith("faulty:") ? files.getPath(text.substring(7)) : Path.of(text)))
                .setOut(new PrintWriter(said, true))
                .setErr(new PrintWriter(said, true))
                .execute(arguments.toArray(String[]::new));
    }

    private static FaultyFiles empty(long seed, Fault fault, long at) throws IOException {
        FaultyFiles files = FaultyFiles.empty(seed, Fault.NONE, 0);
        files.settleCopy(Files.createDirectories(folder.resolve("nothing")), files.getPath("/data"));
        return files.reopened(seed, fault, at);
    }

    private static List<String> names(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> "" + path.getFileName()).toList();
        }
    }

    /** Whether an unfinished restore is left that keeps other graphs from using its place. */
    private static boolean isRefused(FaultyFiles files) {
        Path target = files.getPath(TARGET);
        if (!Files.exists(files.getPath(TARGET + ".restoring"))) {
            return false;
        }
        for (Path each : List.of(target, target.resolve("node-0"))) {
            PraghException refused =
                    assertThrows(PraghException.class, () -> DataPlace.of(each).open());
            assertTrue(String.valueOf(refused.getMessage()).contains("do it again"), refused::toString);
            assertFalse(Files.exists(each), "it was made all the same");
        }
        return true;
    }

    @ParameterizedTest
    @CsvSource({
        "cluster, 0, POWER", "cluster, 0, FULL", "cluster, 0, ERROR", "cluster, 2, POWER", "cluster, 2, FULL",
        "cluster, 2, ERROR", "process, 2, POWER", "process, 2, FULL", "process, 2, ERROR", "process, 0, POWER"
    })
    void whatIsRestoredLastsAndWhatIsNotIsNoGraph(String backup, int nodes, Fault fault) throws IOException {
        FaultyFiles dry = empty(SEED, Fault.NONE, 0);
        assertEquals(0, restore(dry, backup, nodes), said::toString);
        List<String> sum = KeptSum.of(dry.getPath(TARGET), PARTITIONS);
        long steps = dry.steps();
        int whole = 0;
        int refused = 0;
        for (long at = 1; at <= steps; at++) {
            String what = "seed=" + SEED + " fault=" + fault + " step=" + at + " of " + steps + ": ";
            FaultyFiles files = empty(SEED + at, fault, at);
            int code = restore(files, backup, nodes);
            assertTrue(files.hasFailed() || code == 0, () -> what + said);
            FaultyFiles found = fault == Fault.POWER || code == 0
                    ? files.afterLoss(Fault.NONE, 0)
                    : files.reopened(SEED, Fault.NONE, 0);
            Path target = found.getPath(TARGET);
            boolean there = !names(target).isEmpty();
            assertTrue(there || code != 0, () -> what + "it is gone: " + said);
            if (!there) {
                assertTrue(code == 1 || code == 2, () -> what + said);
                refused += isRefused(found) ? 1 : 0;
                assertEquals(0, restore(found, backup, nodes), () -> what + said);
            } else {
                whole++;
                assertEquals(2, restore(found, backup, nodes), () -> what + said);
            }
            for (int losses = 0; losses <= LOSSES; losses++) {
                FaultyFiles later = losses == 0 ? found : found.afterLoss(Fault.NONE, 0);
                Path again = later.getPath(TARGET);
                assertEquals(List.of("graphs"), names(again.getParent()), what + losses);
                assertEquals(sum, KeptSum.of(again, PARTITIONS), what + losses);
            }
        }
        assertTrue(whole < steps, "nothing was ever cut off");
        assertTrue(refused > steps / 2 || fault != Fault.POWER, "few were left unfinished: " + refused);
    }

    @Test
    void aFolderThatKeepsItsNameIsRefusedBeforeTheWork() throws IOException {
        FaultyFiles files = empty(SEED, Fault.NONE, 0);
        Path target = Files.createDirectories(files.getPath(TARGET));
        files.mount(target);
        long before = files.steps();
        assertEquals(2, restore(files, "process", 0), said::toString);
        assertTrue(said.toString().contains("give one within it: folder=" + TARGET), said::toString);
        assertEquals(1, said.toString().strip().lines().count(), said::toString);
        assertEquals(before, files.steps(), "nothing was made");
        assertEquals(List.of("graphs"), names(target.getParent()));
    }

    @Test
    void anEmptyFolderIsReplaced() throws IOException {
        FaultyFiles files = empty(SEED, Fault.NONE, 0);
        Path target = Files.createDirectories(files.getPath(TARGET));
        assertEquals(0, restore(files, "process", 0), said::toString);
        assertEquals(List.of("graphs"), names(target.getParent()));
        assertEquals(KeptSum.of(folder.resolve("whole"), PARTITIONS), KeptSum.of(target, PARTITIONS));
    }

    @Test
    void whatAKilledRestoreWithAnotherNumberOfPartitionsHasLeftGoes() throws IOException {
        Path target = folder.resolve("copied");
        Path left = folder.resolve("copied." + UnfinishedFolder.LOADING);
        FaultyFiles.copy(folder.resolve("whole"), left);
        TypedCommands commands = TypedCommands.ofFolders();
        assertEquals(0, commands.run("restore", folder.resolve("process"), "--data", target), commands::err);
        assertFalse(Files.exists(left), "it is of no use");
        assertTrue(Files.exists(target));
    }
}
