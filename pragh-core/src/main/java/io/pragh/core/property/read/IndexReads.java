package io.pragh.core.property.read;

import io.pragh.core.address.GraphKey;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.NumberSet;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.catalogue.IndexCatalogue;
import io.pragh.core.property.change.EdgeChanges;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.change.VertexChanges;
import io.pragh.core.property.element.Bodies;
import io.pragh.core.property.element.EdgeCodec;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.IndexedValues;
import io.pragh.core.property.value.EncodedValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds elements by the value of a property, as one transaction sees them. One thread at a time. */
public final class IndexReads {
    private final Scope scope;
    /** Indexes are not updated before commit, so the transaction's own elements are compared one by one. */
    private final ListChanges unchanged = new ListChanges();

    /** Reads in one transaction. */
    public IndexReads(Scope scope) {
        this.scope = scope;
    }

    /** The keys that have an index of this kind which is ready. */
    public Set<String> keys(ElementKind kind) {
        return scope.indexes().of(kind).stream()
                .filter(IndexCatalogue.Index::ready)
                .map(IndexCatalogue.Index::key)
                .collect(Collectors.toUnmodifiableSet());
    }

    private long[] listKeys(ElementKind kind, String key, Collection<EncodedValue> values) {
        IndexCatalogue.Index index = scope.indexes().ready(kind, key);
        return values.stream()
                .mapToLong(value -> ElementKeys.index(kind, index.number(), value.bytes()))
                .distinct()
                .toArray();
    }

    /**
     * The elements in the index's lists, each once, without those in {@code passed}; some have another value with the
     * same hash, or no longer have the value. Reads on, chunk by chunk, as far as the caller asks.
     */
    private PrimitiveIterator.OfLong candidates(
            ElementKind kind, String key, Collection<EncodedValue> values, NumberSet passed) {
        ListWalk walk = new ListWalk(scope, unchanged, listKeys(kind, key, values), Long.MAX_VALUE);
        return new PrimitiveIterator.OfLong() {
            private boolean found;

            @Override
            public boolean hasNext() {
                while (!found && walk.next()) {
                    found = passed.add(walk.neighbour());
                }
                return found;
            }

            @Override
            public long nextLong() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                found = false;
                return walk.neighbour();
            }
        };
    }

    private static Set<EncodedValue> canonical(Collection<?> values) {
        Set<EncodedValue> canonical = new HashSet<>();
        values.forEach(value -> canonical.add(IndexedValues.canonical(value)));
        return canonical;
    }

    /** As {@link io.pragh.core.property.GraphTransaction#countWithAny}. */
    public long count(ElementKind kind, String key, Collection<?> values, EdgeCounts counts) {
        return Arrays.stream(counts.counts(listKeys(kind, key, canonical(values))))
                .sum();
    }

    private static boolean haveCommon(Set<EncodedValue> some, Set<EncodedValue> others) {
        return some.stream().anyMatch(others::contains);
    }

    /** The vertices that have exactly this value, its type included. */
    public List<VertexRecord> vertices(String key, @Nullable Object value, VertexReads reads, VertexChanges changes) {
        EncodedValue same = EncodedValue.of(value);
        return listOf(vertices(
                key,
                List.of(IndexedValues.canonical(value)),
                vertex -> IndexedValues.has(vertex, key, same),
                reads,
                changes));
    }

    /** As {@link io.pragh.core.property.GraphTransaction#verticesWithAny}. */
    public Iterator<VertexRecord> verticesWithAny(
            String key, Collection<?> values, VertexReads reads, VertexChanges changes) {
        Set<EncodedValue> wanted = canonical(values);
        return vertices(key, wanted, v -> haveCommon(IndexedValues.of(v, key), wanted), reads, changes);
    }

    private static <E> List<E> listOf(Iterator<E> elements) {
        List<E> list = new ArrayList<>();
        elements.forEachRemaining(list::add);
        return list;
    }

    private Iterator<VertexRecord> vertices(
            String key,
            Collection<EncodedValue> lists,
            Predicate<VertexRecord> wanted,
            VertexReads reads,
            VertexChanges changes) {
        List<VertexRecord> own = new ArrayList<>();
        NumberSet changed = new NumberSet(); // those that change from now on are among the candidates
        for (VertexChanges.Own each : changes.all()) {
            VertexRecord vertex = each.record();
            changed.add(each.vid());
            if (vertex != null && wanted.test(vertex)) {
                own.add(vertex);
            }
        }
        return new FoundInBatches<>(
                candidates(ElementKind.VERTEX, key, lists, changed),
                some -> {
                    List<VertexRecord> found = new ArrayList<>();
                    for (VertexRecord vertex : reads.read(some)) {
                        if (vertex != null && wanted.test(vertex)) {
                            found.add(vertex);
                        }
                    }
                    return found;
                },
                own);
    }

    /** The edges that have exactly this value, its type included. */
    public List<EdgeRef> edges(String key, @Nullable Object value, EdgeChanges changes, ListChanges lists) {
        EncodedValue same = EncodedValue.of(value);
        return listOf(edges(
                key,
                List.of(IndexedValues.canonical(value)),
                edge -> IndexedValues.has(edge, key, same),
                changes,
                lists));
    }

    /** As {@link io.pragh.core.property.GraphTransaction#edgesWithAny}. */
    public Iterator<EdgeRef> edgesWithAny(String key, Collection<?> values, EdgeChanges changes, ListChanges lists) {
        Set<EncodedValue> wanted = canonical(values);
        return edges(key, wanted, e -> haveCommon(IndexedValues.of(e, key), wanted), changes, lists);
    }

    private Iterator<EdgeRef> edges(
            String key,
            Collection<EncodedValue> values,
            Predicate<EdgeRecord> wanted,
            EdgeChanges changes,
            ListChanges lists) {
        List<EdgeRef> own = new ArrayList<>();
        changes.changed().forEach((ref, edge) -> {
            if (wanted.test(edge)) {
                own.add(ref);
            }
        });
        Set<EdgeRef> changed = new HashSet<>(changes.changed().keySet());
        return new FoundInBatches<>(
                candidates(ElementKind.EDGE, key, values, new NumberSet()),
                some -> {
                    List<EdgeRef> found = new ArrayList<>();
                    for (EdgeRecord edge : stored(some)) {
                        EdgeRef ref = edge.ref();
                        if (!changed.contains(ref) && !lists.isGone(ref) && wanted.test(changes.current(edge))) {
                            found.add(ref);
                        }
                    }
                    return found;
                },
                own);
    }

    private List<EdgeRecord> stored(long[] keys) {
        List<EdgeRecord> edges = new ArrayList<>();
        byte[] @Nullable [] bodies = Bodies.read(scope.transaction(), keys);
        for (int i = 0; i < keys.length; i++) {
            byte[] body = bodies[i];
            if (body != null) {
                edges.add(EdgeCodec.decode(GraphKey.label(keys[i]), body, scope));
            }
        }
        return edges;
    }
}
