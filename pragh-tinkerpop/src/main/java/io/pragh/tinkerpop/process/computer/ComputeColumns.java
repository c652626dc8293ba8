package io.pragh.tinkerpop.process.computer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.computer.VertexComputeKey;
import org.jspecify.annotations.Nullable;

/**
 * What a vertex program has computed, beside the graph: for each compute key a column with a cell per vertex. A cell is null until the
 * program first touches the key of the vertex; from then on it replaces what is stored, even when it is empty. A cell is for the
 * worker that has its vertex; the columns themselves change only between turns.
 */
final class ComputeColumns {
    private final Map<String, @Nullable List<ViewVertexProperty<?>>[]> columns = new HashMap<>();
    private final Set<VertexComputeKey> keys;

    ComputeColumns(Set<VertexComputeKey> keys, int vertices) {
        this.keys = keys;
        for (VertexComputeKey key : keys) {
            columns.put(key.getKey(), newColumn(vertices));
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static @Nullable List<ViewVertexProperty<?>>[] newColumn(int vertices) {
        return new List[vertices];
    }

    /** The compute keys that there are columns for. */
    Set<String> keys() {
        return columns.keySet();
    }

    /** What was computed for a vertex under a key, or null if nothing was, or the key is none that is computed. */
    @Nullable
    List<ViewVertexProperty<?>> get(int index, String key) {
        @Nullable List<ViewVertexProperty<?>>[] column = columns.get(key);
        return column == null ? null : column[index];
    }

    /** Replaces it. */
    void set(int index, String key, List<ViewVertexProperty<?>> properties) {
        @Nullable List<ViewVertexProperty<?>>[] column = columns.get(key);
        if (column == null) {
            throw GraphComputer.Exceptions.providedKeyIsNotAnElementComputeKey(key);
        }
        column[index] = properties;
    }

    /** Drops the columns of transient keys: the program has ended. */
    void dropTransient() {
        for (VertexComputeKey key : keys) {
            if (key.isTransient()) {
                columns.remove(key.getKey());
            }
        }
    }
}
