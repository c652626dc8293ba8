package io.pragh.core.property.change;

import io.pragh.core.api.Transaction;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.element.Bodies;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.Identifiers;
import io.pragh.core.property.value.EncodedValue;
import io.pragh.core.property.value.ValueInput;
import io.pragh.core.property.value.ValueOutput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The identities that one transaction reads and changes: values of kind IDENTITY, each with all elements whose
 * identifiers have one hash. One thread at a time.
 *
 * <pre>
 *   count | length, identifier, length, element …      element: number of a vertex 8; or of an edge out 8, label 4, in 8, eid 8
 * </pre>
 */
public final class Identities {
    private final Transaction transaction;
    /** The changed values by key: elements by their identifiers. */
    private final Map<Long, Map<EncodedValue, byte[]>> changed = new LinkedHashMap<>();

    /** The identities that a transaction sees. */
    public Identities(Transaction transaction) {
        this.transaction = transaction;
    }

    /** The vertex that has an identifier, or {@link Identifiers#NONE}. Cost: one READ. */
    public long vertex(Object id) {
        byte[] element = find(ElementKind.VERTEX, Identifiers.canonical(id));
        return element == null ? Identifiers.NONE : new ValueInput(element, 0).getLong();
    }

    /** The edge that has an identifier, or null. Cost: one READ. */
    public @Nullable EdgeRef edge(Object id) {
        byte[] element = find(ElementKind.EDGE, Identifiers.canonical(id));
        return element == null ? null : edge(element);
    }

    private static EdgeRef edge(byte[] element) {
        ValueInput in = new ValueInput(element, 0);
        long out = in.getLong();
        int label = in.getInt();
        long arrives = in.getLong();
        return new EdgeRef(out, label, arrives, in.getLong());
    }

    /** Which of these identifiers edges have. Cost: one batch of READs. */
    boolean[] haveEdges(List<String> ids) {
        byte[][] identifiers = ids.stream().map(Identifiers::canonical).toArray(byte[][]::new);
        long[] keys = ElementKeys.keys(identifiers.length, i -> ElementKeys.identity(ElementKind.EDGE, identifiers[i]));
        byte[] @Nullable [] bodies = Bodies.read(transaction, keys);
        boolean[] have = new boolean[keys.length];
        for (int i = 0; i < keys.length; i++) {
            Map<EncodedValue, byte[]> known = changed.get(keys[i]);
            Map<EncodedValue, byte[]> elements = known != null ? known : decode(bodies[i]);
            have[i] = elements.containsKey(new EncodedValue(identifiers[i]));
        }
        return have;
    }

    private byte @Nullable [] find(ElementKind kind, byte[] identifier) {
        long key = ElementKeys.identity(kind, identifier);
        Map<EncodedValue, byte[]> known = changed.get(key);
        Map<EncodedValue, byte[]> elements = known != null ? known : decode(Bodies.read(transaction, key));
        return elements.get(new EncodedValue(identifier));
    }

    /** Gives a vertex an identifier. */
    public void name(long vid, Object id) {
        put(ElementKind.VERTEX, id, element(vid));
    }

    /** Gives an edge an identifier. */
    public void name(EdgeRef edge, Object id) {
        put(ElementKind.EDGE, id, element(edge));
    }

    /** A vertex, by its number, as an identity stores it. */
    public static byte[] element(long vid) {
        return new ValueOutput().putLong(vid).toBytes();
    }

    /** An edge as an identity stores it. */
    public static byte[] element(EdgeRef edge) {
        return new ValueOutput()
                .putLong(edge.out())
                .putInt(edge.label())
                .putLong(edge.in())
                .putLong(edge.eid())
                .toBytes();
    }

    /** Encodes an identity: canonical identifiers that have one hash, each followed by its element. */
    public static byte[] encode(List<byte[]> identifiersAndElements) {
        ValueOutput out = new ValueOutput().putCount(identifiersAndElements.size() / 2);
        identifiersAndElements.forEach(out::putBlock);
        return out.toBytes();
    }

    private void put(ElementKind kind, Object id, byte[] element) {
        byte[] identifier = Identifiers.canonical(id);
        load(ElementKeys.identity(kind, identifier)).put(new EncodedValue(identifier), element);
    }

    /** Makes identifiers free. Cost: one batch of READs. */
    public void forget(ElementKind kind, List<Object> ids) {
        byte[][] identifiers = ids.stream().map(Identifiers::canonical).toArray(byte[][]::new);
        long[] keys = ElementKeys.keys(identifiers.length, i -> ElementKeys.identity(kind, identifiers[i]));
        byte[] @Nullable [] bodies = Bodies.read(transaction, keys);
        for (int i = 0; i < keys.length; i++) {
            byte[] body = bodies[i];
            changed.computeIfAbsent(keys[i], key -> decode(body)).remove(new EncodedValue(identifiers[i]));
        }
    }

    private Map<EncodedValue, byte[]> load(long key) {
        return changed.computeIfAbsent(key, k -> decode(Bodies.read(transaction, k)));
    }

    private static Map<EncodedValue, byte[]> decode(byte @Nullable [] body) {
        Map<EncodedValue, byte[]> elements = new HashMap<>();
        if (body != null) {
            ValueInput in = new ValueInput(body, 0);
            for (int count = in.getLength(); count > 0; count--) {
                byte[] identifier = in.getBlock();
                elements.put(new EncodedValue(identifier), in.getBlock());
            }
        }
        return elements;
    }

    /** Writes the changed identities in the transaction. */
    public void write() {
        changed.forEach((key, elements) -> {
            if (elements.isEmpty()) {
                transaction.delete(key);
                return;
            }
            List<byte[]> all = new ArrayList<>(2 * elements.size());
            elements.forEach((identifier, element) -> {
                all.add(identifier.bytes());
                all.add(element);
            });
            transaction.write(key, encode(all));
        });
    }
}
