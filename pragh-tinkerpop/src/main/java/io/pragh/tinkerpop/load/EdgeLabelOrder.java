package io.pragh.tinkerpop.load;

import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.VertexRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives the edge labels of an empty graph the numbers that they have in another one, and lets edges carry the same
 * property: the numbers are part of edges' default identifiers. One thread.
 */
// A label gets its number, and its carried property is fixed, when an edge of it is committed; so there is one for a
// moment. Its vertex has an identifier that no vertex of the other graph has.
final class EdgeLabelOrder {
    private static final long VID_FIRST = 1L << 41;
    private static final int LABELS_MAX = 1 << 16;

    private EdgeLabelOrder() {}

    /**
     * Sets the numbers and carried properties.
     *
     * @param carried an edge of each label that carries its property, by the label's number
     */
    static void copy(GraphTransaction from, PropertyGraph of, PropertyGraph into, Map<Integer, EdgeRef> carried) {
        List<String> labels = labels(of);
        if (labels.isEmpty()) {
            return;
        }
        long vid = VID_FIRST;
        while (from.vertex(vid) != null) {
            vid++;
        }
        String label = firstLabel(from, of);
        for (int number = 1; number <= labels.size(); number++) {
            EdgeRef like = carried.get(number);
            Map<String, @Nullable Object> properties =
                    like == null ? Map.of() : from.record(like).properties();
            try (GraphTransaction transaction = into.begin(TransactionOptions.DEFAULT)) {
                VertexRecord known = transaction.vertex(vid);
                VertexRecord vertex = known == null ? transaction.addVertex(label, vid) : known;
                EdgeRef edge = transaction.addEdge(vertex, labels.get(number - 1), vertex, null);
                if (!properties.isEmpty()) {
                    EdgeRecord record = transaction.record(edge);
                    record.properties().putAll(properties);
                    transaction.change(record);
                }
                transaction.commit();
            }
            if (into.edgeLabel(labels.get(number - 1)) != number) {
                throw new PraghException("a label of edges has another number than in the graph that is copied: label="
                        + labels.get(number - 1));
            }
        }
        try (GraphTransaction transaction = into.begin(TransactionOptions.DEFAULT)) {
            VertexRecord vertex = transaction.vertex(vid);
            if (vertex != null) {
                transaction.removeVertex(vertex);
                transaction.commit();
            }
        }
    }

    /** Names of labels in the order of their numbers. */
    private static List<String> labels(PropertyGraph of) {
        List<String> labels = new ArrayList<>();
        for (int number = 1; number < LABELS_MAX; number++) {
            try {
                labels.add(of.edgeLabel(number));
            } catch (PraghException noMore) { // the graph reports thus that there is none
                break;
            }
        }
        return labels;
    }

    private static String firstLabel(GraphTransaction from, PropertyGraph of) {
        for (int partition = 0; partition < of.partitions(); partition++) {
            var scan = from.scanVertices(partition);
            if (scan.hasNext()) {
                return scan.next().label();
            }
        }
        return "vertex";
    }
}
