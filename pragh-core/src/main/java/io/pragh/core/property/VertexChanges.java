package io.pragh.core.property;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Vertices that a transaction has made, changed or removed. One thread at a time. */
final class VertexChanges {
    private final Map<Long, Own> own = new LinkedHashMap<>();

    /** One vertex that is not what it was. */
    static final class Own {
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
    }

    boolean isEmpty() {
        return own.isEmpty();
    }

    @Nullable
    Own find(long vid) {
        return own.isEmpty() ? null : own.get(vid);
    }

    Collection<Own> all() {
        return own.values();
    }

    /** Vertices of a partition that this transaction has made, as they are now. */
    List<VertexRecord> made(HomeMap homes, int partition) {
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
    void add(VertexRecord vertex, boolean lookedUp) {
        Own known = own.computeIfAbsent(vertex.vid(), vid -> new Own(vid, false, lookedUp));
        known.record = vertex;
        known.isNew = true;
    }

    void change(VertexRecord vertex) {
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

    void remove(VertexRecord vertex) {
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
        }
    }
}
