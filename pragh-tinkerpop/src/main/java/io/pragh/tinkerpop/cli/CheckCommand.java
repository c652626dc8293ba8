package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderLabel;
import io.pragh.core.durable.UnfinishedFolder;
import io.pragh.core.persist.OfflineCluster;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.structure.Graph;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pragh check}: checks that the contents of a data folder are complete and consistent. One thread. */
@Command(
        name = "check",
        description = {
            "Check a data folder that no process has open: every checksum, and then in memory both ends of each edge, indexes"
                    + " and numbers against elements.",
            "A folder with the data folders of all nodes of a cluster is checked as one graph: they are put together in a folder beside"
                    + " them, which takes as much room until the check ends (in -Djava.io.tmpdir for those at bookies).",
            "Of one node's folder alone every checksum is looked at, and nothing compared.",
            "It takes as much memory as the graph. What a crash has cut off at the end of the log goes, as when the graph is opened."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Everything is as it has to be.",
            "1:Something is not; each line on standard error names it.",
            "2:There is no data folder there, it cannot be opened, or is damaged."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class CheckCommand implements CliCommand {
    /** Name of the folder that combines all nodes' parts. */
    private static final String WHOLE = "whole";

    @Parameters(paramLabel = "FOLDER", description = "The data folder, or its address: bookkeeper://HOST:PORT/NAME.")
    private String folder = "";

    @Mixin
    private StoredClasses classes = new StoredClasses();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        try {
            DataPlace place = DataPlace.of(folder);
            if (!place.isThere()) {
                throw new CliException("there is no graph in this folder: name=" + folder);
            }
            FolderLabel label = FolderLabel.readWhole(place);
            if (OfflineCluster.isPart(label)) {
                return checkPart(place);
            } else if (label != null) {
                return check(place);
            }
            List<DataPlace> nodes = OfflineCluster.nodes(place);
            if (nodes.isEmpty()) {
                throw new CliException("there is no graph in this folder: name=" + folder);
            }
            return check(place, nodes);
        } catch (PraghException cannot) {
            throw new CliException(String.valueOf(cannot.getMessage()));
        }
    }

    /** Checks one node's folder alone. */
    private int checkPart(DataPlace place) {
        OfflineCluster.Looked looked = OfflineCluster.look(place);
        PrintWriter out = spec.commandLine().getOut();
        out.println("pragh check: " + folder + " is whole as far as it can tell by itself: " + looked.values()
                + " values and " + looked.records() + " records of partitions "
                + looked.label().kept() + " of "
                + looked.label().partitions()
                + "; to have edges, indexes and commits compared, check the folder that has those of all nodes");
        out.flush();
        return 0;
    }

    private int check(DataPlace cluster, List<DataPlace> nodes) throws IOException {
        Path beside = cluster.folder();
        if (beside != null) {
            return check(beside, nodes);
        }
        Path temporary = Files.createTempDirectory("pragh-check");
        try {
            return check(temporary, nodes);
        } finally {
            Files.delete(temporary);
        }
    }

    private int check(Path room, List<DataPlace> nodes) {
        try (StagedFolder stage = stage(room)) {
            try (LoadProgress progress = LoadProgress.none()) {
                OfflineCluster.merge(nodes, stage.path(), progress::restored);
            }
            return check(DataPlace.of(stage.path()));
        }
    }

    /** Creates the folder under a name that the next check knows: it removes the folder of a killed check. */
    private static StagedFolder stage(Path room) {
        try {
            return new StagedFolder(room.resolve(WHOLE), UnfinishedFolder.CHECKING);
        } catch (CliException cannot) {
            throw new CliException(
                    "the nodes' folders are put together beside them for a while, and that does not go; let this"
                            + " user write there, where there is room for all of them once more: folder=" + room
                            + " because "
                            + cannot.getMessage());
        }
    }

    private int check(DataPlace data) {
        Configuration configuration = new BaseConfiguration();
        configuration.setProperty(Graph.GRAPH, PraghGraph.class.getName());
        configuration.setProperty(PraghGraphConfig.DATA, data.toString());
        try (PraghGraph graph = GraphOptions.open(classes.in(configuration))) {
            GraphCheck check = new GraphCheck(graph);
            List<String> wrong = check.run();
            PrintWriter err = spec.commandLine().getErr();
            wrong.forEach(what -> err.println("pragh check: " + what));
            err.flush();
            PrintWriter out = spec.commandLine().getOut();
            out.println(
                    "pragh check: " + folder + (wrong.isEmpty() ? " is whole: " : " is not whole: ") + check.shown());
            out.flush();
            return wrong.isEmpty() ? 0 : 1;
        }
    }
}
