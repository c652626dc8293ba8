package io.pragh.core.property.bulk;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.catalogue.EdgeColumns;
import io.pragh.core.property.value.CarriedValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which edges of a load can carry their property, and with which edge ids. What edges of a label carry that has carried nothing yet is expected
 * at first, and named when all was checked. One thread.
 */
final class LoadedColumns {
    private final BulkTarget target;
    private final StagedEdges edges;
    private final Set<String> indexed;
    /** Numbers of keys that have an index on edges. */
    private final Set<Integer> indexedKeys = new HashSet<>();

    private final Map<Integer, EdgeColumns.Column> byLabel = new HashMap<>();
    /** Those of them that have no name yet. */
    private final Map<Integer, EdgeColumns.Column> expected = new LinkedHashMap<>();

    /** Of edges that were all gathered; {@code keys} says which numbers keys have, or are to have. */
    LoadedColumns(BulkTarget target, StagedEdges edges, ToIntFunction<String> keys) {
        this.target = target;
        this.edges = edges;
        this.indexed = target.indexedOnEdges();
        for (String key : indexed) {
            indexedKeys.add(keys.applyAsInt(key));
        }
    }

    /** Whether a key had an index on edges when this was made: then nobody carries it. */
    boolean isIndexed(String key) {
        return indexed.contains(key);
    }

    /** Whether an edge, which is alone between its vertices and described, carries its property. */
    boolean carries(int edge) {
        StagedEdges.Property only = edges.onlyProperty(edge);
        if (only == null || indexedKeys.contains(only.key())) {
            return false;
        }
        int type = CarriedValue.type(only.value());
        return type != CarriedValue.NONE
                && column(edges.label(edge), only.key(), type).edgeId(only.key(), only.value()) != EdgeColumns.REFUSED;
    }

    private EdgeColumns.Column column(int label, int key, int type) {
        EdgeColumns.Column known = byLabel.get(label);
        if (known == null) {
            known = target.names().edgeColumns().find(label, target.source(0));
            if (known == null) {
                known = new EdgeColumns.Column(key, type);
                expected.put(label, known);
            }
            byLabel.put(label, known);
        }
        return known;
    }

    /** Names what is carried; labels and keys have their numbers. */
    void take() {
        expected.forEach((label, column) -> {
            EdgeColumns.Column taken =
                    target.names().edgeColumns().findOrAdd(label, column.key(), column.type(), target.source(0));
            if (!taken.equals(column)) {
                throw new PraghException(
                        "somebody else has added edges while a load was checked, of a label that it has too; nothing was stored, load again:"
                                + " label=" + label);
            }
        });
        expected.clear();
    }

    /** The edge id of an edge that carries its property. */
    long edgeId(int edge) {
        StagedEdges.@Nullable Property only = edges.onlyProperty(edge);
        EdgeColumns.Column column = byLabel.get(edges.label(edge));
        if (only == null || column == null) {
            throw new IllegalArgumentException("the edge carries nothing: edge=" + edge);
        }
        return column.edgeId(only.key(), only.value());
    }
}
