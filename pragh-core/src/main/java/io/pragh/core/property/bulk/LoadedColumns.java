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
 * Decides which edges of a load can carry their property, and with which edge ids. If edges of a label have carried
 * nothing yet, the property is chosen at first, and recorded in the catalogue when all elements were checked. One
 * thread.
 */
final class LoadedColumns {
    private final BulkTarget target;
    private final StagedEdges edges;
    private final Set<String> indexed;
    /** Numbers of keys that have an index on edges. */
    private final Set<Integer> indexedKeys = new HashSet<>();

    private final Map<Integer, EdgeColumns.Column> byLabel = new HashMap<>();
    /** Chosen properties that the catalogue does not have yet. */
    private final Map<Integer, EdgeColumns.Column> expected = new LinkedHashMap<>();

    /** The columns for gathered edges; {@code keys} maps a key to the number that it has or is assumed to get. */
    LoadedColumns(BulkTarget target, StagedEdges edges, ToIntFunction<String> keys) {
        this.target = target;
        this.edges = edges;
        this.indexed = target.indexedOnEdges();
        for (String key : indexed) {
            indexedKeys.add(keys.applyAsInt(key));
        }
    }

    /** Whether a key had an index on edges when this object was made: then no edge carries it. */
    boolean isIndexed(String key) {
        return indexed.contains(key);
    }

    /**
     * Whether an edge carries its property; the edge has properties or an identifier, and is alone between its
     * vertices under its label.
     */
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

    /** Records the chosen properties in the catalogue; labels and keys must have their numbers. */
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
