package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.Progress;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.prepared.PreparedTraversal;
import io.pragh.tinkerpop.snapshot.GraphSnapshot;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/** An R-MAT graph whose vertices have a label, two texts of which one is indexed, and an integer. One thread. */
final class TraversalGraph implements AutoCloseable {
    /** Indexed; another one for each vertex. */
    static final String CODE = GremlinTraversals.INDEXED;
    /** One of a few texts, without an index. */
    static final String CITY = "city";
    /** Below 100, without an index. */
    static final String AGE = "age";

    private static final int CITIES = 50;
    private static final int AGES = 100;
    private static final int BATCH = 5000;
    /** Spreads properties over vertices, whose low numbers R-MAT makes hubs of. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final Graph graph;
    private final GraphTraversalSource g;
    private final boolean transactions;
    private final @Nullable PreparedTraversal<Long> friendsCount;
    private long added;

    TraversalGraph(GremlinSubject subject, RmatParameters parameters) {
        graph = subject.open(true);
        g = graph.traversal();
        transactions = graph.features().graph().supportsTransactions();
        friendsCount = graph instanceof PraghGraph pragh
                ? pragh.prepare((source, named) ->
                        TraversalRow.friends(source, named.of("id", 1L)).count())
                : null;
        Vertex[] vertices = new Vertex[(int) parameters.vertexCount()];
        for (int i = 0; i < vertices.length; i++) {
            long number = i;
            String label = drawn(number, 4) == 0 ? "place" : "person";
            vertices[i] =
                    graph.addVertex(T.id, number, T.label, label, CODE, code(number), CITY, city(number), AGE, (int)
                            drawn(number, AGES));
            commitEachBatch();
        }
        new RmatEdges(parameters)
                .forEach(
                        (source, target) -> {
                            vertices[(int) source].addEdge("link", vertices[(int) target]);
                            commitEachBatch();
                        },
                        Progress.NONE);
        end();
    }

    private static long drawn(long number, int bound) {
        return (number * SPREAD >>> 33) % bound;
    }

    static String code(long vertex) {
        return "v" + vertex;
    }

    static String city(long vertex) {
        return "city" + drawn(vertex, CITIES);
    }

    GraphTraversalSource traversal() {
        return g;
    }

    /** Whether the graph can prepare traversals: Pragh alone does. */
    boolean prepares() {
        return friendsCount != null;
    }

    /** How many friends of friends the vertex {@code id} has, prepared. */
    PreparedTraversal<Long> friendsCount() {
        return Objects.requireNonNull(friendsCount);
    }

    /** The graph itself, to be served. */
    Graph graph() {
        return graph;
    }

    /** What is committed now, for who asks without Gremlin; of Pragh alone. */
    GraphSnapshot snapshot() {
        return ((PraghGraph) graph).snapshot();
    }

    private void commitEachBatch() {
        if (++added % BATCH == 0) {
            end();
        }
    }

    /** Ends the transaction, if there are any. */
    void end() {
        if (transactions) {
            graph.tx().commit();
        }
    }

    @Override
    public void close() {
        try {
            graph.close();
        } catch (Exception failure) {
            throw new PraghException("a graph cannot be closed: graph=" + graph, failure);
        }
    }
}
