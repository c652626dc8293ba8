package io.pragh.core.property.change;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.VertexRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Vertices that a transaction has made, changed or removed. One thread at a time. */
public final class VertexChanges {
    private final Map<Long, Own> own = new LinkedHashMap<>();
    /** Numbers of vertices that the transaction has made and removed. */
    private final Set<Long> undone = new HashSet<>();
    /** Whether one was ever removed: most transactions remove none, and ask for each edge that they add. */
    private boolean anyRemoved;

    /** One vertex that is not what it was. */
    public static final class Own {
        final long vid;
        /** As it is now; null when it is gone. */
        @Nullable
        VertexRecord record;
        /** Whether there was a vertex with this number before the transaction. */
        final boolean existed;
        /** Whether it was read that there was none. */
        final boolean lookedUp;
        /** Whether the record was made by this transaction. */
        boolean isNew;
        /** The label of the vertex that was there before and is gone; null when it is not. */
        @Nullable
        String labelBefore;

        Own(long vid, boolean existed, boolean lookedUp) {
            this.vid = vid;
            this.existed = existed;
            this.lookedUp = lookedUp;
        }

        /** As it is now; null when it is gone. */
        public @Nullable VertexRecord record() {
            return record;
        }

        /** Whether there was a vertex with this number before the transaction. */
        public boolean existed() {
            return existed;
        }

        /** Whether the record was made by this transaction. */
        public boolean isNew() {
            return isNew;
        }
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return own.isEmpty();
    }

    /** How many there are. */
    public int size() {
        return own.size();
    }

    /** What became of a vertex; null when it is as it was. */
    public @Nullable Own find(long vid) {
        return own.isEmpty() ? null : own.get(vid);
    }

    /** Whether a vertex was removed, and is not there again. */
    public boolean isRemoved(long vid) {
        if (!anyRemoved) {
            return false;
        }
        Own known = find(vid);
        return known == null ? !undone.isEmpty() && undone.contains(vid) : known.record == null;
    }

    /** All of them, in the order in which they were touched first. */
    public Collection<Own> all() {
        return own.values();
    }

    /** Vertices of a partition that this transaction has made, as they are now. */
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

    /** A new vertex; {@code lookedUp} when it was read that there is none with its number. */
    public void add(VertexRecord vertex, boolean lookedUp) {
        Own known = own.computeIfAbsent(vertex.vid(), vid -> new Own(vid, false, lookedUp));
        known.record = vertex;
        known.isNew = true;
    }

    /** The vertex's properties were changed. */
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

    /** The vertex is gone. */
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
        known.record = null;
        if (!known.existed) {
            own.remove(vertex.vid());
            undone.add(vertex.vid());
        }
    }
}
