package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.UnfinishedFolder;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.load.GraphCopy;
import io.pragh.tinkerpop.load.GraphSum;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;

/**
 * Copies the graph of a data folder into another one with another number of partitions, and compares the two
 * afterwards. Stateless.
 */
final class Repartition {
    private Repartition() {}

    /** Creates the folder, which must be missing or empty; it gets its name only when everything agrees. */
    static GraphCopy.Copied into(Path from, Path folder, int partitions, StoredClasses classes) {
        try (StagedFolder stage = new StagedFolder(folder, UnfinishedFolder.LOADING)) {
            GraphCopy.Copied copied;
            GraphSum before;
            try (PraghGraph source = GraphOptions.open(classes.in(configuration(from, null)));
                    PraghGraph target = GraphOptions.open(classes.in(configuration(stage.path(), partitions)));
                    LoadProgress progress = LoadProgress.none()) {
                copied = GraphCopy.copy(source, target, progress);
                before = GraphSum.of(source);
            }
            checkSame(classes.in(configuration(stage.path(), null)), before);
            stage.publish();
            return copied;
        }
    }

    /** Compares the graph as it is when it is opened again from its files. */
    private static void checkSame(Configuration copy, GraphSum before) {
        try (PraghGraph graph = GraphOptions.open(copy)) {
            GraphSum after = GraphSum.of(graph);
            List<String> wrong = new GraphCheck(graph).run();
            if (!after.equals(before) || !wrong.isEmpty()) {
                throw new PraghException(
                        "the graph is another one with this number of partitions, so nothing was restored;"
                                + " restore it with the number that it had: before=" + before + " after=" + after
                                + " wrong="
                                + wrong);
            }
        }
    }

    /** Configuration of a graph in a folder; {@code partitions}: null for the present number. */
    static Configuration configuration(Path folder, @Nullable Integer partitions) {
        Configuration configuration = new BaseConfiguration();
        configuration.setProperty(Graph.GRAPH, PraghGraph.class.getName());
        configuration.setProperty(PraghGraphConfig.DATA, folder.toString());
        configuration.setProperty(PraghGraphConfig.NULL_VALUES, true); // all values are copied
        if (partitions != null) {
            configuration.setProperty(PraghGraphConfig.PARTITIONS, partitions);
        }
        return configuration;
    }
}
