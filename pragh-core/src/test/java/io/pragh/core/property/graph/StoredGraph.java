package io.pragh.core.property.graph;

import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A whole graph as a transaction sees it, in the form of {@link ModelGraph}. One thread. */
final class StoredGraph {
    private final PropertyGraph graph;
    private final GraphTransaction transaction;

    StoredGraph(PropertyGraph graph, GraphTransaction transaction) {
        this.graph = graph;
        this.transaction = transaction;
    }

    private static String put(Map<String, String> shown, String key, String value) {
        String before = shown.put(key, value);
        if (before != null) {
            throw new AssertionError("seen twice: " + key + " " + before + " " + value);
        }
        return value;
    }

    static ModelGraph.Vertex modelOf(VertexRecord vertex) {
        ModelGraph.Vertex model = new ModelGraph.Vertex(vertex.label());
        for (VertexPropertyRecord property : vertex.properties()) {
            model.properties.add(new ModelGraph.Property(
                    property.key(), Objects.requireNonNull(property.value()), new TreeMap<>(property.properties())));
        }
        return model;
    }

    Map<String, String> vertices() {
        Map<String, String> shown = new TreeMap<>();
        for (int partition = 0; partition < graph.partitions(); partition++) {
            transaction
                    .scanVertices(partition)
                    .forEachRemaining(vertex -> put(
                            shown, ModelGraph.show(vertex.id()), modelOf(vertex).toString()));
        }
        return shown;
    }

    Map<String, String> edges() {
        List<EdgeRef> refs = new ArrayList<>();
        for (int partition = 0; partition < graph.partitions(); partition++) {
            transaction.scanEdges(partition).forEachRemaining(refs::add);
        }
        Map<String, String> shown = new TreeMap<>();
        List<EdgeRecord> records = transaction.records(refs);
        for (int i = 0; i < refs.size(); i++) {
            EdgeRef ref = refs.get(i);
            String text = idOf(ref.out())
                    + '-'
                    + graph.edgeLabel(ref.label())
                    + '-'
                    + idOf(ref.in())
                    + new TreeMap<>(records.get(i).properties());
            put(shown, ModelGraph.show(records.get(i).id()), text);
        }
        return shown;
    }

    private String idOf(long vid) {
        return ModelGraph.show(Objects.requireNonNull(transaction.vertex(vid), "an edge without its vertex")
                .id());
    }

    /** Identifiers of edges at each of several vertices, in one direction. */
    List<List<String>> edgesOf(long[] vids, boolean out, int[] labels) {
        List<List<String>> found = new ArrayList<>();
        for (int i = 0; i < vids.length; i++) {
            found.add(new ArrayList<>());
        }
        List<EdgeRef> refs = new ArrayList<>();
        List<Integer> owners = new ArrayList<>();
        transaction.edges(
                vids, out, !out, labels.length == 0 ? null : labels, Long.MAX_VALUE, (index, n, label, eid, leaves) -> {
                    refs.add(
                            leaves ? new EdgeRef(vids[index], label, n, eid) : new EdgeRef(n, label, vids[index], eid));
                    owners.add(index);
                });
        for (int i = 0; i < refs.size(); i++) {
            found.get(owners.get(i)).add(ModelGraph.show(transaction.idOf(refs.get(i))));
        }
        return found.stream().map(ids -> ids.stream().sorted().toList()).toList();
    }
}
