package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraphConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.LoadGraphWith;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;

/**
 * Opens graphs of one node, each with a data folder that depends on the test and on the graph's name, so that a graph
 * that is closed and opened again has its elements until it is cleared.
 */
public class KeptProvider extends OneNodeProvider {
    private static final Path FOLDERS = folders();

    private static Path folders() {
        try {
            Path folders = Files.createTempDirectory("pragh-suite");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folders)));
            return folders;
        } catch (IOException failed) {
            throw new UncheckedIOException("no folder for the graphs of a suite", failed);
        }
    }

    @Override
    public Map<String, Object> getBaseConfiguration(
            String graphName, Class<?> test, String testMethodName, LoadGraphWith.@Nullable GraphData loadGraphWith) {
        Map<String, Object> options = super.getBaseConfiguration(graphName, test, testMethodName, loadGraphWith);
        // the names of some tests are longer than file names may be
        String name = graphName + " " + test.getName() + " " + testMethodName;
        UUID folder = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
        options.put(PraghGraphConfig.DATA, FOLDERS.resolve(folder.toString()).toString());
        return options;
    }

    @Override
    public void clear(Graph graph, Configuration configuration) throws Exception {
        super.clear(graph, configuration);
        remove(Path.of(configuration.getString(PraghGraphConfig.DATA)));
    }

    private static void remove(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> leavesFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : leavesFirst) {
                Files.delete(path);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("a graph's folder cannot be removed: folder=" + folder, failed);
        }
    }
}
