package io.pragh.tinkerpop.process.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Column;
import org.jspecify.annotations.Nullable;

/**
 * The type of the object that a row stands for; for a value, with what is known of its contents beforehand.
 * Immutable.
 */
final class RowType {
    /** A vertex, by its number. */
    static final RowType VERTEX = new RowType(Kind.OTHER, null, null, Map.of());
    /** An edge, as an {@link io.pragh.core.property.EdgeRef}. */
    static final RowType EDGE = new RowType(Kind.OTHER, null, null, Map.of());
    /** A {@code Long}, unboxed. */
    static final RowType NUMBER = new RowType(Kind.OTHER, null, null, Map.of());
    /** Any object. */
    static final RowType VALUE = new RowType(Kind.OTHER, null, null, Map.of());

    private enum Kind {
        OTHER,
        COLLECTION,
        MAP,
        ENTRY
    }

    private final Kind kind;
    /** Type of a map's keys. */
    private final @Nullable RowType keys;
    /** Type of a map's values, or of a collection's members. */
    private final @Nullable RowType values;
    /** Types of a map's entries for some names, if it has them. */
    private final Map<String, RowType> names;

    private RowType(Kind kind, @Nullable RowType keys, @Nullable RowType values, Map<String, RowType> names) {
        this.kind = kind;
        this.keys = keys;
        this.values = values;
        this.names = names;
    }

    /** A collection whose members have a type. */
    static RowType collection(RowType of) {
        return new RowType(Kind.COLLECTION, null, of, Map.of());
    }

    /** A map. */
    static RowType map(RowType keys, RowType values) {
        return new RowType(Kind.MAP, keys, values, Map.of());
    }

    /** A map with these names, whose entries have the given types in turn. */
    static RowType named(List<String> names, List<RowType> types) {
        Map<String, RowType> all = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            all.put(names.get(i), types.get(i % types.size()));
        }
        return new RowType(Kind.MAP, VALUE, VALUE, all);
    }

    /** The type without its contents: one of the constants. */
    RowType plain() {
        return this == VERTEX || this == EDGE || this == NUMBER ? this : VALUE;
    }

    boolean isValue() {
        return plain() == VALUE;
    }

    boolean isMap() {
        return kind == Kind.MAP;
    }

    /** Type of a map's entry for a name. */
    RowType of(String name) {
        return names.getOrDefault(name, VALUE);
    }

    /** Type of the keys or values of a map, together, or of those of an entry. */
    RowType of(Column column) {
        RowType each = column == Column.keys ? keys : values;
        if (each == null || kind == Kind.COLLECTION) {
            return VALUE;
        }
        return kind == Kind.MAP ? collection(each) : each;
    }

    /** Type of each member; itself for an element. */
    RowType unfolded() {
        return switch (kind) {
            case OTHER, ENTRY -> plain();
            case COLLECTION -> values == null ? VALUE : values;
            case MAP -> new RowType(Kind.ENTRY, keys, values, Map.of());
        };
    }
}
