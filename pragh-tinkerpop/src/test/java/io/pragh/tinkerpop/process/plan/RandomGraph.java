package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;

/** A random graph, and a Groovy script that makes it again. One thread. */
final class RandomGraph {
    static final List<String> VERTEX_LABELS = List.of("person", "thing");
    static final List<String> EDGE_LABELS = List.of("knows", "likes", "made");

    private static final int VERTICES_MIN = 5;
    private static final int VERTICES_MAX = 60;
    private static final int NAMED_FROM = 1_000_000;

    private final PraghGraph graph;
    private final SplittableRandom random;
    private final List<Vertex> vertices = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();
    private final StringBuilder script = new StringBuilder();

    RandomGraph(PraghGraph graph, long seed) {
        this.graph = graph;
        this.random = new SplittableRandom(seed);
    }

    PraghGraph graph() {
        return graph;
    }

    /** The Groovy script; identifiers that the graph has given are in its comments. */
    String script() {
        return script.toString();
    }

    int size() {
        return vertices.size();
    }

    /** Adds vertices and edges, and indexes before or after them, and commits. */
    void fill() {
        boolean indexedFirst = random.nextBoolean();
        if (indexedFirst) {
            index();
        }
        int count = VERTICES_MIN + random.nextInt(VERTICES_MAX - VERTICES_MIN + 1);
        for (int i = 0; i < count; i++) {
            addVertex();
        }
        int most = 3 * count;
        for (int i = random.nextInt(most); i < most; i++) {
            addEdge();
        }
        commit();
        if (!indexedFirst) {
            index();
        }
    }

    /** Adds a vertex with so many neighbours that its lists have chunks, and commits. Returns its number. */
    int addHub(int neighbours) {
        Vertex hub = addVertex();
        int first = vertices.size();
        script.append("// and ").append(neighbours).append(" neighbours of it\n");
        for (int i = 0; i < neighbours; i++) {
            Vertex neighbour = graph.addVertex(
                    T.label, VERTEX_LABELS.get(i % 2), "code", "c" + vertices.size(), "n", i % 7, "t", "xyz");
            vertices.add(neighbour);
            hub.addEdge(EDGE_LABELS.get(i % 30 == 0 ? 0 : 1), neighbour, "w", i % 5);
        }
        for (int i = 0; i < neighbours; i += 100) {
            vertices.get(first + i).addEdge("made", vertices.get(first + i / 2));
        }
        commit();
        return first - 1;
    }

    private void index() {
        for (String key : List.of("n", "code", "t")) {
            if (random.nextInt(3) == 0) {
                graph.createIndex(ElementKind.VERTEX, key);
                script.append("graph.createIndex(ElementKind.VERTEX, '")
                        .append(key)
                        .append("')\n");
            }
        }
        if (random.nextInt(3) == 0) {
            graph.createIndex(ElementKind.EDGE, "w");
            script.append("graph.createIndex(ElementKind.EDGE, 'w')\n");
        }
    }

    void commit() {
        graph.tx().commit();
        script.append("graph.tx().commit()\n");
    }

    /** Changes some elements, and leaves the transaction open. */
    void change() {
        for (int i = 2 + random.nextInt(8); i > 0; i--) {
            changeOne();
        }
    }

    private void changeOne() {
        int one = random.nextInt(vertices.size());
        boolean known = graph.vertices(vertices.get(one).id()).hasNext();
        switch (random.nextInt(9)) {
            case 0 -> addVertex();
            case 1 -> {
                if (known) {
                    vertices.get(one).remove();
                    script.append("v").append(one).append(".remove()\n");
                }
            }
            case 2 -> removeEdge();
            case 3 -> {
                if (known) {
                    String key = any(List.of("n", "t", "m"));
                    vertices.get(one).properties(key).forEachRemaining(VertexProperty::remove);
                    script.append("v" + one + ".properties('" + key + "').forEachRemaining { it.remove() }\n");
                }
            }
            case 4 -> {
                if (known) {
                    set(one, VertexProperty.Cardinality.single, "n", number(random));
                }
            }
            case 5 -> {
                if (known) {
                    set(one, VertexProperty.Cardinality.list, "m", random.nextInt(4));
                }
            }
            default -> addEdge();
        }
    }

    private void removeEdge() {
        if (edges.isEmpty()) {
            return;
        }
        int one = random.nextInt(edges.size());
        if (graph.edges(edges.get(one).id()).hasNext()) {
            edges.get(one).remove();
            script.append("e").append(one).append(".remove()\n");
        }
    }

    private Vertex addVertex() {
        int number = vertices.size();
        List<Object> keyValues = new ArrayList<>(List.of(T.label, any(VERTEX_LABELS), "code", "c" + number));
        int named = random.nextInt(5);
        if (named < 2) {
            keyValues.addAll(List.of(T.id, named == 0 ? "id" + number : (Object) (NAMED_FROM + number)));
        }
        if (random.nextInt(10) < 7) {
            keyValues.addAll(List.of("n", number(random)));
        }
        if (random.nextInt(10) < 6) {
            keyValues.addAll(List.of("t", text(random)));
        }
        Vertex vertex = graph.addVertex(keyValues.toArray());
        vertices.add(vertex);
        script.append("v" + number + " = graph.addVertex(" + literals(keyValues) + ") // " + vertex.id() + "\n");
        if (random.nextInt(10) < 3) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                set(number, VertexProperty.Cardinality.list, "m", random.nextInt(4));
            }
        }
        return vertex;
    }

    private void set(int vertex, VertexProperty.Cardinality cardinality, String key, Object value) {
        vertices.get(vertex).property(cardinality, key, value);
        script.append("v" + vertex + ".property(" + cardinality + ", '" + key + "', " + literal(value) + ")\n");
    }

    private void addEdge() {
        int count = vertices.size();
        int from = random.nextInt(random.nextInt(3) > 0 ? count : Math.min(4, count));
        int to = random.nextInt(8) == 0 ? from : random.nextInt(random.nextInt(3) > 0 ? count : Math.min(4, count));
        boolean known = graph.vertices(vertices.get(from).id()).hasNext()
                && graph.vertices(vertices.get(to).id()).hasNext();
        if (!known) {
            return;
        }
        List<Object> keyValues = new ArrayList<>();
        int number = edges.size();
        int named = random.nextInt(20);
        if (named < 2) {
            keyValues.addAll(List.of(T.id, named == 0 ? "edge" + number : (Object) (NAMED_FROM + number)));
        }
        if (random.nextInt(10) < 4) {
            keyValues.addAll(List.of("w", number(random)));
        }
        if (random.nextInt(10) < 2) {
            keyValues.addAll(List.of("since", 2000 + random.nextInt(4)));
        }
        String label = any(EDGE_LABELS);
        Edge edge = vertices.get(from).addEdge(label, vertices.get(to), keyValues.toArray());
        edges.add(edge);
        String more = keyValues.isEmpty() ? "" : ", " + literals(keyValues);
        script.append("e" + number + " = v" + from + ".addEdge('" + label + "', v" + to + more + ") // " + edge.id());
        script.append('\n');
    }

    private <X> X any(List<X> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** A number of which sums are exact in any order. */
    static Object number(SplittableRandom random) {
        int number = random.nextInt(6);
        return switch (random.nextInt(4)) {
            case 0 -> (long) number;
            case 1 -> number + 0.25 * random.nextInt(4);
            default -> number;
        };
    }

    static String text(SplittableRandom random) {
        return List.of("x", "xy", "xyz", "z").get(random.nextInt(4));
    }

    /** An identifier for {@code V}: mostly of a vertex, sometimes of none, or of another type. */
    @Nullable
    Object vertexId(SplittableRandom same) {
        return id(vertices.get(same.nextInt(vertices.size())), same);
    }

    /** The same for an edge. */
    @Nullable
    Object edgeId(SplittableRandom same) {
        return edges.isEmpty() ? (Object) "none" : id(edges.get(same.nextInt(edges.size())), same);
    }

    Object vertexId(int number) {
        return vertices.get(number).id();
    }

    private static @Nullable Object id(Element element, SplittableRandom same) {
        return switch (same.nextInt(24)) {
            case 0 -> "nobody";
            case 1 -> 987_654_321L;
            case 2 -> new UUID(1, 2);
            case 3 -> 1.5;
            case 4 -> same.nextInt(4) == 0 ? null : true;
            case 5, 6 -> element.id().toString();
            case 7, 8, 9 -> element;
            default -> element.id();
        };
    }

    private static String literals(List<Object> values) {
        return values.stream().map(RandomGraph::literal).collect(Collectors.joining(", "));
    }

    private static String literal(Object value) {
        if (value instanceof T token) {
            return "T." + token;
        } else if (value instanceof String text) {
            return "'" + text + "'";
        }
        return value + (value instanceof Long ? "L" : value instanceof Double ? "d" : "");
    }
}
