package io.pragh.tinkerpop.load;

import io.pragh.core.property.BulkLoad;
import io.pragh.tinkerpop.structure.ElementLookup;
import io.pragh.tinkerpop.structure.ElementStore;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.jspecify.annotations.Nullable;

/** A sink for a graph without elements, which stores all elements when the last has come. One thread. */
final class BulkSink implements GraphSink {
    private static final int KEYS = 64;

    private final BulkLoad load;
    private final ElementStore store;
    private final LoadWatch watch;
    /** The edge label that was validated last. */
    private @Nullable String edgeLabel;
    /** The vertex label that was validated last. */
    private @Nullable String vertexLabel;
    /** Recently validated keys, by a few bits of their hashes. */
    private final @Nullable String[] keys = new String[KEYS];

    /** Whether the last property was dropped because it has no value. */
    private boolean dropped;

    /** Values and identifiers are converted as the graph does; {@code watch} is told when they are stored. */
    BulkSink(BulkLoad load, ElementStore store, LoadWatch watch) {
        this.load = load;
        this.store = store;
        this.watch = watch;
    }

    @Override
    public void vertex(Object id, String label) {
        load.vertex(vertexId(id), vertexLabel(label));
    }

    private Object vertexId(Object id) {
        Object known = store.values().storedId(id);
        if (known == null) {
            throw Vertex.Exceptions.userSuppliedIdsOfThisTypeNotSupported();
        }
        return known;
    }

    @Override
    public void vertex(long id, String label) {
        load.vertex(id, vertexLabel(label));
    }

    @Override
    public void property(String key, @Nullable Object value, @Nullable Object id) {
        check(key);
        dropped = value == null && !store.allowsNull();
        if (dropped) {
            return;
        }
        if (id == null) {
            load.property(key, store.values().stored(value));
            return;
        }
        Object known = store.values().storedId(id);
        if (known == null) {
            throw VertexProperty.Exceptions.userSuppliedIdsOfThisTypeNotSupported();
        }
        load.property(key, store.values().stored(value), known);
    }

    private void check(String key) {
        int slot = Objects.hashCode(key) & KEYS - 1; // a reader of files may pass null
        if (key == null || !key.equals(keys[slot])) {
            ElementHelper.validateProperty(key, "");
            keys[slot] = key;
        }
    }

    @Override
    public void property(String key, byte[] text, int from, int to) {
        check(key);
        dropped = false;
        load.property(key, text, from, to);
    }

    @Override
    public void ownProperty(String key, @Nullable Object value) {
        check(key);
        if (!dropped && (value != null || store.allowsNull())) {
            load.ownProperty(key, store.values().stored(value));
        }
    }

    private String vertexLabel(String label) {
        if (!label.equals(vertexLabel)) {
            ElementHelper.validateLabel(label);
            vertexLabel = label;
        }
        return label;
    }

    private String edgeLabel(String label) {
        if (!label.equals(edgeLabel)) {
            ElementHelper.validateLabel(label);
            edgeLabel = label;
        }
        return label;
    }

    @Override
    public void edge(Object out, String label, Object in, @Nullable Object id) {
        Object known = id == null ? null : store.values().storedId(id);
        if (id != null && known == null) {
            throw Edge.Exceptions.userSuppliedIdsOfThisTypeNotSupported();
        }
        load.edge(end(out), edgeLabel(label), end(in), known, null);
    }

    /** The vertex at the end of an edge; an identifier that no vertex has may be meant in another type. */
    private Object end(Object id) {
        Object known = vertexId(id);
        if (load.hasVertex(known)) {
            return known;
        }
        return ElementLookup.meanings(known).stream()
                .filter(load::hasVertex)
                .findFirst()
                .orElse(known);
    }

    @Override
    public void edgeAndEnds(Object out, String label, Object in, String labelOfNew) {
        load.edge(out, edgeLabel(label), in, null, labelOfNew);
    }

    @Override
    public void edgeAndEnds(long out, String label, long in, String labelOfNew) {
        load.edge(out, edgeLabel(label), in, labelOfNew);
    }

    @Override
    public void edgeProperty(String key, @Nullable Object value) {
        check(key);
        if (value != null || store.allowsNull()) {
            load.edgeProperty(key, store.values().stored(value));
        }
    }

    @Override
    public void end() {
        BulkLoad.Stored all = load.gathered();
        watch.gathered(all.vertices() + all.edges());
        load.write(watch::stored);
    }

    @Override
    public GraphFiles.Loaded count() {
        BulkLoad.Stored all = load.gathered();
        return new GraphFiles.Loaded(all.vertices(), all.edges());
    }

    @Override
    public void close() {
        load.close();
    }
}
