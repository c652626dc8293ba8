package io.pragh.tinkerpop.load;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.reference.ReferenceVertex;
import org.jspecify.annotations.Nullable;

/**
 * Sends new elements through traversals: those with one label and the same keys are rows of one request. One thread.
 */
// A server prepares every step of a request anew, which takes longer than to add an element. So a request has one
// step that adds, however many rows there are, and finds an edge's ends by their identifiers without a further
// traversal.
final class ElementRequests {
    static final int REQUEST_ROWS = 500;
    /** Approximate bytes of values per request; a server takes messages several times as large. */
    static final int REQUEST_BYTES = 1 << 18;
    /** Bound on rows that wait for others of their shape. */
    static final int WAITING_ROWS = 2_000;

    private static final int SMALL_BYTES = 16;

    private static final String ROW = "row";
    /** Column names of a row; those of values are numbers. */
    private static final String ID = "id";

    private static final String OUT = "out";
    private static final String IN = "in";
    /** Makes rows distinct: Gremlin merges equal ones, and would add one element for them. */
    private static final String NUMBER = "number";

    private final GraphTraversalSource g;
    private final LongConsumer sent;
    private final Map<Shape, Rows> waiting = new LinkedHashMap<>();
    private int waitingRows;

    /** A property, and the keys of its meta-properties. */
    private record Key(String name, List<String> own) {}

    /**
     * The common part of a request's elements; the values of its keys are numbered in this order, each before those
     * of its meta-properties.
     */
    private record Shape(boolean ofEdges, String label, List<Key> keys) {}

    private static final class Rows {
        final List<Map<String, Object>> rows = new ArrayList<>();
        long bytes;
    }

    /** Sends requests through {@code g}; {@code sent} is told how many more elements were sent. */
    ElementRequests(GraphTraversalSource g, LongConsumer sent) {
        this.g = g;
        this.sent = sent;
    }

    void add(Vertex vertex) {
        Map<String, Object> row = new HashMap<>();
        List<Key> keys = new ArrayList<>();
        int column = 0;
        for (Iterator<VertexProperty<Object>> found = vertex.properties(); found.hasNext(); ) {
            VertexProperty<Object> property = found.next();
            row.put(column(column++), property.value());
            List<String> own = new ArrayList<>();
            for (Iterator<Property<Object>> said = property.properties(); said.hasNext(); ) {
                Property<Object> one = said.next();
                row.put(column(column++), one.value());
                own.add(one.key());
            }
            keys.add(new Key(property.key(), own));
        }
        row.put(ID, vertex.id());
        add(new Shape(false, vertex.label(), keys), row, bytes(row));
    }

    void add(Edge edge) {
        Map<String, Object> row = new HashMap<>();
        List<Key> keys = new ArrayList<>();
        for (Iterator<Property<Object>> found = edge.properties(); found.hasNext(); ) {
            Property<Object> property = found.next();
            row.put(column(keys.size()), property.value());
            keys.add(new Key(property.key(), List.of()));
        }
        Object out = edge.outVertex().id();
        Object in = edge.inVertex().id();
        long bytes = bytes(row) + bytes(out) + bytes(in);
        row.put(OUT, new ReferenceVertex(out));
        row.put(IN, new ReferenceVertex(in));
        add(new Shape(true, edge.label(), keys), row, bytes);
    }

    private static String column(int number) {
        return Integer.toString(number);
    }

    private static long bytes(@Nullable Object value) {
        if (value instanceof CharSequence text) {
            return text.length();
        }
        if (value instanceof Collection<?> many) {
            return many.stream().mapToLong(ElementRequests::bytes).sum();
        }
        if (value instanceof Map<?, ?> map) {
            return bytes(map.keySet()) + bytes(map.values());
        }
        boolean array = value != null && value.getClass().isArray();
        return SMALL_BYTES + (array ? (long) Long.BYTES * Array.getLength(value) : 0);
    }

    private void add(Shape shape, Map<String, Object> row, long bytes) {
        Rows alike = waiting.computeIfAbsent(shape, first -> new Rows());
        row.put(NUMBER, alike.rows.size());
        alike.rows.add(row);
        alike.bytes += bytes;
        waitingRows++;
        if (alike.rows.size() == REQUEST_ROWS || alike.bytes >= REQUEST_BYTES) {
            waiting.remove(shape);
            send(shape, alike);
        } else if (waitingRows == WAITING_ROWS) {
            end();
        }
    }

    /** Sends the waiting rows. */
    void end() {
        waiting.forEach(this::send);
        waiting.clear();
    }

    private void send(Shape shape, Rows alike) {
        GraphTraversal<Object, Object> each = g.inject(alike.rows.toArray());
        (shape.ofEdges() ? edges(each, shape) : vertices(each, shape)).iterate();
        waitingRows -= alike.rows.size();
        sent.accept(alike.rows.size());
    }

    private static GraphTraversal<Object, Edge> edges(GraphTraversal<Object, Object> each, Shape shape) {
        GraphTraversal<Object, Edge> added =
                each.addE(shape.label()).from(__.select(OUT)).to(__.select(IN));
        int column = 0;
        for (Key key : shape.keys()) {
            added = added.property(key.name(), __.select(column(column++)));
        }
        return added;
    }

    /** A property with meta-properties cannot be added with the vertex, but follows it. */
    private static GraphTraversal<Object, Vertex> vertices(GraphTraversal<Object, Object> each, Shape shape) {
        GraphTraversal<Object, Vertex> added = each.as(ROW).addV(shape.label()).property(T.id, __.select(ID));
        int column = 0;
        for (Key key : shape.keys()) {
            if (key.own().isEmpty()) {
                added = added.property(key.name(), __.select(column(column)));
            }
            column += 1 + key.own().size();
        }
        column = 0;
        for (Key key : shape.keys()) {
            if (!key.own().isEmpty()) {
                added = added.property(
                        VertexProperty.Cardinality.list, key.name(), ofRow(column), own(key, column + 1));
            }
            column += 1 + key.own().size();
        }
        return added;
    }

    private static Object[] own(Key key, int from) {
        List<Object> own = new ArrayList<>();
        int column = from;
        for (String name : key.own()) {
            own.add(name);
            own.add(ofRow(column++));
        }
        return own.toArray();
    }

    private static GraphTraversal<Object, Object> ofRow(int column) {
        return __.select(ROW).select(column(column));
    }
}
