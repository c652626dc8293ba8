package io.pragh.benchmarks.ldbc;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.FileFormat;
import io.pragh.tinkerpop.load.GraphFiles;
import io.pragh.tinkerpop.load.LoadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;

/**
 * A social network in a graph, with an index of names. The identifier of a vertex is its kind and number,
 * {@code person:933}, {@code message:5} for posts and comments alike, and the number is its property {@code id}; the
 * labels are {@code person}, {@code post}, {@code comment}, {@code forum}, {@code tag}, {@code tagclass},
 * {@code place} and {@code organisation}, those of edges are as in the benchmark's specification. Dates are
 * milliseconds since 1970, UTC. One thread.
 */
public final class SnbGraph implements AutoCloseable {
    private static final String INDEXED = "name";

    private final Graph graph;
    private final GraphTraversalSource g;
    private final GraphFiles.Loaded loaded;

    private SnbGraph(Graph graph, GraphFiles.Loaded loaded) {
        this.graph = graph;
        this.g = graph.traversal();
        this.loaded = loaded;
    }

    /**
     * Loads it into nodes of Pragh in this process.
     *
     * @param source a folder with the benchmark's CSV files, in the layout CsvComposite, or a {@code .tar.gz} of it
     * @throws IOException if the files cannot be read
     */
    public static SnbGraph inPragh(int nodes, Path source) throws IOException {
        PraghGraph graph = PraghGraph.build().nodes(nodes).open();
        graph.createIndex(ElementKind.VERTEX, INDEXED);
        return filled(graph, source);
    }

    /**
     * Loads it into TinkerPop's reference graph.
     *
     * @param source as for Pragh
     * @throws IOException if the files cannot be read
     */
    public static SnbGraph inTinkerGraph(Path source) throws IOException {
        TinkerGraph graph = TinkerGraph.open();
        graph.createIndex(INDEXED, Vertex.class);
        return filled(graph, source);
    }

    private static SnbGraph filled(Graph graph, Path source) throws IOException {
        try {
            return new SnbGraph(graph, load(graph, source));
        } catch (IOException | RuntimeException failure) {
            close(graph);
            throw failure;
        }
    }

    private static GraphFiles.Loaded load(Graph graph, Path source) throws IOException {
        Path folder = Files.createTempDirectory("pragh-snb");
        try {
            List<Path> files = SnbFiles.write(source, folder);
            return GraphFiles.load(
                    graph, files, LoadOptions.DEFAULT.withFormat(FileFormat.CSV).withDelimiter(SnbFiles.DELIMITER));
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(folder);
    }

    /** The number of vertices and edges. */
    public GraphFiles.Loaded loaded() {
        return loaded;
    }

    /** The traversal source. */
    public GraphTraversalSource traversal() {
        return g;
    }

    /** Ends a reading transaction, if the graph has transactions. */
    public void end() {
        if (graph.features().graph().supportsTransactions()) {
            graph.tx().rollback();
        }
    }

    @Override
    public void close() {
        close(graph);
    }

    private static void close(Graph graph) {
        try {
            graph.close();
        } catch (Exception failure) {
            throw new PraghException("a graph cannot be closed: graph=" + graph, failure);
        }
    }
}
