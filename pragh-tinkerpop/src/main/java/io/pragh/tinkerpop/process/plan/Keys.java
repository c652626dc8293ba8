package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.structure.Column;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/** Keys for elements, and for the results of a chain from them. Stateless. */
final class Keys {
    /** The element, or value, itself. Cost: none. */
    static final Key ITSELF = new Key(() -> "itself", (run, rows, from, to, into) -> {
        if (rows.type == RowType.VERTEX || rows.type == RowType.EDGE) {
            System.arraycopy(run.elements(rows, from, to), 0, into, 0, to - from);
            return;
        }
        for (int row = from; row < to; row++) {
            into[row - from] = rows.value(row);
        }
    });

    private Keys() {}

    /** The identifier. Cost: none where vertices are called by their numbers, else as for {@link #value}. */
    static Key identifier() {
        Key read = ofElement("id", Keys::identifier, Edge::id);
        return new Key(() -> "id", (run, rows, from, to, into) -> {
            if (rows.type == RowType.VERTEX && run.isCalledByNumbers()) {
                for (int row = from; row < to; row++) {
                    into[row - from] = rows.numbers[row];
                }
            } else {
                read.reader().read(run, rows, from, to, into);
            }
        });
    }

    /** The label. Cost: as for {@link #value}; none for edges. */
    static Key label() {
        return ofElement("label", (run, record) -> record.label(), Edge::label);
    }

    /**
     * The value of a property, of which a vertex must not have several values. Cost: one batch of READs for the
     * vertices, two for the edges.
     */
    static Key value(String key) {
        return ofElement(
                "value[" + key + "]",
                (run, record) -> {
                    List<VertexPropertyRecord> found = record.propertiesOf(key);
                    if (found.size() > 1) {
                        throw Vertex.Exceptions.multiplePropertiesExistForProvidedKey(key);
                    }
                    return found.isEmpty()
                            ? Total.NOTHING
                            : run.store.values().seen(found.get(0).value());
                },
                edge -> {
                    Property<Object> property = edge.property(key);
                    return property.isPresent() ? property.value() : Total.NOTHING;
                });
    }

    /** A map from keys to the values of a vertex' properties, each a list. Cost: as for {@link #value}. */
    static Key valueMap(String[] keys, boolean withIdentifier, boolean withLabel) {
        return new Key(() -> "valueMap" + Arrays.toString(keys), vertices((run, record) -> {
            Map<Object, Object> map = tokens(run, record, withIdentifier, withLabel);
            for (VertexPropertyRecord property : record.propertiesOf(keys)) {
                Object value = run.store.values().seen(property.value());
                valuesOf(property.key(), map).add(value);
            }
            return map;
        }));
    }

    @SuppressWarnings("unchecked") // only lists are put in
    private static List<@Nullable Object> valuesOf(String key, Map<Object, Object> map) {
        return (List<@Nullable Object>) map.computeIfAbsent(key, made -> new ArrayList<>(1));
    }

    /**
     * A map of the identifier, the label and the properties of a vertex, each with its last value. Cost: as for
     * {@link #value}.
     */
    static Key elementMap(String[] keys) {
        return new Key(() -> "elementMap" + Arrays.toString(keys), vertices((run, record) -> {
            Map<Object, @Nullable Object> map = tokens(run, record, true, true);
            for (VertexPropertyRecord property : record.propertiesOf(keys)) {
                map.put(property.key(), run.store.values().seen(property.value()));
            }
            return map;
        }));
    }

    /** A map of the identifier and the label of a vertex. Cost: as for {@link #value}. */
    static Key tokens() {
        return new Key(() -> "tokens", vertices((run, record) -> tokens(run, record, true, true)));
    }

    private static <V> Map<Object, V> tokens(Run run, VertexRecord record, boolean withIdentifier, boolean withLabel) {
        @SuppressWarnings("unchecked") // the keys are not null, and no code depends on their type
        Map<Object, V> map = (Map<Object, V>) new LinkedHashMap<Object, Object>();
        if (withIdentifier) {
            put(T.id, identifier(run, record), map);
        }
        if (withLabel) {
            put(T.label, record.label(), map);
        }
        return map;
    }

    @SuppressWarnings("unchecked") // see tokens
    private static <V> void put(T token, Object value, Map<Object, V> map) {
        map.put(token, (V) value);
    }

    private static Object identifier(Run run, VertexRecord record) {
        return record.isCalledByNumber()
                ? (Object) record.vid()
                : run.store.values().seenId(record.id());
    }

    /**
     * A map from names to the values of keys on an element or value, without those that have none. Cost: as for the
     * keys.
     */
    static Key project(List<String> names, List<Key> keys) {
        return new Key(() -> "project" + names + keys, (run, rows, from, to, into) -> {
                    for (int i = from; i < to; i++) {
                        into[i - from] = new LinkedHashMap<String, @Nullable Object>();
                    }
                    for (int i = 0; i < names.size(); i++) {
                        @Nullable Object[] values = keys.get(i % keys.size()).read(run, rows, from, to);
                        for (int row = 0; row < values.length; row++) {
                            if (values[row] != Total.NOTHING) {
                                putInto(into[row], names.get(i), values[row]);
                            }
                        }
                    }
                })
                .of(RowType.named(names, keys.stream().map(Key::made).toList()));
    }

    @SuppressWarnings("unchecked") // made a few lines earlier
    private static void putInto(@Nullable Object map, String name, @Nullable Object value) {
        ((Map<String, @Nullable Object>) Objects.requireNonNull(map)).put(name, value);
    }

    /** A map's entry of a name; no value for other objects, or when the name is missing. Cost: none. */
    static Key entry(String name) {
        return new Key(() -> "select[" + name + "]", (run, rows, from, to, into) -> {
            for (int row = from; row < to; row++) {
                into[row - from] = rows.value(row) instanceof Map<?, ?> map && map.containsKey(name)
                        ? map.get(name)
                        : Total.NOTHING;
            }
        });
    }

    /** A constant. Cost: none. */
    static Key constant(@Nullable Object value) {
        return new Key(() -> "constant(" + value + ")", (run, rows, from, to, into) -> Arrays.fill(into, value));
    }

    /** The number of loops that each row has done. Cost: none. */
    static Key loops() {
        return new Key(() -> "loops", (run, rows, from, to, into) -> Arrays.fill(into, (int) run.loops));
    }

    /** The first result of a chain from each row. Cost: that of the chain. */
    static Key first(Chain chain) {
        return new Key(() -> "by(" + chain + ")", (run, rows, from, to, into) -> {
                    Arrays.fill(into, Total.NOTHING);
                    Feed feed = Feed.alone(rows, from, to);
                    Operator operator = chain.open(run.within(feed), feed);
                    for (Rows more = operator.next(Operator.ALL); more != null; more = operator.next(Operator.ALL)) {
                        @Nullable Object[] values = ITSELF.read(run, more, 0, more.count);
                        for (int row = 0; row < more.count; row++) {
                            int place = more.origin(row) - from;
                            into[place] = into[place] == Total.NOTHING ? values[row] : into[place];
                        }
                    }
                })
                .of(chain.type());
    }

    /** Keys or values of a map, or those of an entry. Cost: none. */
    static Key column(Column column) {
        return new Key(() -> column.name(), (run, rows, from, to, into) -> {
            for (int row = from; row < to; row++) {
                into[row - from] = column.apply(rows.value(row));
            }
        });
    }

    /** A value that is computed from a vertex. */
    @FunctionalInterface
    private interface OfVertex {
        /** Computes it. */
        @Nullable
        Object of(Run run, VertexRecord record);
    }

    private static Key ofElement(String text, OfVertex ofVertex, Function<Edge, @Nullable Object> ofEdge) {
        Key.Reader vertices = vertices(ofVertex);
        return new Key(() -> text, (run, rows, from, to, into) -> {
            if (rows.type == RowType.VERTEX) {
                vertices.read(run, rows, from, to, into);
                return;
            }
            Object[] edges = run.elements(rows, from, to);
            for (int i = 0; i < edges.length; i++) {
                into[i] = ofEdge.apply((Edge) edges[i]);
            }
        });
    }

    private static Key.Reader vertices(OfVertex ofVertex) {
        return (run, rows, from, to, into) -> {
            for (int start = from; start < to; start += Operator.ALL) {
                int end = Math.min(to, start + Operator.ALL);
                GraphTransaction transaction = run.transaction();
                synchronized (transaction) {
                    @Nullable VertexRecord[] records = run.read(rows.numbers, start, end);
                    for (int row = start; row < end; row++) {
                        VertexRecord record = records[row - start];
                        into[row - from] = record == null ? Total.NOTHING : ofVertex.of(run, record);
                    }
                }
            }
        };
    }
}
