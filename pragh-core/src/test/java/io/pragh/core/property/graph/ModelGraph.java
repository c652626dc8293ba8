package io.pragh.core.property.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A model of a property graph on the heap, as simple as possible. One thread. */
final class ModelGraph {
    final Map<Object, Vertex> vertices = new LinkedHashMap<>();
    final Map<Object, Edge> edges = new LinkedHashMap<>();
    final Map<String, Object> variables = new TreeMap<>();

    /** A vertex: properties in the order of their creation, each {@code key=value{own properties}}. */
    static final class Vertex {
        final String label;
        final List<Property> properties = new ArrayList<>();

        Vertex(String label) {
            this.label = label;
        }

        @Override
        public String toString() {
            return label + properties;
        }
    }

    /** One property of a vertex. */
    record Property(String key, Object value, Map<String, Object> own) {}

    /** An edge. */
    record Edge(Object out, String label, Object in, Map<String, Object> properties) {}

    ModelGraph copy() {
        ModelGraph copy = new ModelGraph();
        vertices.forEach((id, vertex) -> {
            Vertex same = new Vertex(vertex.label);
            vertex.properties.forEach(p -> same.properties.add(new Property(p.key, p.value, new TreeMap<>(p.own))));
            copy.vertices.put(id, same);
        });
        edges.forEach((id, edge) ->
                copy.edges.put(id, new Edge(edge.out, edge.label, edge.in, new TreeMap<>(edge.properties))));
        copy.variables.putAll(variables);
        return copy;
    }

    void removeVertex(Object id) {
        vertices.remove(id);
        edges.values().removeIf(edge -> edge.out.equals(id) || edge.in.equals(id));
    }

    /** All vertices as text, by identifier. */
    Map<String, String> showVertices() {
        Map<String, String> shown = new TreeMap<>();
        vertices.forEach((id, vertex) -> shown.put(show(id), vertex.toString()));
        return shown;
    }

    /** All edges as text, by identifier. */
    Map<String, String> showEdges() {
        Map<String, String> shown = new TreeMap<>();
        edges.forEach((id, edge) ->
                shown.put(show(id), show(edge.out) + '-' + edge.label + '-' + show(edge.in) + edge.properties));
        return shown;
    }

    /** Identifiers of edges at a vertex, by direction; a loop is in both directions. */
    List<String> edgesOf(Object id, boolean out) {
        List<String> found = new ArrayList<>();
        edges.forEach((edgeId, edge) -> {
            if ((out ? edge.out : edge.in).equals(id)) {
                found.add(show(edgeId));
            }
        });
        return found.stream().sorted().toList();
    }

    static String show(Object id) {
        return id.getClass().getSimpleName() + ':' + id;
    }
}
