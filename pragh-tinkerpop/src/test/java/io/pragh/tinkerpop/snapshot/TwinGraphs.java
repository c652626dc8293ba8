package io.pragh.tinkerpop.snapshot;

import io.pragh.tinkerpop.MovingGraph;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;

/**
 * The same random graph in Pragh and in TinkerGraph, with loops, parallel edges, and identifiers of several types.
 * One thread.
 */
final class TwinGraphs implements AutoCloseable {
    private static final int VERTICES_MIN = 4;
    private static final int VERTICES_MAX = 40;

    final PraghGraph pragh;
    final List<Object> ids = new ArrayList<>();
    private final List<String> labels;
    private final TinkerGraph tinker = TinkerGraph.open();
    private final SplittableRandom random;

    /** On one node, or on several between which values move all the time. */
    TwinGraphs(int nodes, long seed, List<String> labels) {
        this.random = new SplittableRandom(seed);
        this.labels = labels;
        Configuration configuration = new BaseConfiguration();
        configuration.setProperty(Graph.GRAPH, PraghGraph.class.getName());
        configuration.setProperty(PraghGraphConfig.NODES, nodes);
        this.pragh = nodes == 1 ? PraghGraph.open(configuration) : MovingGraph.open(configuration, seed);
        boolean named = random.nextBoolean();
        int count = VERTICES_MIN + random.nextInt(VERTICES_MAX - VERTICES_MIN);
        for (int i = 0; i < count; i++) {
            addVertex(
                    named && i % 3 == 0
                            ? "id" + i
                            : named && i % 3 == 1 ? (Object) ((1L << 40) + i) : (Object) (long) i);
        }
        for (int i = random.nextInt(6 * count); i > 0; i--) {
            addEdge(anyId(), anyLabel(), anyId());
        }
        pragh.tx().commit();
    }

    void addVertex(Object id) {
        ids.add(id);
        pragh.addVertex(T.id, id);
        tinker.addVertex(T.id, id);
    }

    void addEdge(Object from, String label, Object to) {
        add(pragh, from, label, to);
        add(tinker, from, label, to);
    }

    private static void add(Graph graph, Object from, String label, Object to) {
        Vertex source = graph.vertices(from).next();
        source.addEdge(label, graph.vertices(to).next());
    }

    Object anyId() {
        return ids.get(random.nextInt(ids.size()));
    }

    String anyLabel() {
        return labels.get(random.nextInt(labels.size()));
    }

    /** A hop in any direction, along any label, one, two, or one and one that does not exist. */
    Hop anyHop() {
        String[] some = switch (random.nextInt(5)) {
            case 0, 1 -> new String[0];
            case 2 -> new String[] {labels.get(0), labels.get(1)};
            case 3 -> new String[] {"nothing", anyLabel()};
            default -> new String[] {anyLabel()};
        };
        return switch (random.nextInt(3)) {
            case 0 -> Hop.out(some);
            case 1 -> Hop.in(some);
            default -> Hop.both(some);
        };
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** The traversal source of the TinkerGraph. */
    GraphTraversalSource model() {
        return tinker.traversal();
    }

    @Override
    public void close() {
        pragh.close();
        tinker.close();
    }
}
