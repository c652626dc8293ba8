package io.pragh.tinkerpop.cli;

import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.NestedArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/**
 * Checks the consistency of a graph that no transaction changes meanwhile. Memory: a number for each value that has
 * an index. One thread.
 */
final class GraphCheck {
    private static final int SHOWN_MAX = 20;
    private static final String GONE = "gone";

    private final PraghGraph graph;
    private final GraphTraversalSource g;
    private final List<String> wrong = new ArrayList<>();
    /** Number of elements with each value, for each key with an index. */
    private final Map<String, Map<Object, Long>> ofVertices = new TreeMap<>();

    private final Map<String, Map<Object, Long>> ofEdges = new TreeMap<>();
    private long vertices;
    private long edges;

    /** The edges as their two ends have them, added up independently of the order. */
    private static final class Told {
        long count;
        long sum;

        void add(Edge edge, Object out, Object in) {
            count++;
            long one = 31L * (31L * hash(edge.id()) + hash(out)) + 17L * hash(in);
            one = 31L * one + edge.label().hashCode();
            one = (one ^ one >>> 29) * 0x9E37_79B9_7F4A_7C15L;
            sum += one ^ one >>> 32;
        }
    }

    /** A hash by content: an array that was read twice is two objects. */
    private static int hash(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .mapToInt(entry -> 31 * hash(entry.getKey()) + hash(entry.getValue()))
                    .sum();
        }
        return value instanceof Collection<?> several
                ? several.stream().mapToInt(GraphCheck::hash).sum()
                : Arrays.deepHashCode(new Object[] {value});
    }

    GraphCheck(PraghGraph graph) {
        this.graph = graph;
        this.g = graph.traversal();
        graph.indexes(ElementKind.VERTEX).forEach(key -> ofVertices.put(key, new HashMap<>()));
        graph.indexes(ElementKind.EDGE).forEach(key -> ofEdges.put(key, new HashMap<>()));
    }

    /** The inconsistencies, a line each, the first {@link #SHOWN_MAX}; none when everything agrees. */
    List<String> run() {
        Told leaving = new Told();
        Told arriving = new Told();
        for (Iterator<Vertex> all = graph.vertices(); all.hasNext(); vertices++) {
            Vertex vertex = all.next();
            count(vertex, ofVertices);
            vertex.edges(Direction.OUT).forEachRemaining(edge -> leave(vertex, edge, leaving));
            vertex.edges(Direction.IN)
                    .forEachRemaining(edge -> arriving.add(edge, end(edge, Direction.OUT), vertex.id()));
        }
        edges = leaving.count;
        if (leaving.count != arriving.count || leaving.sum != arriving.sum) {
            say("the two ends of edges do not agree: leaving=" + leaving.count + " arriving=" + arriving.count);
        }
        compare("vertices", vertices, g.V().count().next());
        compare("edges", edges, g.E().count().next());
        ofVertices.forEach((key, values) -> values.forEach(
                (value, count) -> compare("vertices by index " + key + "=" + value, count, having(key, value, g.V()))));
        ofEdges.forEach((key, values) -> values.forEach(
                (value, count) -> compare("edges by index " + key + "=" + value, count, having(key, value, g.E()))));
        g.tx().rollback();
        return wrong;
    }

    private void leave(Vertex vertex, Edge edge, Told leaving) {
        Object in = end(edge, Direction.IN);
        leaving.add(edge, vertex.id(), in);
        count(edge, ofEdges);
        if (!in.equals(GONE) && !graph.vertices(in).hasNext()) {
            say("an edge leads to a vertex that is not there: edge=" + edge.id() + " vertex=" + in);
        }
    }

    /** The identifier of the vertex at one end of an edge, or {@link #GONE}. */
    private Object end(Edge edge, Direction direction) {
        try {
            return edge.vertices(direction).next().id();
        } catch (RuntimeException gone) { // the exception names the identifier
            say("an edge leads to a vertex that is not there: edge=" + edge.id() + " because " + gone.getMessage());
            return GONE;
        }
    }

    /**
     * How many elements a query for a value finds that have just this value: it also finds numbers of other types
     * that are equal to it.
     */
    private static long having(String key, @Nullable Object value, GraphTraversal<?, ? extends Element> all) {
        long having = 0;
        for (Iterator<? extends Element> found = all.has(key, value); found.hasNext(); ) {
            Iterator<? extends Property<Object>> values = found.next().properties(key);
            boolean has = false;
            while (values.hasNext() && !has) {
                has = Objects.equals(values.next().value(), value);
            }
            having += has ? 1 : 0;
        }
        return having;
    }

    /** Whether a query finds an element by this value: none is equal to NaN, nor to an array that was read before. */
    private static boolean canBeSought(@Nullable Object value) {
        return Compare.eq.test(value, value) && !NestedArrays.areIn(value);
    }

    private static void count(Element element, Map<String, Map<Object, Long>> of) {
        of.forEach((key, values) -> {
            Iterator<? extends Property<Object>> all = element.properties(key);
            List<Object> met = new ArrayList<>(1);
            while (all.hasNext()) {
                Object value = all.next().value();
                if (canBeSought(value)
                        && !met.contains(value)) { // for several equal values, an index has the element once
                    met.add(value);
                    values.merge(value, 1L, Long::sum);
                }
            }
        });
    }

    private void compare(String what, long found, long told) {
        if (found != told) {
            say("numbers do not agree: " + what + " found=" + found + " told=" + told);
        }
    }

    private void say(String what) {
        if (wrong.size() < SHOWN_MAX) {
            wrong.add(what);
        }
    }

    /** Counts of the checked elements, for users. */
    String shown() {
        return vertices + " vertices, " + edges + " edges, " + (ofVertices.size() + ofEdges.size()) + " indexes";
    }
}
