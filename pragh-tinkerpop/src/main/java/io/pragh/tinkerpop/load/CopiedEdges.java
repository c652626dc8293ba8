package io.pragh.tinkerpop.load;

import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.VertexRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Copies the edges of a graph. Memory: a number for each edge with an edge id. One thread. */
final class CopiedEdges {
    private static final int BATCH = 2048;
    private static final int RADIX = 36;

    private final PropertyGraph from;
    private final GraphTransaction read;
    private final EdgeSource source;
    private final CopyLosses losses;
    /** The {@linkplain GraphCopy#between ends} of edges with an edge id. */
    private final Set<Long> numbered = new HashSet<>();

    CopiedEdges(PropertyGraph from, GraphTransaction read, EdgeSource source, CopyLosses losses) {
        this.from = from;
        this.read = read;
        this.source = source;
        this.losses = losses;
    }

    /**
     * Looks at all edges; returns one that carries its property for each label with such edges, by the label's
     * number.
     */
    Map<Integer, EdgeRef> survey() {
        Map<Integer, EdgeRef> carried = new HashMap<>();
        source.forEach(edge -> {
            if (edge.carries()) {
                carried.putIfAbsent(edge.label(), edge);
            } else if (edge.eid() != 0) {
                numbered.add(GraphCopy.between(edge));
            }
        });
        return carried;
    }

    /** Copies all edges; the vertices are there already. */
    void copy(BulkLoad load) {
        List<EdgeRef> batch = new ArrayList<>(BATCH);
        source.forEach(edge -> {
            batch.add(edge);
            if (batch.size() == BATCH) {
                copy(batch, load);
            }
        });
        copy(batch, load);
    }

    /** Copies some edges, and clears the batch. */
    private void copy(List<EdgeRef> batch, BulkLoad load) {
        if (batch.isEmpty()) {
            return;
        }
        Map<Long, VertexRecord> ends = ends(batch);
        List<EdgeRecord> records = read.records(batch);
        for (int i = 0; i < batch.size(); i++) {
            EdgeRef edge = batch.get(i);
            VertexRecord out = ends.get(edge.out());
            VertexRecord in = ends.get(edge.in());
            if (out == null || in == null || !load.hasVertex(out.id()) || !load.hasVertex(in.id())) {
                losses.lost(
                        "an edge has lost a vertex: edge=" + read.idOf(edge) + " label=" + from.edgeLabel(edge.label())
                                + " out=" + told(out, edge.out()) + " in=" + told(in, edge.in()));
                continue;
            }
            EdgeRecord record = records.get(i);
            if (hasLostValue(edge, record)) {
                losses.lost("an edge has lost its identifier and its properties: it is called " + record.id() + " now");
            }
            load.edge(
                    out.id(),
                    from.edgeLabel(edge.label()),
                    in.id(),
                    keepsName(edge, out, in) ? null : record.id(),
                    null);
            record.properties().forEach(load::edgeProperty);
        }
        batch.clear();
    }

    /** An edge with an identifier of its own has a value; without one it would be identified by its numbers. */
    private static boolean hasLostValue(EdgeRef edge, EdgeRecord record) {
        String numbers = Long.toString(edge.out(), RADIX) + '-' + Integer.toString(edge.label(), RADIX) + '-';
        return edge.isNamed()
                && record.properties().isEmpty()
                && record.id() instanceof String name
                && name.startsWith(numbers);
    }

    private static String told(@Nullable VertexRecord vertex, long vid) {
        return vertex == null ? "number " + vid + ", which is gone" : String.valueOf(vertex.id());
    }

    /** Whether the copy gives an edge the same identifier as this graph by default. */
    private boolean keepsName(EdgeRef edge, VertexRecord out, VertexRecord in) {
        return (edge.eid() == 0 || edge.carries())
                && !numbered.contains(GraphCopy.between(edge))
                && GraphCopy.isNumbered(out)
                && GraphCopy.isNumbered(in);
    }

    private Map<Long, VertexRecord> ends(List<EdgeRef> edges) {
        long[] vids = edges.stream()
                .flatMapToLong(edge -> LongStream.of(edge.out(), edge.in()))
                .distinct()
                .toArray();
        @Nullable VertexRecord[] found = read.vertices(vids);
        Map<Long, VertexRecord> ends = new HashMap<>();
        for (int i = 0; i < vids.length; i++) {
            VertexRecord vertex = found[i];
            if (vertex != null) {
                ends.put(vids[i], vertex);
            }
        }
        return ends;
    }
}
