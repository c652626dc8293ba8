package io.pragh.tinkerpop.kept;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;

/** All readable content of a graph, as lines that can be compared. Stateless. */
final class GraphPicture {
    private GraphPicture() {}

    /** All elements with their properties, by every way that leads to them, and their numbers. */
    static List<String> of(Graph graph) {
        GraphTraversalSource g = graph.traversal();
        Collection<String> lines = new TreeSet<>();
        long vertices = 0;
        long edges = 0;
        for (Iterator<Vertex> all = graph.vertices(); all.hasNext(); vertices++) {
            Vertex vertex = all.next();
            lines.add("v " + name(vertex) + properties(vertex));
            lines.add("out of " + name(vertex) + ": " + ends(vertex, Direction.OUT));
            lines.add("into " + name(vertex) + ": " + ends(vertex, Direction.IN));
            lines.add("by id " + graph.vertices(vertex.id()).next());
        }
        for (Iterator<Edge> all = graph.edges(); all.hasNext(); edges++) {
            Edge edge = all.next();
            lines.add("e " + name(edge) + " " + edge.outVertex().id() + " to "
                    + edge.inVertex().id() + properties(edge));
            lines.add("by id " + graph.edges(edge.id()).next());
        }
        lines.add("vertices " + vertices + " counted " + g.V().count().next());
        lines.add("edges " + edges + " counted " + g.E().count().next());
        graph.variables().asMap().forEach((key, value) -> lines.add("variable " + key + "=" + value));
        g.tx().rollback();
        return new ArrayList<>(lines);
    }

    private static String name(Element element) {
        return element.label() + " " + element.id().getClass().getSimpleName() + " " + element.id();
    }

    private static String ends(Vertex vertex, Direction direction) {
        List<String> ends = new ArrayList<>();
        vertex.edges(direction)
                .forEachRemaining(edge -> ends.add(edge.label() + " " + edge.id() + " "
                        + edge.vertices(direction.opposite()).next().id()));
        Collections.sort(ends);
        return ends.toString();
    }

    private static String properties(Element element) {
        List<String> all = new ArrayList<>();
        for (Iterator<? extends Property<Object>> each = element.properties(); each.hasNext(); ) {
            Property<Object> property = each.next();
            String meta = property instanceof VertexProperty<Object> of ? properties(of) : "";
            all.add(property.key() + "=" + property.value().getClass().getSimpleName() + " " + property.value() + meta);
        }
        Collections.sort(all);
        return all.toString();
    }
}
