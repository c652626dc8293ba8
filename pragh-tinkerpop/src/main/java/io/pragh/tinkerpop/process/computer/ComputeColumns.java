package io.pragh.tinkerpop.process.computer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.computer.VertexComputeKey;
import org.jspecify.annotations.Nullable;

/**
 * The results of a vertex program, kept beside the graph: for each compute key a column with a cell per vertex. A
 * cell is null until the program first uses the key of the vertex; from then on it replaces the stored value, even
 * when it is empty. A cell is used by the worker of its vertex; the columns themselves change only between turns.
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

    /** The compute keys with columns. */
    Set<String> keys() {
        return columns.keySet();
    }

    /** The computed properties of a vertex under a key, or null if there are none, or the key is not computed. */
    @Nullable
    List<ViewVertexProperty<?>> get(int index, String key) {
        @Nullable List<ViewVertexProperty<?>>[] column = columns.get(key);
        return column == null ? null : column[index];
    }

    /** Replaces the properties of a vertex under a key. */
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
