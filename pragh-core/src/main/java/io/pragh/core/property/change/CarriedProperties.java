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
 * Which of the edges that a transaction adds or changes carry their property in both their entries, and so need neither number nor value: those
 * that have one alone, of fixed width, the one that edges of their label carry, and without an index. One thread.
 */
final class CarriedProperties {
    private final Scope scope;
    private final EdgeChanges edges;
    private final NewEdges newEdges;
    private final Set<String> indexed = new HashSet<>();
    /** New edges that carry a property if they go without number, by the number that they have else. */
    private final KeyMap<Long> words = new KeyMap<>();

    CarriedProperties(Scope scope, EdgeChanges edges, NewEdges newEdges) {
        this.scope = scope;
        this.edges = edges;
        this.newEdges = newEdges;
        for (IndexCatalogue.Index index : scope.indexes().of(ElementKind.EDGE)) {
            indexed.add(index.key()); // its lists name edges by number
        }
    }

    /** Gives numbers to those new edges that have properties which are not carried, and gathers the others. */
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

    /** Whether a new edge carries a property if it goes without this number. */
    boolean has(long number) {
        return !words.isEmpty() && words.get(number) != null;
    }

    /** With which edge id a new edge is stored that goes without this number. */
    long edgeId(long number) {
        Long word = words.isEmpty() ? null : words.get(number);
        return word == null ? 0 : word;
    }

    /** New edges that carry their properties have no values, and never get their numbers. */
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

    /** With which edge id an edge without number is stored that has the properties of a record: 0 without any, or {@link EdgeColumns#REFUSED}. */
    long edgeId(EdgeRecord record) {
        return scope.carriedBy(record.ref().label(), record.properties(), indexed);
    }

    /** Those of the changed edges without number that are to be stored in another way, with the edge ids that they get: perhaps {@link EdgeColumns#REFUSED}. */
    List<Map.Entry<EdgeRecord, Long>> changedUnnumbered() {
        return edges.takeUnnumbered().stream()
                .map(record -> Map.entry(record, edgeId(record)))
                .filter(change -> change.getValue() != change.getKey().ref().eid())
                .toList();
    }
}
