package io.pragh.core.property;

import io.pragh.core.address.GraphKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Elements by the value of a property, as one transaction sees them. One thread at a time. */
final class IndexReads {
    private final Scope scope;

    IndexReads(Scope scope) {
        this.scope = scope;
    }

    /** What the index's list names; some of it has another value of the same hash, or had the value once. */
    private long[] candidates(ElementKind kind, String key, byte[] value) {
        IndexCatalogue.Index index = scope.indexes().ready(kind, key);
        Set<Long> entries = new LinkedHashSet<>();
        scope.lists.forEach(ElementKeys.index(kind, index.number(), value), (entry, none) -> entries.add(entry));
        return entries.stream().mapToLong(entry -> entry).toArray();
    }

    List<VertexRecord> vertices(String key, Object value, VertexReads reads, VertexChanges changes) {
        byte[] wanted = ValueCodec.encode(value);
        EncodedValue same = new EncodedValue(wanted);
        List<VertexRecord> found = new ArrayList<>();
        long[] vids = Arrays.stream(candidates(ElementKind.VERTEX, key, wanted))
                .filter(vid -> changes.find(vid) == null)
                .toArray();
        for (int from = 0; from < vids.length; from += Bodies.AT_ONCE) {
            long[] some = Arrays.copyOfRange(vids, from, Math.min(vids.length, from + Bodies.AT_ONCE));
            for (VertexRecord vertex : reads.read(some)) {
                if (vertex != null && IndexedValues.of(vertex, key).contains(same)) {
                    found.add(vertex);
                }
            }
        }
        for (VertexChanges.Own own : changes.all()) {
            VertexRecord vertex = own.record;
            if (vertex != null && IndexedValues.of(vertex, key).contains(same)) {
                found.add(vertex);
            }
        }
        return found;
    }

    List<EdgeRef> edges(String key, Object value, EdgeChanges changes, ListChanges lists) {
        byte[] wanted = ValueCodec.encode(value);
        EncodedValue same = new EncodedValue(wanted);
        List<EdgeRef> found = new ArrayList<>();
        long[] keys = candidates(ElementKind.EDGE, key, wanted);
        for (int from = 0; from < keys.length; from += Bodies.AT_ONCE) {
            long[] some = Arrays.copyOfRange(keys, from, Math.min(keys.length, from + Bodies.AT_ONCE));
            byte[] @Nullable [] bodies = Bodies.read(scope.transaction, some);
            for (int i = 0; i < some.length; i++) {
                byte[] body = bodies[i];
                if (body != null) {
                    EdgeRecord edge = EdgeCodec.decode(GraphKey.label(some[i]), body, scope);
                    boolean own = changes.changed().containsKey(edge.ref()) || lists.isGone(edge.ref());
                    if (!own && IndexedValues.of(edge, key).contains(same)) {
                        found.add(edge.ref());
                    }
                }
            }
        }
        changes.changed().forEach((ref, edge) -> {
            if (IndexedValues.of(edge, key).contains(same)) {
                found.add(ref);
            }
        });
        return found;
    }
}
