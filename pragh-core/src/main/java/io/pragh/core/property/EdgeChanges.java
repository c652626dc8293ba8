package io.pragh.core.property;

import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Edges as one transaction sees them: what it has made, changed or removed, and the values of all others. One thread at a time. */
final class EdgeChanges {
    private final Scope scope;
    private final ListChanges lists;
    private final Identities identities;
    /** Records that are to be written. */
    private final Map<EdgeRef, EdgeRecord> changed = new LinkedHashMap<>();
    /** Edges that were there before and are gone, if they may have a value. */
    private final Set<EdgeRef> dead = new LinkedHashSet<>();

    EdgeChanges(Scope scope, ListChanges lists, Identities identities) {
        this.scope = scope;
        this.lists = lists;
        this.identities = identities;
    }

    boolean isEmpty() {
        return changed.isEmpty() && dead.isEmpty() && lists.isEmpty();
    }

    Map<EdgeRef, EdgeRecord> changed() {
        return changed;
    }

    Set<EdgeRef> dead() {
        return dead;
    }

    /** A new edge; {@code id} when the application has supplied one, which nobody has. */
    void add(EdgeRef edge, @Nullable Object id) {
        lists.add(edge);
        if (id != null) {
            EdgeRecord record = new EdgeRecord(edge, id);
            record.reader = scope;
            changed.put(edge, record);
            identities.name(edge, id);
        }
    }

    /** Values of edges, empty records where there are none: one batch of READs. */
    List<EdgeRecord> records(List<EdgeRef> edges) {
        List<EdgeRef> elsewhere =
                edges.stream().filter(this::mayHaveStoredValue).toList();
        long[] keys = ElementKeys.keys(elsewhere.size(), i -> ElementKeys.edge(elsewhere.get(i)));
        byte[] @Nullable [] bodies = Bodies.read(scope.transaction, keys);
        List<EdgeRecord> records = new ArrayList<>(edges.size());
        int at = 0;
        for (EdgeRef edge : edges) {
            EdgeRecord own = changed.get(edge);
            if (own == null) {
                byte[] body = mayHaveStoredValue(edge) ? bodies[at++] : null;
                own = body == null
                        ? new EdgeRecord(edge, NaturalEdgeId.of(edge))
                        : EdgeCodec.decode(edge.label(), body, scope);
                own.reader = scope;
            }
            records.add(own);
        }
        return records;
    }

    private boolean mayHaveStoredValue(EdgeRef edge) {
        return ElementKeys.number(edge.eid()) != 0 && !changed.containsKey(edge) && !lists.isOwn(edge);
    }

    EdgeRecord record(EdgeRef edge) {
        EdgeRecord own = changed.get(edge);
        return own != null ? own : records(List.of(edge)).get(0);
    }

    EdgeRecord current(EdgeRecord edge) {
        return changed.isEmpty() ? edge : changed.getOrDefault(edge.ref(), edge);
    }

    void change(EdgeRecord edge) {
        EdgeRef ref = edge.ref();
        if (lists.isGone(ref)) {
            throw new PraghException("this transaction has removed the edge: id=" + edge.id());
        }
        if (ElementKeys.number(ref.eid()) == 0) {
            throw new PraghException(
                    "an edge that was loaded in bulk has no number, and so no properties; remove it and add it again: id="
                            + edge.id());
        }
        EdgeRecord known = changed.putIfAbsent(ref, edge);
        if (known != null && known != edge) {
            throw new PraghException(
                    "the edge was changed through another record of this transaction; ask for it again first: id="
                            + edge.id());
        }
    }

    /** Removes edges, which are at both ends' lists still. Cost: READs for those that have identifiers of the application's. */
    void remove(List<EdgeRef> edges) {
        List<EdgeRef> named =
                edges.stream().filter(e -> e.isNamed() && !lists.isGone(e)).toList();
        if (!named.isEmpty()) {
            List<Object> ids = records(named).stream().map(EdgeRecord::id).toList();
            identities.forget(ElementKind.EDGE, ids);
        }
        for (EdgeRef edge : edges) {
            if (!lists.isGone(edge)) {
                boolean own = lists.isOwn(edge);
                lists.remove(edge);
                changed.remove(edge);
                if (!own && ElementKeys.number(edge.eid()) != 0) {
                    dead.add(edge);
                }
            }
        }
    }
}
