package io.pragh.tinkerpop.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;

/**
 * A graph as sorted lines that are equal when the graphs are, with the types of identifiers and values. Stateless.
 */
final class GraphText {
    private GraphText() {}

    /** Vertices with properties, and edges; the identifiers of edges only if {@code edgeIds}. */
    static List<String> of(Graph graph, boolean edgeIds) {
        List<String> lines = new ArrayList<>();
        graph.vertices().forEachRemaining(vertex -> {
            lines.add("v " + typed(vertex.id()) + " " + vertex.label() + " " + properties(vertex));
            vertex.edges(Direction.IN).forEachRemaining(edge -> lines.add("in " + text(edge, edgeIds)));
            vertex.edges(Direction.OUT).forEachRemaining(edge -> lines.add("out " + text(edge, edgeIds)));
        });
        graph.edges().forEachRemaining(edge -> lines.add("e " + text(edge, edgeIds)));
        Collections.sort(lines);
        graph.tx().rollback();
        return lines;
    }

    private static String properties(Vertex vertex) {
        List<String> found = new ArrayList<>();
        for (Iterator<VertexProperty<Object>> all = vertex.properties(); all.hasNext(); ) {
            VertexProperty<Object> property = all.next();
            found.add(property.key() + "=" + typed(property.value()) + sorted(property.properties()));
        }
        Collections.sort(found);
        return found.toString();
    }

    private static String text(Edge edge, boolean ids) {
        return typed(edge.outVertex().id()) + "-" + edge.label() + "->"
                + typed(edge.inVertex().id()) + (ids ? " " + typed(edge.id()) : "") + sorted(edge.properties());
    }

    private static List<String> sorted(Iterator<? extends Property<?>> properties) {
        List<String> found = new ArrayList<>();
        properties.forEachRemaining(property -> found.add(property.key() + "=" + typed(property.value())));
        Collections.sort(found);
        return found;
    }

    private static String typed(Object value) {
        return value.getClass().getSimpleName() + ":" + value;
    }
}
