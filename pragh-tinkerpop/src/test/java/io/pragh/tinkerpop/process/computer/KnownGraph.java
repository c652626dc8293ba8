package io.pragh.tinkerpop.process.computer;

import io.pragh.testkit.SharedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * A graph with reference answers of the LDBC Graphalytics algorithms. The files have one vertex, or one edge with its
 * weight, per line.
 */
public final class KnownGraph {
    private static final int COMMIT_ELEMENTS = 5_000;
    private static final String EXAMPLES = "graphalytics/";

    private final String name;
    private final Path folder;

    private KnownGraph(String name, Path folder) {
        this.name = name;
        this.folder = folder;
    }

    /** One of the two examples that come with the tests. */
    static KnownGraph example(String name) {
        return new KnownGraph(name, null);
    }

    /** A graph that is kept outside the repository, if it is there. */
    public static Optional<KnownGraph> shared(String name) {
        return SharedData.find("graphs", name).map(folder -> new KnownGraph(name, folder));
    }

    /**
     * Adds vertices and edges, and commits a few thousand at a time, because a transaction cannot hold a whole graph.
     */
    public void load(Graph graph) {
        int uncommitted = 0;
        Map<String, Vertex> vertices = new HashMap<>();
        for (String line : lines(".v")) {
            String id = words(line).get(0);
            vertices.put(id, graph.addVertex(T.id, Long.parseLong(id), T.label, "node"));
            uncommitted = commitSome(graph, uncommitted + 1);
        }
        for (String edge : lines(".e")) {
            List<String> words = words(edge);
            double weight = words.size() < 3 ? 1 : Double.parseDouble(words.get(2));
            vertices.get(words.get(0)).addEdge("link", vertices.get(words.get(1)), "weight", weight);
            uncommitted = commitSome(graph, uncommitted + 1);
        }
        graph.tx().commit();
    }

    private static int commitSome(Graph graph, int uncommitted) {
        if (uncommitted < COMMIT_ELEMENTS) {
            return uncommitted;
        }
        graph.tx().commit();
        return 0;
    }

    /** The reference answers of an algorithm, by vertex. */
    Map<Long, String> answers(String algorithm) {
        Map<Long, String> answers = new HashMap<>();
        for (String line : lines("-" + algorithm)) {
            List<String> words = words(line);
            answers.put(Long.parseLong(words.get(0)), words.get(1));
        }
        return answers;
    }

    private List<String> lines(String suffix) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(open(suffix), StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.isBlank()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private InputStream open(String suffix) throws IOException {
        if (folder != null) {
            return new GZIPInputStream(Files.newInputStream(folder.resolve(name + suffix + ".gz")));
        }
        InputStream example = KnownGraph.class.getResourceAsStream(EXAMPLES + name + suffix);
        if (example == null) {
            throw new IOException("no such example: " + name + suffix);
        }
        return example;
    }

    private static List<String> words(String line) {
        return List.of(line.trim().split("\\s+", -1));
    }

    @Override
    public String toString() {
        return name;
    }
}
