package io.pragh.tinkerpop.load;

import io.pragh.core.api.TransactionOptions;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.tinkerpop.structure.StoreGraph;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All elements of a graph with their identifiers, labels and properties, the ends of edges as each of their vertices
 * has them, the indexes and the variables, added up in sums that do not depend on the order: graphs with different
 * sums differ. Immutable.
 */
public record GraphSum(
        long vertices, long leaving, long arriving, long ofVertices, long ofLeaving, long ofArriving, long rest) {
    private static final int BATCH = 1024;
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    /** Adds up a graph of this process. Cost: reads all of it. */
    public static GraphSum of(StoreGraph graph) {
        PropertyGraph properties = graph.store().properties();
        try (GraphTransaction read = properties.begin(TransactionOptions.DEFAULT.reading())) {
            return new Adding(properties, read).run();
        }
    }

    /** Adds up the sums. One thread. */
    private static final class Adding {
        private final PropertyGraph graph;
        private final GraphTransaction read;
        private final List<EdgeRef> out = new ArrayList<>();
        private final List<EdgeRef> in = new ArrayList<>();
        private long vertices;
        private long leaving;
        private long arriving;
        private long ofVertices;
        private long ofLeaving;
        private long ofArriving;

        Adding(PropertyGraph graph, GraphTransaction read) {
            this.graph = graph;
            this.read = read;
        }

        GraphSum run() {
            List<VertexRecord> batch = new ArrayList<>();
            for (int partition = 0; partition < graph.partitions(); partition++) {
                for (Iterator<VertexRecord> all = read.scanVertices(partition); all.hasNext(); ) {
                    VertexRecord vertex = all.next();
                    vertices++;
                    ofVertices += sum(vertex);
                    batch.add(vertex);
                    if (batch.size() == BATCH) {
                        edges(batch);
                    }
                }
            }
            edges(batch);
            long rest = hash(new ArrayList<>(read.variables().entrySet().stream()
                    .map(each -> each.getKey() + "=" + hash(each.getValue()))
                    .sorted()
                    .toList()));
            for (ElementKind kind : ElementKind.values()) {
                rest = 31 * rest + graph.indexes(kind).hashCode();
            }
            return new GraphSum(vertices, leaving, arriving, ofVertices, ofLeaving, ofArriving, rest);
        }

        private static long sum(VertexRecord vertex) {
            long sum = mix(hash(vertex.id()), vertex.label().hashCode());
            for (VertexPropertyRecord property : vertex.properties()) {
                long own = 0;
                for (Map.Entry<String, @Nullable Object> each :
                        property.properties().entrySet()) {
                    own += mix(each.getKey().hashCode(), hash(each.getValue()));
                }
                long one = mix(property.key().hashCode(), hash(property.value()));
                sum += mix(mix(one, hash(property.id())), own);
            }
            return mix(sum, 1);
        }

        private void edges(List<VertexRecord> batch) {
            long[] vids = batch.stream().mapToLong(VertexRecord::vid).toArray();
            read.edges(vids, true, true, null, Long.MAX_VALUE, (index, neighbour, label, eid, leaves) -> {
                if (leaves) {
                    out.add(new EdgeRef(vids[index], label, neighbour, eid));
                } else {
                    in.add(new EdgeRef(neighbour, label, vids[index], eid));
                }
            });
            leaving += out.size();
            arriving += in.size();
            ofLeaving += sum(out);
            ofArriving += sum(in);
            batch.clear();
            out.clear();
            in.clear();
        }

        private long sum(List<EdgeRef> edges) {
            long sum = 0;
            for (int from = 0; from < edges.size(); from += BATCH) {
                List<EdgeRef> some = edges.subList(from, Math.min(from + BATCH, edges.size()));
                List<EdgeRecord> records = read.records(some);
                for (int i = 0; i < some.size(); i++) {
                    sum += sum(some.get(i), records.get(i));
                }
            }
            return sum;
        }

        private long sum(EdgeRef edge, EdgeRecord record) {
            long sum = mix(hash(record.id()), graph.edgeLabel(edge.label()).hashCode());
            sum = mix(mix(sum, end(edge.out())), end(edge.in()));
            for (Map.Entry<String, @Nullable Object> each : record.properties().entrySet()) {
                sum += mix(each.getKey().hashCode(), hash(each.getValue()));
            }
            return mix(sum, 2);
        }

        private long end(long vid) {
            VertexRecord vertex = read.vertex(vid);
            return vertex == null ? 0 : hash(vertex.id());
        }
    }

    private static long mix(long one, long other) {
        long mixed = (one * FACTOR + other) * FACTOR;
        return mixed ^ mixed >>> 31;
    }

    /** A hash of the content and the type. */
    private static long hash(@Nullable Object value) {
        if (value == null) {
            return 0;
        }
        long sum = value.getClass().isArray() || value instanceof Iterable || value instanceof Map
                ? 1
                : mix(value.getClass().getName().hashCode(), value.hashCode());
        if (value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                sum = mix(sum, hash(Array.get(value, i)));
            }
        } else if (value instanceof List<?> list) {
            for (Object each : list) {
                sum = mix(sum, hash(each));
            }
        } else if (value instanceof Iterable<?> all) {
            for (Object each : all) {
                sum += mix(3, hash(each));
            }
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> each : map.entrySet()) {
                sum += mix(hash(each.getKey()), hash(each.getValue()));
            }
        }
        return sum;
    }
}
