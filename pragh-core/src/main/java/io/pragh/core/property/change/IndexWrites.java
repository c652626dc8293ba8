package io.pragh.core.property.change;

import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.catalogue.IndexCatalogue;
import io.pragh.core.property.element.Bodies;
import io.pragh.core.property.element.EdgeCodec;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.IndexedValues;
import io.pragh.core.property.element.VertexCodec;
import io.pragh.core.property.value.EncodedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Updates indexes for the changes of a transaction. One thread. */
// An entry to remove that is not there is no error: an index that is being filled does not have all entries yet.
final class IndexWrites {
    private final Scope scope;
    private final List<Long> goneKeys = new ArrayList<>();
    private final List<Long> goneEntries = new ArrayList<>();

    IndexWrites(Scope scope) {
        this.scope = scope;
    }

    /**
     * Collects the changes for indexes on vertices. Cost: none without such an index; otherwise READs of the changed
     * vertices, and of the lists that lose entries.
     */
    void vertices(VertexChanges changes) {
        List<IndexCatalogue.Index> indexes = scope.indexes().of(ElementKind.VERTEX);
        if (indexes.isEmpty() || changes.isEmpty()) {
            return;
        }
        List<VertexChanges.Own> all = new ArrayList<>(changes.all());
        long[] existed =
                all.stream().filter(o -> o.existed).mapToLong(o -> o.vid).toArray();
        @Nullable VertexRecord[] before = before(existed);
        int at = 0;
        for (VertexChanges.Own own : all) {
            VertexRecord old = own.existed ? before[at++] : null;
            for (IndexCatalogue.Index index : indexes) {
                change(index, IndexedValues.of(old, index.key()), IndexedValues.of(own.record, index.key()), own.vid);
            }
        }
    }

    /** Vertices in the transaction's snapshot, without its own changes; null where there is none. */
    private @Nullable VertexRecord[] before(long[] vids) {
        long[] keys = ElementKeys.keys(vids.length, i -> ElementKeys.vertex(vids[i]));
        byte[] @Nullable [] bodies = Bodies.read(scope.transaction(), keys);
        @Nullable VertexRecord[] records = new VertexRecord[vids.length];
        for (int i = 0; i < vids.length; i++) {
            byte[] body = bodies[i];
            records[i] = body == null ? null : VertexCodec.decode(vids[i], body, scope);
        }
        return records;
    }

    /** Collects the changes for indexes on edges; cost as {@link #vertices}. */
    void edges(EdgeChanges changes) {
        List<IndexCatalogue.Index> indexes = scope.indexes().of(ElementKind.EDGE);
        if (indexes.isEmpty()) {
            return;
        }
        List<EdgeRef> refs = new ArrayList<>(changes.dead());
        refs.addAll(changes.changed().keySet());
        long[] keys = ElementKeys.keys(refs.size(), i -> ElementKeys.edge(refs.get(i)));
        byte[] @Nullable [] bodies = Bodies.read(scope.transaction(), keys);
        for (int i = 0; i < keys.length; i++) {
            byte[] body = bodies[i];
            EdgeRecord old = body == null ? null : EdgeCodec.decode(refs.get(i).label(), body, scope);
            EdgeRecord now = changes.changed().get(refs.get(i));
            for (IndexCatalogue.Index index : indexes) {
                change(index, IndexedValues.of(old, index.key()), IndexedValues.of(now, index.key()), keys[i]);
            }
        }
    }

    private void change(IndexCatalogue.Index index, Set<EncodedValue> before, Set<EncodedValue> after, long entry) {
        for (EncodedValue value : before) {
            if (!after.contains(value)) {
                goneKeys.add(ElementKeys.index(index.kind(), index.number(), value.bytes()));
                goneEntries.add(entry);
            }
        }
        for (EncodedValue value : after) {
            if (!before.contains(value)) {
                scope.lists().append(ElementKeys.index(index.kind(), index.number(), value.bytes()), entry, 0);
            }
        }
    }

    /** Removes the entries that are gone. */
    void write() {
        long[] keys = goneKeys.stream().mapToLong(key -> key).toArray();
        long[] entries = goneEntries.stream().mapToLong(entry -> entry).toArray();
        scope.lists().removeAll(keys, entries, new long[keys.length], (list, count) -> {});
    }
}
