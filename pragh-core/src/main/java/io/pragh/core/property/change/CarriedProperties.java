package io.pragh.core.property.change;

import io.pragh.core.base.KeyMap;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.NewEdges;
import io.pragh.core.property.catalogue.EdgeColumns;
import io.pragh.core.property.catalogue.IndexCatalogue;
import io.pragh.core.property.element.ElementKeys;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which of the edges that a transaction adds or changes carry their property in both their entries, and so
 * need neither number nor value: those whose only property has fixed width and no index, and is the one that edges of
 * their label carry. One thread.
 */
final class CarriedProperties {
    private final Scope scope;
    private final EdgeChanges edges;
    private final NewEdges newEdges;
    private final Set<String> indexed = new HashSet<>();
    /** The edge ids of new edges that carry a property if they get no number, by the number that they would get. */
    private final KeyMap<Long> words = new KeyMap<>();

    CarriedProperties(Scope scope, EdgeChanges edges, NewEdges newEdges) {
        this.scope = scope;
        this.edges = edges;
        this.newEdges = newEdges;
        for (IndexCatalogue.Index index : scope.indexes().of(ElementKind.EDGE)) {
            indexed.add(index.key()); // its lists name edges by number
        }
    }

    /** Gives numbers to new edges with properties that cannot be carried, and collects the others. */
    void gather() {
        for (EdgeRecord record : edges.changed().values()) {
            EdgeRef edge = record.ref();
            long number = ElementKeys.number(edge.eid());
            if (edge.isPending() && !record.properties().isEmpty() && !newEdges.isNumbered(number)) {
                long word = edgeId(record);
                if (word == EdgeColumns.REFUSED) {
                    newEdges.number(number);
                } else {
                    words.put(number, word);
                }
            }
        }
    }

    /** Whether the new edge with this pending number carries a property if it does not get the number. */
    boolean has(long number) {
        return !words.isEmpty() && words.get(number) != null;
    }

    /** The edge id with which that edge is stored if it does not get the number. */
    long edgeId(long number) {
        Long word = words.isEmpty() ? null : words.get(number);
        return word == null ? 0 : word;
    }

    /** Makes final that new edges which carry their properties have no values, and never get their numbers. */
    void settle() {
        for (int i = 0; i < words.size(); i++) {
            long number = words.key(i);
            if (!newEdges.isNumbered(number)) {
                newEdges.carry(number);
            }
        }
        if (!words.isEmpty()) {
            edges.forgetValues(edge -> edge.isPending() && isCarried(ElementKeys.number(edge.eid())));
        }
    }

    private boolean isCarried(long number) {
        return has(number) && !newEdges.isNumbered(number);
    }

    /**
     * The edge id with which an edge without number and with the properties of a record is stored: 0 without any, or
     * {@link EdgeColumns#REFUSED}.
     */
    long edgeId(EdgeRecord record) {
        return scope.carriedBy(record.ref().label(), record.properties(), indexed);
    }

    /**
     * The changed edges without number whose edge id changes, with the new edge ids, which may be {@link
     * EdgeColumns#REFUSED}.
     */
    List<Map.Entry<EdgeRecord, Long>> changedUnnumbered() {
        return edges.takeUnnumbered().stream()
                .map(record -> Map.entry(record, edgeId(record)))
                .filter(change -> change.getValue() != change.getKey().ref().eid())
                .toList();
    }
}
