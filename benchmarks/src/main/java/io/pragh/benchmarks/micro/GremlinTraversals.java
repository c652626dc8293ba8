package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.Progress;
import java.util.SplittableRandom;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * The traversals as an application writes them, and the filling of their graph: the same for every graph. One thread.
 */
// Every traversal is built anew, as an application does. A read ends its transaction, by commit:
// TinkerTransactionGraph 3.8.1 cannot roll back when it has an index on vertices and none on edges.
public final class GremlinTraversals implements GremlinWorkload {
    /** A property of every vertex with distinct values; the indexed one if there is an index. */
    static final String INDEXED = "code";
    /** As {@link #INDEXED}, never indexed. */
    static final String PLAIN = "name";

    /** {@code -Dpragh.weighted=true}: each edge has a property, a double. */
    private static final boolean WEIGHTED = Boolean.getBoolean("pragh.weighted");

    private static final int BATCH = 5000;

    private final Graph graph;
    private final GraphTraversalSource g;
    private final boolean transactions;
    /**
     * Identifiers by a vertex's number; none if the graph uses the number itself, so that memory is the graph's, not
     * its load's.
     */
    private final Object[] ids;

    private long added;

    /**
     * Fills a graph with an R-MAT graph's vertices, two properties each, and edges, five thousand elements a
     * transaction.
     */
    public GremlinTraversals(String subject, RmatParameters parameters, boolean indexed) {
        graph = GremlinSubject.valueOf(subject).open(indexed);
        g = graph.traversal();
        transactions = graph.features().graph().supportsTransactions();
        boolean named = graph.features().vertex().supportsUserSuppliedIds();
        ids = new Object[named ? 0 : (int) parameters.vertexCount()];
        fill(parameters);
    }

    private void fill(RmatParameters parameters) {
        Vertex[] vertices = new Vertex[(int) parameters.vertexCount()];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < vertices.length; i++) {
            String value = "v" + i;
            if (ids.length == 0) {
                vertices[i] = graph.addVertex(T.id, (long) i, INDEXED, value, PLAIN, value);
            } else {
                vertices[i] = graph.addVertex(INDEXED, value, PLAIN, value);
                ids[i] = vertices[i].id();
            }
            commit(++added % BATCH == 0);
        }
        new RmatEdges(parameters)
                .forEach(
                        (source, target) -> {
                            Vertex arrives = vertices[(int) target];
                            if (WEIGHTED) {
                                vertices[(int) source].addEdge("link", arrives, "weight", random.nextDouble());
                            } else {
                                vertices[(int) source].addEdge("link", arrives);
                            }
                            commit(++added % BATCH == 0);
                        },
                        Progress.NONE);
        commit(true);
    }

    private Object id(long vertex) {
        return ids.length == 0 ? vertex : ids[(int) vertex];
    }

    private void commit(boolean due) {
        if (due && transactions) {
            graph.tx().commit();
        }
    }

    private <R> R read(R result) {
        commit(true);
        return result;
    }

    @Override
    public Object oneHop(long start) {
        return read(g.V(id(start)).out("link").values(PLAIN).toList());
    }

    @Override
    public Object twoHops(long start) {
        return read(g.V(id(start)).out("link").out("link").count().next());
    }

    @Override
    public Object filterIndexed(long vertex) {
        return read(g.V().has(INDEXED, "v" + vertex).toList());
    }

    @Override
    public Object filterScan(long vertex) {
        return read(g.V().has(PLAIN, "v" + vertex).toList());
    }

    @Override
    public Object countVertices() {
        return read(g.V().count().next());
    }

    @Override
    public Object countEdges() {
        return read(g.E().count().next());
    }

    @Override
    public void addVertexAndEdge(long target) {
        g.addV("new").property(PLAIN, "n").addE("to").to(__.V(id(target))).iterate();
        commit(true);
    }

    @Override
    public void close() {
        try {
            graph.close();
        } catch (Exception failure) {
            throw new PraghException("a graph cannot be closed: graph=" + graph, failure);
        }
    }

    @Override
    public String toString() {
        return graph.toString();
    }
}
