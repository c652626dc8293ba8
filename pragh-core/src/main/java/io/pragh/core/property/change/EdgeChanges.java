package io.pragh.core.property.change;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.NewEdges;
import io.pragh.core.property.catalogue.EdgeColumns;
import io.pragh.core.property.element.Bodies;
import io.pragh.core.property.element.EdgeCodec;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.NaturalEdgeId;
import io.pragh.core.property.value.CarriedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The edges that one transaction has added, changed or removed, and reads of other edges' values. One thread at a
 * time.
 */
public final class EdgeChanges {
    private final Scope scope;
    private final ListChanges lists;
    private final Identities identities;
    private final NewEdges newEdges;
    /** Records to be written. */
    private final Map<EdgeRef, EdgeRecord> changed = new LinkedHashMap<>();
    /** Stored edges that were removed, if they may have a value. */
    private final Set<EdgeRef> dead = new LinkedHashSet<>();

    private boolean lends;

    /** No changes yet, in a transaction with these lists and identifiers. */
    public EdgeChanges(Scope scope, ListChanges lists, Identities identities, NewEdges newEdges) {
        this.newEdges = newEdges;
        this.scope = scope;
        this.lists = lists;
        this.identities = identities;
    }

    /** Whether there is nothing to write. */
    public boolean isEmpty() {
        return changed.isEmpty() && dead.isEmpty() && lists.isEmpty();
    }

    /** Records to be written; the caller must not change the map. */
    public Map<EdgeRef, EdgeRecord> changed() {
        return changed;
    }

    /** Whether an edge was given the natural identifier of another. */
    boolean lends() {
        return lends;
    }

    /**
     * Gives numbers to the new edges whose identifier, if they had none, another edge has. Cost: one batch of READs.
     */
    void numberLent() {
        List<String> ids = new ArrayList<>();
        List<Long> numbers = new ArrayList<>();
        lists.pending((list, in, number, isFirst) -> {
            if (!newEdges.isNumbered(number)) {
                ids.add(NaturalEdgeId.of(new EdgeRef(GraphKey.vid(list), GraphKey.label(list), in, 0)));
                numbers.add(number);
            }
        });
        boolean[] lent = identities.haveEdges(ids);
        for (int i = 0; i < lent.length; i++) {
            if (lent[i]) {
                newEdges.number(numbers.get(i));
            }
        }
    }

    Set<EdgeRef> dead() {
        return dead;
    }

    /** Adds an edge; {@code id} if the application has supplied an identifier, which must be free. */
    public void add(EdgeRef edge, @Nullable Object id) {
        lists.add(edge);
        if (id != null) {
            EdgeRecord record = new EdgeRecord(edge, id);
            record.reader(scope);
            changed.put(edge, record);
            identities.name(edge, id);
            lends |= NaturalEdgeId.lent(id, edge) != null;
        }
    }

    /** Reads the values of edges; the record is empty where there is none. Cost: one batch of READs. */
    public List<EdgeRecord> records(List<EdgeRef> edges) {
        List<EdgeRef> elsewhere =
                edges.stream().filter(this::mayHaveStoredValue).toList();
        long[] keys = ElementKeys.keys(elsewhere.size(), i -> ElementKeys.edge(elsewhere.get(i)));
        byte[] @Nullable [] bodies = Bodies.read(scope.transaction(), keys);
        List<EdgeRecord> records = new ArrayList<>(edges.size());
        int at = 0;
        for (EdgeRef edge : edges) {
            EdgeRecord own = changed.get(edge);
            if (own == null) {
                byte[] body = mayHaveStoredValue(edge) ? bodies[at++] : null;
                own = body == null ? withoutValue(edge) : EdgeCodec.decode(edge.label(), body, scope);
                own.reader(scope);
            }
            records.add(own);
        }
        return records;
    }

    /** The edge's identifier is decided when a caller asks for it. */
    private EdgeRecord withoutValue(EdgeRef edge) {
        EdgeRecord record = new EdgeRecord(edge, () -> NaturalEdgeId.of(newEdges.settle(edge)));
        if (edge.carries()) {
            EdgeColumns.Column column = scope.column(edge.label());
            record.properties().put(scope.key(column.key()), CarriedValue.unpack(column.type(), edge.carried()));
        }
        return record;
    }

    private boolean mayHaveStoredValue(EdgeRef edge) {
        return ElementKeys.number(edge.eid()) != 0 && !changed.containsKey(edge) && !lists.isOwn(edge);
    }

    /**
     * Reads the value of an edge; the record is empty if there is none. Cost: none for the transaction's own edges,
     * otherwise one READ.
     */
    public EdgeRecord record(EdgeRef edge) {
        EdgeRecord own = changed.get(edge);
        return own != null ? own : records(List.of(edge)).get(0);
    }

    /** The latest record: the changed one, if the edge was changed. */
    public EdgeRecord current(EdgeRecord edge) {
        return changed.isEmpty() ? edge : changed.getOrDefault(edge.ref(), edge);
    }

    /** Notes that the edge's properties were changed. */
    public void change(EdgeRecord edge) {
        EdgeRef ref = edge.ref();
        if (lists.isGone(ref)) {
            throw new PraghException("this transaction has removed the edge: id=" + edge.id());
        }
        EdgeRecord known = changed.putIfAbsent(ref, edge);
        if (known != null && known != edge) {
            throw new PraghException(
                    "the edge was changed through another record of this transaction; ask for it again first: id="
                            + edge.id());
        }
    }

    /** Removes the edges without number from the changed ones, and returns them. */
    List<EdgeRecord> takeUnnumbered() {
        List<EdgeRecord> unnumbered = changed.values().stream()
                .filter(edge -> ElementKeys.number(edge.ref().eid()) == 0)
                .toList();
        unnumbered.forEach(edge -> changed.remove(edge.ref()));
        return unnumbered;
    }

    /** Removes the matching edges from the changed ones, so that no values of their own are written. */
    void forgetValues(Predicate<EdgeRef> some) {
        changed.keySet().removeIf(some);
    }

    /** Gives an edge without number another edge id of that sort, at both ends; its former entries were removed. */
    void rename(EdgeRecord edge, long edgeId) {
        lists.put(edge.ref().unnumbered(edgeId));
    }

    /** Gives an edge without number a number, at both ends; its former entries were removed. */
    void number(EdgeRecord edge, long number) {
        EdgeRef ref = edge.ref().numbered(number);
        EdgeRecord numbered = new EdgeRecord(ref, edge.id());
        numbered.properties().putAll(edge.properties());
        numbered.reader(scope);
        lists.put(ref);
        changed.put(ref, numbered);
    }

    /** Removes edges. Cost: READs for those with identifiers from the application. */
    public void remove(List<EdgeRef> edges) {
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
