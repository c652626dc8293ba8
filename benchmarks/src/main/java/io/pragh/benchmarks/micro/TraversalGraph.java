package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.Progress;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.prepared.PreparedTraversal;
import io.pragh.tinkerpop.snapshot.GraphSnapshot;
import java.util.List;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/** An R-MAT graph whose vertices have a label, two texts, one of them indexed, and an integer. One thread. */
// No class that JanusGraph's class loader loads with this one, or for running it, refers to a class of Pragh's graph.
public final class TraversalGraph implements FriendsGraph {
    /** Indexed; distinct for each vertex. */
    static final String CODE = GremlinTraversals.INDEXED;
    /** One of a few texts, without an index. */
    static final String CITY = "city";
    /** Below 100, without an index. */
    static final String AGE = "age";

    private static final int CITIES = 50;
    private static final int AGES = 100;
    private static final int BATCH = 5000;
    /** Spreads property values over vertices, since R-MAT makes hubs of low numbers. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final Graph graph;
    private final GraphTraversalSource g;
    private final boolean transactions;
    private final @Nullable PreparedTraversal<Long> friendsCount;
    /** Identifiers by a vertex's number; none if the graph uses the number itself. */
    private final long[] ids;

    private long added;

    TraversalGraph(GremlinSubject subject, RmatParameters parameters) {
        this(subject.name(), parameters);
    }

    /** Fills a graph, for callers with another loader's class {@link GremlinSubject}. */
    public TraversalGraph(String name, RmatParameters parameters) {
        GremlinSubject subject = GremlinSubject.valueOf(name);
        graph = subject.openForOneThread();
        g = graph.traversal();
        transactions = graph.features().graph().supportsTransactions();
        friendsCount = subject == GremlinSubject.PRAGH ? prepared() : null;
        boolean named = graph.features().vertex().supportsUserSuppliedIds();
        ids = new long[named ? 0 : (int) parameters.vertexCount()];
        fill(parameters);
    }

    private PreparedTraversal<Long> prepared() {
        return ((PraghGraph) graph)
                .prepare((source, named) ->
                        TraversalRow.friends(source, named.of("id", 1L)).count());
    }

    private void fill(RmatParameters parameters) {
        Vertex[] vertices = new Vertex[(int) parameters.vertexCount()];
        for (int i = 0; i < vertices.length; i++) {
            long number = i;
            String label = drawn(number, 4) == 0 ? "place" : "person";
            int age = (int) drawn(number, AGES);
            if (ids.length == 0) {
                vertices[i] =
                        graph.addVertex(T.id, number, T.label, label, CODE, code(number), CITY, city(number), AGE, age);
            } else {
                vertices[i] = graph.addVertex(T.label, label, CODE, code(number), CITY, city(number), AGE, age);
                ids[i] = (long) vertices[i].id();
            }
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

    /** A traversal at a vertex. */
    GraphTraversal<Vertex, Vertex> from(long vertex) {
        return g.V(id(vertex));
    }

    @Override
    public long id(long vertex) {
        return ids.length == 0 ? vertex : ids[(int) vertex];
    }

    @Override
    public long[] friends(long id) {
        List<Object> friends =
                g.V(id).out(TraversalRow.ANY_LABEL).limit(MOST).id().toList();
        end();
        return friends.stream().mapToLong(friend -> (long) friend).toArray();
    }

    @Override
    public long answer(FriendsQuestion question, long vertex) {
        List<?> found = TraversalRow.of(question).results(this, vertex);
        return found.isEmpty() ? 0 : ((Number) found.get(0)).longValue(); // there is no sum without input
    }

    /** Whether the graph can prepare traversals: only Pragh can. */
    boolean prepares() {
        return friendsCount != null;
    }

    /** The number of friends of friends of the vertex {@code id}, prepared. */
    PreparedTraversal<Long> friendsCount() {
        return Objects.requireNonNull(friendsCount);
    }

    /** The graph itself, to be served. */
    Graph graph() {
        return graph;
    }

    /** A snapshot of the committed state, for queries without Gremlin; of Pragh only. */
    GraphSnapshot snapshot() {
        return ((PraghGraph) graph).snapshot();
    }

    private void commitEachBatch() {
        if (++added % BATCH == 0) {
            end();
        }
    }

    /** Ends the transaction, if the graph has transactions. */
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
