package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/**
 * The new graph that a computation results in: a copy, in this process, of the vertices and edges that it saw with
 * its results. It is read-only, and further computations may run on it. Built by one thread; after that any thread.
 */
final class ComputedGraph implements Graph {
    // By identifier; integral numbers, which are equal by value whatever their type, as Long.
    private final Map<Object, ComputedVertex> vertices;
    private final Map<Object, ComputedEdge> edges = new LinkedHashMap<>();

    ComputedGraph(int expectedVertices) {
        vertices = new LinkedHashMap<>(Math.max(16, (int) Math.min(1 << 30, expectedVertices * 4L / 3)));
    }

    /** Copies a vertex with its properties. */
    void addVertex(Vertex vertex) {
        ComputedVertex copy = new ComputedVertex(this, vertices.size(), vertex.id(), vertex.label());
        vertex.properties().forEachRemaining(copy::addProperty);
        vertices.put(keyOf(vertex.id()), copy);
    }

    /** Copies an edge with its properties, if both its vertices were copied; once. */
    void addEdge(Edge edge) {
        ComputedVertex out = vertices.get(keyOf(edge.outVertex().id()));
        ComputedVertex in = vertices.get(keyOf(edge.inVertex().id()));
        if (out == null || in == null || edges.containsKey(keyOf(edge.id()))) {
            return;
        }
        ComputedEdge copy = new ComputedEdge(edge.id(), edge.label(), out, in);
        edge.properties().forEachRemaining(property -> copy.addProperty(property.key(), property.value()));
        out.addOut(copy);
        in.addIn(copy);
        edges.put(keyOf(edge.id()), copy);
    }

    private static Object keyOf(Object id) {
        return id instanceof Integer || id instanceof Short || id instanceof Byte ? ((Number) id).longValue() : id;
    }

    @Override
    public Iterator<Vertex> vertices(Object... ids) {
        return find(vertices, ids, Vertex.class::cast);
    }

    @Override
    public Iterator<Edge> edges(Object... ids) {
        return find(edges, ids, Edge.class::cast);
    }

    private static <T extends Element, E> Iterator<E> find(Map<Object, T> all, Object[] ids, Function<T, E> as) {
        if (ids.length == 0) {
            return all.values().stream().map(as).iterator();
        }
        List<E> found = new ArrayList<>(ids.length);
        for (Object id : ids) {
            T element = all.get(keyOf(id instanceof Element given ? given.id() : id));
            if (element != null) {
                found.add(as.apply(element));
            }
        }
        return found.iterator();
    }

    @Override
    public <C extends GraphComputer> C compute(@Nullable Class<C> type) {
        if (type == null || !type.isAssignableFrom(PraghGraphComputer.class)) {
            throw Graph.Exceptions.graphDoesNotSupportProvidedGraphComputer(type);
        }
        return type.cast(compute());
    }

    @Override
    public GraphComputer compute() {
        return new PraghGraphComputer(new CopySource(this, List.copyOf(vertices.values())));
    }

    @Override
    public Features features() {
        return ComputedFeatures.INSTANCE;
    }

    @Override
    public Configuration configuration() {
        BaseConfiguration configuration = new BaseConfiguration();
        configuration.setProperty(Graph.GRAPH, ComputedGraph.class.getName());
        return configuration;
    }

    @Override
    public Vertex addVertex(Object... keyValues) {
        throw Graph.Exceptions.vertexAdditionsNotSupported();
    }

    @Override
    public Transaction tx() {
        throw Graph.Exceptions.transactionsNotSupported();
    }

    @Override
    public Variables variables() {
        throw Graph.Exceptions.variablesNotSupported();
    }

    @Override
    public void close() {
        // It holds nothing but memory.
    }

    @Override
    public String toString() {
        return StringFactory.graphString(this, "vertices:" + vertices.size() + " edges:" + edges.size());
    }

    /** A part of the vertices is every n-th; all are in memory and do not change. */
    private record CopySource(ComputedGraph graph, List<ComputedVertex> all) implements ComputerSource {
        private static final int PARTS = 64;

        @Override
        public int parts() {
            return PARTS;
        }

        @Override
        public List<Reader> open(int workers) {
            List<Reader> readers = new ArrayList<>(workers);
            for (int worker = 0; worker < workers; worker++) {
                readers.add(new CopyReader(graph, all));
            }
            return readers;
        }
    }

    private record CopyReader(ComputedGraph graph, List<ComputedVertex> all) implements ComputerSource.Reader {
        @Override
        public Iterator<Vertex> vertices(int part) {
            List<Vertex> found = new ArrayList<>();
            for (int i = part; i < all.size(); i += CopySource.PARTS) {
                found.add(all.get(i));
            }
            return found.iterator();
        }

        @Override
        public long numberOf(Vertex vertex) {
            if (vertex instanceof ComputedVertex copy && copy.graph() == graph) {
                return copy.place();
            }
            Iterator<Vertex> same = graph.vertices(vertex.id());
            return same.hasNext() ? ((ComputedVertex) same.next()).place() : -1;
        }

        @Override
        public void close() {
            // No resource is held.
        }
    }
}
