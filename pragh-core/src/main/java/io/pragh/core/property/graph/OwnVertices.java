package io.pragh.core.property.graph;

import io.pragh.core.property.ElementExistsException;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.VertexNumbers;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.change.Identities;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.change.VertexChanges;
import io.pragh.core.property.element.Identifiers;
import io.pragh.core.property.element.VertexHomes;
import io.pragh.core.property.read.VertexReads;
import io.pragh.core.property.value.ValueCodec;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The vertices that one transaction adds, changes or removes, with their identifiers and properties. Assigns numbers
 * and homes to new ones, and refuses changes that cannot be stored. Does not handle edges. One thread at a time.
 */
final class OwnVertices {
    /** How many new vertices of one transaction share a home. */
    static final int TOGETHER_MAX = 4096;

    private final KeyValueGraph graph;
    private final Scope scope;
    private final VertexReads reads;
    private final VertexChanges changes;
    private final Identities identities;
    private int homeOfNew;
    private int newHere;
    private boolean identified;

    OwnVertices(KeyValueGraph graph, Scope scope, VertexReads reads, VertexChanges changes, Identities identities) {
        this.graph = graph;
        this.scope = scope;
        this.reads = reads;
        this.changes = changes;
        this.identities = identities;
    }

    /** As {@link io.pragh.core.property.GraphTransaction#addVertex}. */
    VertexRecord add(String label, @Nullable Object id) {
        ValueCodec.check(id);
        if (id != null && find(id) != null) {
            throw new ElementExistsException(ElementKind.VERTEX, id);
        }
        long vid = id == null ? Identifiers.NONE : Identifiers.vid(id);
        boolean isNumber = vid != Identifiers.NONE && (!VertexNumbers.mayBeGivenOut(vid) || reads.read(vid) == null);
        long number = isNumber ? vid : graph.newVertex(homeOfNew(id), scope.source());
        VertexRecord vertex = new VertexRecord(number, id == null ? (Object) number : id, label);
        vertex.reader(scope);
        identified |= !vertex.isCalledByNumber();
        if (id != null && !isNumber) {
            identities.name(number, id);
        }
        changes.add(vertex, isNumber);
        return vertex;
    }

    /**
     * A new vertex has the home of the identifier that the application gives it, so that both are found and committed
     * together, and every node can compute it. New vertices without an identifier share a home, up to a limit that
     * keeps one home from filling up.
     */
    private int homeOfNew(@Nullable Object id) {
        if (id != null) {
            return VertexHomes.partition(scope.homes(), id);
        }
        if (newHere++ % TOGETHER_MAX == 0) {
            homeOfNew = graph.homeOfNew();
        }
        return homeOfNew;
    }

    /** Whether this transaction has added a vertex whose identifier is not its number. */
    boolean isAnyIdentified() {
        return identified;
    }

    /** The vertex with an identifier, or null. */
    @Nullable
    VertexRecord find(Object id) {
        long vid = number(id, this::nameOf);
        return vid == Identifiers.NONE ? null : reads.read(vid);
    }

    private @Nullable Object nameOf(long vid) {
        VertexRecord vertex = reads.read(vid);
        return vertex == null ? null : vertex.id();
    }

    /**
     * The number of a vertex by its identifier, or {@link Identifiers#NONE}; {@code names} returns a vertex's
     * identifier, null for no vertex.
     */
    long number(Object id, LongFunction<@Nullable Object> names) {
        long vid = Identifiers.vid(id);
        Object name = vid == Identifiers.NONE ? null : names.apply(vid);
        if (name != null && Identifiers.vid(name) == vid) {
            return vid;
        }
        if (vid != Identifiers.NONE && !VertexNumbers.mayBeGivenOut(vid)) {
            return Identifiers.NONE;
        }
        long named = identities.vertex(id);
        return named == Identifiers.NONE || names.apply(named) == null ? Identifiers.NONE : named;
    }

    /** Notes that the vertex's properties were changed; refuses values that cannot be stored. */
    void change(VertexRecord vertex) {
        for (VertexPropertyRecord property : vertex.properties()) {
            if (!property.isChecked()) { // a vertex with many properties gets them one by one
                ValueCodec.check(property.idOf(vertex.vid()));
                ValueCodec.check(property.value());
                property.properties().values().forEach(ValueCodec::check);
                property.checked();
            }
        }
        changes.change(vertex);
    }

    /** As {@link io.pragh.core.property.GraphTransaction#current(VertexRecord)}. */
    VertexRecord current(VertexRecord vertex) {
        VertexChanges.Own own = changes.find(vertex.vid());
        if (own == null) {
            return vertex;
        }
        VertexRecord now = own.record();
        if (now == null) {
            vertex.remove();
        }
        return now == null ? vertex : now;
    }

    /** As {@link io.pragh.core.property.GraphTransaction#nextPropertyNumber}. */
    long nextPropertyNumber(VertexRecord vertex) {
        VertexRecord now = current(vertex);
        long number = now.nextNumber();
        now.nextNumber(number + 1);
        return number;
    }

    /** Removes the lists of a vertex whose entries were removed. */
    void removeLists(long vid, ListChanges lists) {
        VertexChanges.Own own = changes.find(vid);
        if (own == null || own.existed()) {
            lists.clear(vid, reads.directories(new long[] {vid})[0]);
        } else {
            lists.forget(vid);
        }
    }

    /** Removes a vertex and its identity. */
    void remove(VertexRecord vertex) {
        changes.remove(vertex);
        if (!vertex.isCalledByNumber() && Identifiers.vid(vertex.id()) != vertex.vid()) {
            identities.forget(ElementKind.VERTEX, List.of(vertex.id()));
        }
    }
}
