package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.EdgeRef;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.T;
import org.jspecify.annotations.Nullable;

/** Keys that make maps of edges. Stateless. */
final class EdgeMaps {
    private EdgeMaps() {}

    /** A map from keys to the values of an edge's properties. Cost: two batches of READs. */
    static Key values(String[] keys, boolean withIdentifier, boolean withLabel) {
        return new Key(() -> "valueMap" + Arrays.toString(keys), (run, rows, from, to, into) -> {
            Object[] edges = run.elements(rows, from, to);
            for (int i = 0; i < edges.length; i++) {
                Edge edge = (Edge) edges[i];
                Map<Object, @Nullable Object> map = new LinkedHashMap<>();
                if (withIdentifier) {
                    map.put(T.id, edge.id());
                }
                if (withLabel) {
                    map.put(T.label, edge.label());
                }
                into[i] = withProperties(map, edge, keys);
            }
        });
    }

    /**
     * The same with the identifier, the label, and identifiers and labels of the vertices at both ends. Cost: two
     * batches of READs for the edges, and one for each end.
     */
    static Key elements(String[] keys) {
        return new Key(() -> "elementMap" + Arrays.toString(keys), (run, rows, from, to, into) -> {
            Object[] edges = run.elements(rows, from, to);
            @Nullable Object[] in = ends(run, rows, from, to, Direction.IN);
            @Nullable Object[] out = ends(run, rows, from, to, Direction.OUT);
            for (int i = 0; i < edges.length; i++) {
                Edge edge = (Edge) edges[i];
                Map<Object, @Nullable Object> map = new LinkedHashMap<>();
                map.put(T.id, edge.id());
                map.put(T.label, edge.label());
                map.put(Direction.IN, in[i]);
                map.put(Direction.OUT, out[i]);
                boolean isThere = in[i] != Total.NOTHING && out[i] != Total.NOTHING;
                into[i] = isThere ? withProperties(map, edge, keys) : Total.NOTHING;
            }
        });
    }

    private static Object withProperties(Map<Object, @Nullable Object> map, Edge edge, String[] keys) {
        Iterator<Property<Object>> properties = edge.properties(keys);
        while (properties.hasNext()) {
            Property<Object> property = properties.next();
            map.put(property.key(), property.value());
        }
        return map;
    }

    /** Identifiers and labels of the vertices at one end of edges. */
    private static @Nullable Object[] ends(Run run, Rows rows, int from, int to, Direction end) {
        Rows vertices = new Rows().begin(RowType.VERTEX, to - from, false, false);
        for (int row = from; row < to; row++) {
            EdgeRef edge = (EdgeRef) Objects.requireNonNull(rows.objects[row]);
            vertices.numbers[vertices.count++] = end == Direction.IN ? edge.in() : edge.out();
        }
        return Keys.tokens().read(run, vertices, 0, vertices.count);
    }
}
