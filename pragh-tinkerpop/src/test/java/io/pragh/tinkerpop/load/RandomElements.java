package io.pragh.tinkerpop.load;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;

/** Small random graphs with parallel edges, loops, and everything that a format can hold. One thread. */
final class RandomElements {
    private final SplittableRandom random;
    private final FileFormat format;

    RandomElements(long seed, FileFormat format) {
        this.random = new SplittableRandom(seed);
        this.format = format;
    }

    private boolean holdsAll() {
        return format == FileFormat.GRAPHSON || format == FileFormat.GRYO;
    }

    /** Fills a graph, and commits. */
    void fill(Graph graph, int vertexCount, int edgeCount) {
        List<Vertex> vertices = new ArrayList<>();
        for (int i = 0; i < vertexCount; i++) {
            Vertex vertex = graph.addVertex(T.id, id(i), T.label, label());
            if (format != FileFormat.EDGES) {
                describe(vertex);
            }
            vertices.add(vertex);
        }
        for (int i = 0; i < edgeCount; i++) {
            Vertex out = vertices.get(i < vertexCount ? i : random.nextInt(vertexCount)); // edge lists have no others
            Vertex in = random.nextInt(8) == 0 ? out : vertices.get(random.nextInt(vertexCount));
            String label = format == FileFormat.EDGES ? "edge" : "edge" + random.nextInt(4);
            boolean named = holdsAll() && random.nextBoolean();
            Edge edge = named ? out.addEdge(label, in, T.id, edgeId(i)) : out.addEdge(label, in);
            if (random.nextInt(3) == 0) {
                edge.property("weight", random.nextInt(100) / 4.0);
            }
            if (format != FileFormat.EDGES && random.nextInt(3) == 0) {
                edge.property("since", 1900 + random.nextInt(100));
            }
        }
        graph.tx().commit();
    }

    private String label() {
        return format == FileFormat.EDGES ? EdgeListReader.VERTEX_LABEL : "label" + random.nextInt(3);
    }

    private Object id(int i) {
        return switch (random.nextInt(holdsAll() ? 7 : 4)) {
            case 0 -> (long) i;
            case 1 -> (1L << 30) + i;
            case 2 -> -1L - i;
            case 3 -> "name_" + i + (i % 5 == 0 ? "_é" : "");
            case 4 -> i;
            case 5 -> new UUID(i, 7);
            default -> 1L << 50 | i;
        };
    }

    private Object edgeId(int i) {
        return switch (random.nextInt(3)) {
            case 0 -> (long) i;
            case 1 -> "edge " + i;
            default -> i + "-1-2-0"; // looks like a natural one
        };
    }

    private void describe(Vertex vertex) {
        vertex.property("name", "n" + random.nextInt(50) + (random.nextInt(4) == 0 ? ", \"ü\"" : ""));
        vertex.property("age", random.nextInt());
        if (random.nextBoolean()) {
            vertex.property("big", random.nextLong());
        }
        vertex.property("share", random.nextDouble());
        vertex.property("good", random.nextBoolean());
        if (format == FileFormat.CSV) {
            vertex.property("born", LocalDate.ofEpochDay(random.nextInt(20_000)));
            vertex.property("nicks", List.of("a" + random.nextInt(9), "b"));
        }
        for (int i = random.nextInt(4); holdsAll() && i > 0; i--) {
            VertexProperty<?> place =
                    vertex.property(VertexProperty.Cardinality.list, "place", "p" + random.nextInt(3));
            if (random.nextBoolean()) {
                place.property("from", random.nextInt(2000));
                place.property("till", "later");
            }
        }
    }
}
