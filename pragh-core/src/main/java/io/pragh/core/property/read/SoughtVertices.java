package io.pragh.core.property.read;

import io.pragh.core.property.Held;
import io.pragh.core.property.VertexSearch;
import io.pragh.core.property.change.ElementRolls;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.element.VertexInPlace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A {@link VertexSearch} with numbers in place of names, which can be compared with stored bytes. Immutable. */
// A name gets its number before anything is stored under it, and a transaction that sees a stored element has begun
// after that. So no element that the search can find has a name without a number when the search begins.
final class SoughtVertices {
    /** No key has this number. */
    private static final int NO_KEY = -1;

    private final int[] labels;
    private final boolean anyLabel;
    private final int[] keys;
    private final byte[][] values;

    private SoughtVertices(int[] labels, boolean anyLabel, int[] keys, byte[][] values) {
        this.labels = labels;
        this.anyLabel = anyLabel;
        this.keys = keys;
        this.values = values;
    }

    /**
     * Translates a search, and watches the rolls of all vertices that it may find in a partition. Cost: a READ for
     * each name that this node does not know.
     */
    static SoughtVertices of(VertexSearch search, Scope scope, int partition) {
        Set<String> names = search.labels();
        Set<Integer> labels = new HashSet<>();
        if (names == null) {
            scope.transaction().watch(ElementRolls.vertices(scope.homes(), partition));
        } else {
            for (String name : names) {
                scope.transaction().watch(ElementRolls.vertices(scope.homes(), partition, name));
                int number = scope.names().vertexLabels().find(name, scope.source());
                if (number != 0) {
                    labels.add(number);
                }
            }
        }
        List<VertexSearch.Test> tests = search.tests();
        return new SoughtVertices(
                labels.stream().mapToInt(Integer::intValue).toArray(),
                names == null,
                tests.stream().mapToInt(test -> key(test.key(), scope)).toArray(),
                tests.stream().map(VertexSearch.Test::value).toArray(byte[][]::new));
    }

    private static int key(String name, Scope scope) {
        int number = scope.names().keys().find(name, scope.source());
        return number == 0 ? NO_KEY : number;
    }

    /** Whether no stored vertex has one of the labels. */
    boolean isNone() {
        return !anyLabel && labels.length == 0;
    }

    /** Whether the search matches all vertices. */
    boolean isAll() {
        return anyLabel && keys.length == 0;
    }

    Set<Integer> labels() {
        Set<Integer> all = new HashSet<>();
        for (int label : labels) {
            all.add(label);
        }
        return all;
    }

    boolean hasLabel(VertexInPlace vertex) {
        if (anyLabel) {
            return true;
        }
        int label = vertex.label();
        for (int each : labels) {
            if (each == label) {
                return true;
            }
        }
        return false;
    }

    /** Whether a vertex, which has one of the labels, may have all values of the search. */
    boolean mayBe(VertexInPlace vertex) {
        for (int i = 0; i < keys.length; i++) {
            if (vertex.held(keys[i], values[i]) == Held.NO) {
                return false;
            }
        }
        return true;
    }
}
