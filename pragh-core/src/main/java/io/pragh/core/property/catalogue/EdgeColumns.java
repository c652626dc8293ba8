package io.pragh.core.property.catalogue;

import io.pragh.core.api.TransactionSource;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.value.CarriedValue;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Records for each edge label the one property that its edges carry in their entries if they have no other: the first
 * one that was carried, which never changes. Any thread.
 */
// Stored as names of a space of their own, "label key type". Two concurrent transactions may add two columns for one
// label: the first name counts, and for every node, since names are never removed or reordered.
public final class EdgeColumns {
    /** Stands for an edge id: the properties are not carried. */
    public static final long REFUSED = -1;

    private static final int COLUMNS_MAX = 1 << 20;
    private static final String SEPARATOR = " ";
    private static final int PARTS = 3;

    private final NameCatalogue texts;
    private final Map<Integer, Column> byLabel = new ConcurrentHashMap<>();
    /** How many names are in the map. */
    private int seen;

    /**
     * The property that is carried.
     *
     * @param key its number
     * @param type of its values, a type of {@code CarriedValue}
     */
    public record Column(int key, int type) {
        /** The edge id of an edge that carries a property, or {@link #REFUSED}. */
        public long edgeId(int ofKey, Object value) {
            long bits = ofKey == key ? CarriedValue.pack(type, value) : CarriedValue.NONE;
            return bits == CarriedValue.NONE ? REFUSED : EdgeRef.CARRIES | bits;
        }
    }

    EdgeColumns(Catalogue stored, int nameBytesMax) {
        this.texts = new NameCatalogue(stored, ElementKeys.EDGE_COLUMNS, COLUMNS_MAX, nameBytesMax);
    }

    /** The property that edges of a label carry; some do. Cost: none when this node knows it, otherwise a READ. */
    public Column of(int label, TransactionSource source) {
        Column column = find(label, source);
        if (column == null) {
            throw new PraghException("an edge carries a property, and nobody knows which one: label=" + label);
        }
        return column;
    }

    /**
     * The property that edges of a label carry; null when there is none. Cost: none when this node knows the
     * property, otherwise a READ.
     */
    public @Nullable Column find(int label, TransactionSource source) {
        Column column = byLabel.get(label);
        if (column == null) {
            texts.learn(source);
            column = learnt(label);
        }
        return column;
    }

    /**
     * The property that edges of a label carry; if there is none yet, the given one is added. Cost: as {@link #find},
     * or a commit.
     */
    public Column findOrAdd(int label, int key, int type, TransactionSource source) {
        Column column = find(label, source);
        if (column == null) {
            texts.number(label + SEPARATOR + key + SEPARATOR + type, source);
            column = of(label, source);
        }
        return column;
    }

    /**
     * The edge id with which an edge without number and with these properties is stored: 0 without properties, {@link
     * #REFUSED} when it cannot carry them.
     *
     * @param indexed keys that have an index on edges
     * @param keys numbers of keys
     */
    public long edgeId(
            int label,
            Map<String, @Nullable Object> properties,
            Set<String> indexed,
            ToIntFunction<String> keys,
            TransactionSource source) {
        if (properties.isEmpty()) {
            return 0;
        }
        Map.Entry<String, @Nullable Object> first =
                properties.entrySet().iterator().next();
        Object value = first.getValue();
        int type = value == null ? CarriedValue.NONE : CarriedValue.type(value);
        if (properties.size() > 1 || value == null || type == CarriedValue.NONE || indexed.contains(first.getKey())) {
            return REFUSED;
        }
        int key = keys.applyAsInt(first.getKey());
        return findOrAdd(label, key, type, source).edgeId(key, value);
    }

    /** The labels whose edges carry a property. Cost: a READ. */
    public Set<Integer> labels(int key, TransactionSource source) {
        texts.learn(source);
        learnt(0);
        return byLabel.entrySet().stream()
                .filter(column -> column.getValue().key == key)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private synchronized @Nullable Column learnt(int label) {
        for (String text = texts.known(seen + 1); text != null; text = texts.known(seen + 1)) {
            StringTokenizer parts = new StringTokenizer(text, SEPARATOR);
            if (parts.countTokens() != PARTS) {
                throw new PraghException("no column of edges is called so: " + text);
            }
            int owner = Integer.parseInt(parts.nextToken());
            int key = Integer.parseInt(parts.nextToken());
            byLabel.putIfAbsent(owner, new Column(key, Integer.parseInt(parts.nextToken())));
            seen++;
        }
        return byLabel.get(label);
    }

    /** As {@link NameCatalogue#heal}. */
    public void heal(TransactionSource source) {
        texts.heal(source);
    }
}
