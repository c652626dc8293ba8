package io.pragh.core.property.change;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.VertexRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The vertices that a transaction has added, changed or removed. One thread at a time. */
public final class VertexChanges {
    private final Map<Long, Own> own = new LinkedHashMap<>();
    /** Vertices that the transaction has added and removed again, by their numbers, without properties. */
    private final Map<Long, VertexRecord> undone = new HashMap<>();
    /** Whether a vertex was ever removed: most transactions remove none, and every edge that they add asks. */
    private boolean anyRemoved;

    /** One changed vertex. */
    public static final class Own {
        final long vid;
        /** The current record; null when the vertex is removed. */
        @Nullable
        VertexRecord record;
        /** Whether there was a vertex with this number before the transaction. */
        final boolean existed;
        /** Whether a read has shown that there was none. */
        final boolean lookedUp;
        /** Whether the record is of a vertex that this transaction has added. */
        boolean isNew;
        /** The label of the removed vertex that was there before; null when there is none. */
        @Nullable
        String labelBefore;
        /** The label of the vertex that was removed last, and its identifier if that is not its number. */
        private @Nullable String labelGone;

        private @Nullable Object idGone;

        Own(long vid, boolean existed, boolean lookedUp) {
            this.vid = vid;
            this.existed = existed;
            this.lookedUp = lookedUp;
        }

        /** Its number. */
        public long vid() {
            return vid;
        }

        /** The current record; null when the vertex is removed. */
        public @Nullable VertexRecord record() {
            return record;
        }

        /** Whether there was a vertex with this number before the transaction. */
        public boolean existed() {
            return existed;
        }

        /** Whether the record is of a vertex that this transaction has added. */
        public boolean isNew() {
            return isNew;
        }
    }

    /** Whether no vertex was changed. */
    public boolean isEmpty() {
        return own.isEmpty();
    }

    /** How many vertices were changed. */
    public int size() {
        return own.size();
    }

    /** The changes to a vertex; null when there are none. */
    public @Nullable Own find(long vid) {
        return own.isEmpty() ? null : own.get(vid);
    }

    /** Whether a vertex was removed, and not added again. */
    public boolean isRemoved(long vid) {
        if (!anyRemoved) {
            return false;
        }
        Own known = find(vid);
        return known == null ? !undone.isEmpty() && undone.containsKey(vid) : known.record == null;
    }

    /**
     * A vertex that was removed, and not added again: its identifier and its label, without properties; null when
     * none with this number was removed.
     */
    public @Nullable VertexRecord removed(long vid) {
        if (!isRemoved(vid)) {
            return null;
        }
        Own known = find(vid);
        return known == null ? undone.get(vid) : gone(vid, known.idGone, Objects.requireNonNull(known.labelGone));
    }

    private static VertexRecord gone(long vid, @Nullable Object id, String label) {
        VertexRecord gone = new VertexRecord(vid, id == null ? (Object) vid : id, label);
        gone.remove();
        return gone;
    }

    /** All changed vertices, in the order of their first change. */
    public Collection<Own> all() {
        return own.values();
    }

    /** The current records of vertices of a partition that this transaction has added. */
    public List<VertexRecord> made(HomeMap homes, int partition) {
        List<VertexRecord> made = new ArrayList<>();
        for (Own each : own.values()) {
            VertexRecord record = each.record;
            if (each.isNew && record != null && homes.home(each.vid) == partition) {
                made.add(record);
            }
        }
        return made;
    }

    /** Adds a vertex; {@code lookedUp} when a read has shown that there is none with its number. */
    public void add(VertexRecord vertex, boolean lookedUp) {
        Own known = own.computeIfAbsent(vertex.vid(), vid -> new Own(vid, false, lookedUp));
        known.record = vertex;
        known.isNew = true;
    }

    /** Notes that the vertex's properties were changed. */
    public void change(VertexRecord vertex) {
        Own known = own.get(vertex.vid());
        if (vertex.isRemoved() || known != null && known.record == null) {
            throw new PraghException("this transaction has removed the vertex: id=" + vertex.id());
        }
        if (known == null) {
            known = new Own(vertex.vid(), true, true);
            known.record = vertex;
            own.put(vertex.vid(), known);
        } else if (known.record != vertex) {
            throw new PraghException(
                    "the vertex was changed through another record of this transaction; ask for the current one first: id="
                            + vertex.id());
        }
    }

    /** Removes the vertex. */
    public void remove(VertexRecord vertex) {
        anyRemoved = true;
        Own known = own.get(vertex.vid());
        if (known == null) {
            known = new Own(vertex.vid(), true, true);
            own.put(vertex.vid(), known);
        }
        VertexRecord now = known.record;
        if (now != null) {
            now.remove();
        }
        vertex.remove();
        if (known.existed && known.labelBefore == null) {
            known.labelBefore = vertex.label();
        }
        known.labelGone = vertex.label();
        known.idGone = vertex.isCalledByNumber() ? null : vertex.id();
        known.record = null;
        if (!known.existed) {
            own.remove(vertex.vid());
            undone.put(vertex.vid(), gone(vertex.vid(), known.idGone, known.labelGone));
        }
    }
}
