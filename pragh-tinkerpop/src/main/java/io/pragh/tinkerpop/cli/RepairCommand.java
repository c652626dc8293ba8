package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.Salvage;
import io.pragh.core.durable.SalvageReport;
import io.pragh.core.durable.SalvagedShares;
import io.pragh.core.durable.UnchangedFolder;
import io.pragh.core.durable.UnfinishedFolder;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.SalvagedCluster;
import io.pragh.core.persist.OfflineCluster;
import io.pragh.core.persist.SalvagedNodes;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphCopy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.configuration2.BaseConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pragh repair}: saves the intact data of a damaged data folder in a new one. One thread. */
@Command(
        name = "repair",
        description = {
            "Save what can be saved of a damaged data folder into a new one, and list what could not. The damaged one is not"
                    + " changed. Restore a backup instead where there is one: what is saved here is not of one moment.",
            "Every block of the checkpoint and every record of the log whose checksum is right is taken, commits that build on"
                    + " what is lost are left out, and so are edges of which a vertex is lost. It takes as much memory as"
                    + " the graph, twice.",
            "Of a cluster none of whose nodes runs, FOLDER has the data folders of all nodes; they are repaired together, whichever is"
                    + " damaged, and one that is lost is left out. On the disk it takes as much room as all of them, four times."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Everything was saved.",
            "1:Something was not; each line on standard error names it. The new folder is there.",
            "2:It cannot be repaired, or the new folder cannot be used."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class RepairCommand implements CliCommand {
    private static final int PARTITIONS_MAX = 128;

    /** Name of the data folder of a node, before its number. */
    private static final String NODE = "node-";

    @Parameters(
            paramLabel = "FOLDER",
            description =
                    "The damaged data folder, or a folder with those of all nodes of a cluster; no process has one open.")
    private Path folder = Path.of("");

    @Option(
            names = "--into",
            paramLabel = "NEW",
            required = true,
            description = "The folder to make: empty, or not there yet.")
    private Path into = Path.of("");

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Of a cluster: make data folders for so many nodes (default: as many as there are).")
    private @Nullable Integer nodes;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "How many partitions the graph has, where nothing of the folder says that any more.")
    private int partitions;

    @Mixin
    private StoredClasses classes = new StoredClasses();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (partitions < 0 || partitions > PARTITIONS_MAX) {
            throw new CliException("--partitions is 1 to 128: found=" + partitions);
        }
        if (into.toAbsolutePath().normalize().startsWith(folder.toAbsolutePath().normalize())) {
            throw new CliException("the new folder has to be elsewhere: --into=" + into);
        }
        try {
            List<Path> parts = SalvagedShares.isAny(folder) ? List.of() : SalvagedShares.in(folder);
            if (nodes != null && (parts.isEmpty() || nodes < 1)) {
                throw new CliException(
                        "--nodes is 1 or more, and for a folder that has the data folders of a cluster's nodes: --nodes="
                                + nodes + " folder=" + folder);
            }
            SalvageReport report = new SalvageReport();
            if (parts.isEmpty()) {
                tell(repair(report), report, "");
            } else {
                int count = nodes == null ? parts.size() : nodes;
                GraphCopy.Copied copied = repair(parts, count, report);
                tell(copied, report, "; start its nodes by: pragh cluster start --nodes " + count + " --data " + into);
            }
            return report.isEmpty() ? 0 : 1;
        } catch (PraghException cannot) {
            throw new CliException(String.valueOf(cannot.getMessage()));
        }
    }

    private GraphCopy.Copied repair(SalvageReport report) {
        try (StagedFolder salvaged = new StagedFolder(into, "salvaged");
                StagedFolder repaired = new StagedFolder(into, UnfinishedFolder.REPAIRED)) {
            Salvage.Saved saved = salvage(salvaged.path(), report);
            GraphCopy.Copied copied = copy(salvaged.path(), saved.partitions(), repaired.path(), report);
            check(repaired.path());
            repaired.publish();
            return copied;
        }
    }

    /** Combines all nodes' folders into one, and splits that into folders of nodes again. */
    private GraphCopy.Copied repair(List<Path> parts, int count, SalvageReport report) {
        int most =
                SalvagedShares.of(parts, partitions).values().iterator().next().partitions();
        if (count > most) {
            throw new CliException("there are fewer partitions than nodes; give fewer nodes: --nodes=" + count
                    + " partitions=" + most);
        }
        try (StagedFolder repaired = new StagedFolder(into, UnfinishedFolder.REPAIRED);
                StagedFolder copies = new StagedFolder(into, "salvaged");
                StagedFolder merged = new StagedFolder(into, "merged");
                StagedFolder whole = new StagedFolder(into, UnfinishedFolder.LOADING);
                LoadProgress progress = LoadProgress.none()) {
            SalvagedNodes.merge(parts, partitions, copies.path(), merged.path(), report, progress::restored);
            GraphCopy.Copied copied = copy(merged.path(), most, whole.path(), report);
            check(whole.path());
            publish(whole.path(), count, repaired, progress);
            return copied;
        }
    }

    /** Splits the folder of one process into those of nodes; they get their names when all are complete. */
    static void publish(Path whole, int count, StagedFolder repaired, LoadProgress progress) {
        List<Path> folders = IntStream.range(0, count)
                .mapToObj(node -> repaired.path().resolve(NODE + node))
                .toList();
        OfflineCluster.split(DataPlace.of(whole), folders, progress::restored);
        repaired.publish();
    }

    private Salvage.Saved salvage(Path target, SalvageReport report) {
        try (Disk damaged = UnchangedFolder.alone(folder);
                Disk disk = FolderDisk.open(target)) {
            return new Salvage(damaged, disk, report).run(partitions, () -> new SplittableRandom().nextLong());
        } catch (IOException failed) {
            throw new CliException(
                    "the folder cannot be read; see to the disk: folder=" + folder + " because " + failed);
        }
    }

    private GraphCopy.Copied copy(Path salvaged, int parts, Path target, SalvageReport report) {
        DataFolder data = DataFolder.open(FolderDisk.open(salvaged), parts, true, () -> 0);
        try (data;
                LoadProgress progress = LoadProgress.none();
                SalvagedCluster cluster = SalvagedCluster.open(
                        data,
                        log -> LocalCluster.embedded(
                                1, parts, NodeConfig.DEFAULT.withLog(log), PropertyOperations.ALL, 1, failed -> {}),
                        report,
                        progress::restored);
                PraghGraph graph = PraghGraph.over(cluster.nodes(), classes.in(new BaseConfiguration()));
                PraghGraph fresh = GraphOptions.open(classes.in(Repartition.configuration(target, parts)))) {
            return GraphCopy.salvage(graph, fresh, progress, report::lost);
        } catch (IOException failed) {
            throw new CliException("the folder cannot be closed; see to the disk: because " + failed);
        }
    }

    private void check(Path target) {
        try (PraghGraph graph = GraphOptions.open(classes.in(Repartition.configuration(target, null)))) {
            List<String> wrong = new GraphCheck(graph).run();
            if (!wrong.isEmpty()) {
                throw new PraghException("what was saved does not agree, so there is no new folder: " + wrong);
            }
        }
    }

    private void tell(GraphCopy.Copied copied, SalvageReport report, String next) {
        PrintWriter err = spec.commandLine().getErr();
        report.lines().forEach(what -> err.println("pragh repair: " + what));
        err.flush();
        PrintWriter out = spec.commandLine().getOut();
        out.println("pragh repair: " + copied.vertices() + " vertices and " + copied.edges() + " edges are in " + into
                + (report.isEmpty() ? ", nothing was lost" : ", and some were lost") + next);
        out.flush();
    }
}
