package io.pragh.tinkerpop.suite;

import io.cucumber.java.Scenario;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.configuration2.Configuration;
import org.apache.commons.configuration2.MapConfiguration;
import org.apache.tinkerpop.gremlin.LoadGraphWith.GraphData;
import org.apache.tinkerpop.gremlin.TestHelper;
import org.apache.tinkerpop.gremlin.features.TestFiles;
import org.apache.tinkerpop.gremlin.features.World;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.io.graphml.GraphMLResourceAccess;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONResourceAccess;
import org.apache.tinkerpop.gremlin.structure.io.gryo.GryoResourceAccess;
import org.jspecify.annotations.Nullable;
import org.junit.AssumptionViolatedException;

/**
 * The graphs of Gremlin's scenarios: one for each set of data, opened once, and an empty one for scenarios that
 * write. One thread.
 */
final class PraghWorld implements World {
    /** Where Gremlin's scenarios are. */
    static final String SCENARIOS = "classpath:/org/apache/tinkerpop/gremlin/test/features";
    /** The package of the code that executes their sentences. */
    static final String GLUE = "org.apache.tinkerpop.gremlin.features";
    /**
     * All scenarios but two, which expect the edges of a vertex in the order of TinkerGraph's hash sets. That is
     * neither the order of their labels nor that of their creation, and a distributed graph promises no order of
     * edges.
     */
    static final String EDGES_IN_ANY_ORDER =
            "^(?!(g_VX1_2_3X_repeatXboth_barrierX_emit_timesX2X_path|g_V_playlist_paths)$).*";

    private static final Set<String> BEYOND_COMPUTERS = lines("/computer-scenarios-excluded.txt");
    private static final String EMPTY = "EMPTY";

    private static final List<PraghGraph> OPEN = new ArrayList<>();

    private final Function<Configuration, PraghGraph> open;
    private final boolean nulls;
    private final boolean computing;
    private final Map<String, PraghGraph> graphs = new HashMap<>();

    /**
     * A world.
     *
     * @param open opens a graph
     * @param nulls whether null is a value
     * @param computing whether traversals run on the computer
     */
    PraghWorld(Function<Configuration, PraghGraph> open, boolean nulls, boolean computing) {
        this.open = open;
        this.nulls = nulls;
        this.computing = computing;
    }

    @Override
    public void beforeEachScenario(Scenario scenario) {
        if (computing && BEYOND_COMPUTERS.contains(scenario.getName())) {
            throw new AssumptionViolatedException("no computer can run this, TinkerGraph's neither");
        }
    }

    private static Set<String> lines(String resource) {
        try (InputStream in = PraghWorld.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public GraphTraversalSource getGraphTraversalSource(@Nullable GraphData data) {
        PraghGraph graph = graphs.computeIfAbsent(data == null ? EMPTY : data.name(), name -> opened(data));
        if (data == null) {
            if (computing) {
                throw new AssumptionViolatedException("a traversal on the computer does not change the graph");
            }
            graph.traversal().V().drop().iterate();
            graph.tx().commit();
        }
        return computing ? OneNodeComputerProvider.computing(graph.traversal()) : graph.traversal();
    }

    private PraghGraph opened(@Nullable GraphData data) {
        Map<String, Object> options = SuiteOptions.of(PraghWorld.class, "", data);
        options.put(PraghGraphConfig.NULL_VALUES, nulls);
        if (data == null) {
            options.put(PraghGraphConfig.DEFAULT_CARDINALITY, VertexProperty.Cardinality.single.name());
        }
        PraghGraph graph = open.apply(new MapConfiguration(options));
        if (!graph.configuration().containsKey(PraghGraphConfig.CLUSTER)) { // others end with their processes
            OPEN.add(graph);
        }
        SearchService.registerIn(graph);
        DegreeService.registerIn(graph);
        if (data != null) {
            graph.traversal().io(TestFiles.getInputLocation(data, false)).read().iterate();
            graph.tx().commit();
        }
        return graph;
    }

    /** Closes the graphs of a suite that is over. */
    static void close() {
        try {
            OPEN.forEach(PraghGraph::close);
        } finally {
            OPEN.clear();
        }
    }

    @Override
    public void afterEachScenario() {
        graphs.values().forEach(g -> g.tx().rollback());
    }

    /**
     * The scenarios name files of TinkerPop's source tree. The same data come with its test kit under other names.
     */
    @Override
    public String changePathToDataFile(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String suffix = name.substring(name.lastIndexOf('.'));
        String stem = name.substring(0, name.length() - suffix.length());
        return switch (suffix) {
            case ".kryo" -> file(GryoResourceAccess.class, stem + "-v3.kryo");
            case ".json" -> file(GraphSONResourceAccess.class, stem + "-v3.json");
            default -> file(GraphMLResourceAccess.class, name);
        };
    }

    private static String file(Class<?> beside, String name) {
        try {
            return TestHelper.generateTempFileFromResource(beside, name, "")
                    .getAbsolutePath()
                    .replace('\\', '/');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
