package io.pragh.core.property.bulk;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.ElementExistsException;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.MissingVertexException;
import io.pragh.core.property.catalogue.IndexCatalogue;
import io.pragh.core.property.catalogue.NameNumbers;
import io.pragh.core.property.element.Identifiers;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueOutput;
import java.math.BigInteger;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Gathers all elements of a load in memory, in columns (docs/benchmark.md says how much they take), then stores them.
 * One thread.
 */
// An element is completed when the next one is added, because its properties follow it; only then is it found by its
// identifier. So an error that is detected while an element is gathered is thrown while the caller reads that
// element's line.
public final class StagedLoad implements BulkLoad {
    /** The most bytes of a vertex beside its identifier, properties and directory. */
    private static final int HEAD_BYTES = 64;

    private final BulkTarget target;
    private final StagingBudget budget;
    private final int bodyBytesMax;
    /** Names of edge labels, vertex labels and keys. */
    private final List<ExpectedNames> names;

    private final NameNumbers vertexLabels;
    private final NameNumbers keys;
    private final StagedVertices vertices;
    private final StagedEdges edges;
    private final PropertyBuffer properties = new PropertyBuffer();
    private final PropertyBuffer none = new PropertyBuffer();
    private final ValueOutput identifier = new ValueOutput();
    private final ValueOutput sought = new ValueOutput();

    private Kind kind = Kind.NOTHING;
    private int element;
    private int label;
    /** Whether the vertex is found by a number, and its identifier needs no record. */
    private boolean plain;

    private boolean searched;
    private byte @Nullable [] edgeId;
    private byte @Nullable [] canonicalEdgeId;
    private boolean written;
    private String edgeLabel = "";
    private int edgeLabelNumber;

    /** The kind of the element that was added last. */
    private enum Kind {
        NOTHING,
        VERTEX,
        EDGE
    }

    /** A load into a graph without elements; closes {@code budget}. */
    public StagedLoad(BulkTarget target, StagingBudget budget) {
        this.target = target;
        this.budget = budget;
        this.bodyBytesMax = target.numbers().bodyBytesMax();
        this.names = Stream.of(
                        target.names().edgeLabels(),
                        target.names().vertexLabels(),
                        target.names().keys())
                .map(catalogue -> new ExpectedNames(catalogue, target.source(0)))
                .toList();
        this.vertexLabels = new NameNumbers(names.get(1)::number);
        this.keys = new NameNumbers(names.get(2)::number);
        this.vertices = new StagedVertices(target.homes(), budget);
        this.edges = new StagedEdges(budget);
    }

    private void endElement() {
        switch (kind) {
            case NOTHING -> {}
            case VERTEX -> {
                if (!plain || properties.count() > 0) {
                    vertices.describe(element, label, identifier, properties, searched);
                }
            }
            case EDGE -> {
                if (edgeId != null || properties.count() > 0) {
                    edges.describe(element, edgeId, canonicalEdgeId, properties);
                }
            }
        }
        kind = Kind.NOTHING;
        properties.clear();
    }

    @Override
    public void vertex(long id, String vertexLabel) {
        endElement();
        int number = vertexLabels.get(vertexLabel);
        int added = vertices.add(id, number);
        if (added == StagedVertices.NONE) {
            throw new ElementExistsException(ElementKind.VERTEX, id);
        }
        ValueCodec.writeLong(identifier.clear(), id);
        begin(added, number, StagedVertices.isPlain(id), false);
    }

    @Override
    public void vertex(Object id, String vertexLabel) {
        if (id instanceof Long number) {
            vertex(number.longValue(), vertexLabel);
            return;
        }
        endElement();
        int number = vertexLabels.get(vertexLabel);
        ValueCodec.write(identifier.clear(), id);
        checkBytes(identifier.length());
        boolean integral = isIntegral(id);
        int added;
        if (integral) {
            added = vertices.add(((Number) id).longValue(), number);
        } else {
            added = vertices.find(identifier) == StagedVertices.NONE ? vertices.add() : StagedVertices.NONE;
        }
        if (added == StagedVertices.NONE) {
            throw new ElementExistsException(ElementKind.VERTEX, id);
        }
        begin(added, number, false, !integral);
    }

    private void begin(int vertex, int number, boolean isPlain, boolean isSearched) {
        kind = Kind.VERTEX;
        element = vertex;
        label = number;
        plain = isPlain;
        searched = isSearched;
    }

    private static boolean isIntegral(Object id) {
        return id instanceof Long
                || id instanceof Integer
                || id instanceof Short
                || id instanceof Byte
                || id instanceof BigInteger big && big.bitLength() < Long.SIZE;
    }

    private void checkBytes(int bytes) {
        if (bytes + HEAD_BYTES > bodyBytesMax) {
            throw new PraghException(
                    "too large with all its properties; divide it, or make segments larger (half a segment and 16 MiB are"
                            + " the limits): " + (kind == Kind.EDGE ? ElementKind.EDGE : ElementKind.VERTEX) + " bytes="
                            + bytes
                            + " most=" + (bodyBytesMax - HEAD_BYTES));
        }
    }

    private void check(Kind wanted) {
        if (kind != wanted) {
            throw new IllegalStateException(
                    "a property follows what it is said of: wanted=" + wanted + " found=" + kind);
        }
    }

    @Override
    public void property(String key, @Nullable Object value) {
        check(Kind.VERTEX);
        ValueCodec.write(properties.ofVertex(keys.get(key)), value);
        checkBytes(identifier.length() + properties.length());
    }

    @Override
    public void property(String key, @Nullable Object value, Object id) {
        check(Kind.VERTEX);
        ValueCodec.write(properties.ofVertex(keys.get(key), id), value);
        checkBytes(identifier.length() + properties.length());
    }

    @Override
    public void property(String key, byte[] text, int from, int to) {
        check(Kind.VERTEX);
        ValueCodec.writeText(properties.ofVertex(keys.get(key)), text, from, to);
        checkBytes(identifier.length() + properties.length());
    }

    @Override
    public void ownProperty(String key, @Nullable Object value) {
        check(Kind.VERTEX);
        if (properties.count() == 0) {
            throw new IllegalStateException("what is said of a property follows it: key=" + key);
        }
        properties.own(keys.get(key), value);
        checkBytes(identifier.length() + properties.length());
    }

    @Override
    public void edge(long out, String name, long in, @Nullable String labelOfNew) {
        endElement();
        begin(end(out, labelOfNew), name, end(in, labelOfNew));
    }

    private void begin(int out, String name, int in) {
        if (!name.equals(edgeLabel)) {
            edgeLabelNumber = names.get(0).number(name);
            edgeLabel = name;
        }
        element = edges.add(out, edgeLabelNumber, in);
        kind = Kind.EDGE;
        edgeId = null;
        canonicalEdgeId = null;
    }

    private int end(long id, @Nullable String labelOfNew) {
        int found = vertices.find(id);
        if (found != StagedVertices.NONE) {
            return found;
        }
        if (labelOfNew == null) {
            throw new MissingVertexException(id);
        }
        int number = vertexLabels.get(labelOfNew);
        int added = vertices.add(id, number);
        if (!StagedVertices.isPlain(id)) {
            ValueCodec.writeLong(sought.clear(), id);
            vertices.describe(added, number, sought, none, false);
        }
        return added;
    }

    @Override
    public void edge(Object out, String name, Object in, @Nullable Object id, @Nullable String labelOfNew) {
        endElement();
        byte[] canonical = null;
        if (id != null) {
            canonical = Identifiers.canonical(id);
            checkBytes(canonical.length);
            if (edges.isTaken(canonical)) {
                throw new ElementExistsException(ElementKind.EDGE, id);
            }
        }
        begin(end(out, labelOfNew), name, end(in, labelOfNew));
        canonicalEdgeId = canonical;
        edgeId = id == null ? null : ValueCodec.encode(id);
    }

    @Override
    public boolean hasVertex(Object id) {
        endElement();
        return find(id) != StagedVertices.NONE;
    }

    /** The vertex with an identifier; an identifier that is no integral number is in {@link #sought} afterwards. */
    private int find(Object id) {
        if (isIntegral(id)) {
            return vertices.find(((Number) id).longValue());
        }
        ValueCodec.write(sought.clear(), id);
        return vertices.find(sought);
    }

    private int end(Object id, @Nullable String labelOfNew) {
        int found = find(id);
        if (found != StagedVertices.NONE) {
            return found;
        }
        if (labelOfNew == null) {
            throw new MissingVertexException(id);
        }
        if (id instanceof Long number) {
            return end(number.longValue(), labelOfNew);
        }
        ValueCodec.write(sought.clear(), id);
        checkBytes(sought.length());
        int number = vertexLabels.get(labelOfNew);
        boolean integral = isIntegral(id);
        int added = integral ? vertices.add(((Number) id).longValue(), number) : vertices.add();
        vertices.describe(added, number, sought, none, !integral);
        return added;
    }

    @Override
    public void edgeProperty(String key, @Nullable Object value) {
        check(Kind.EDGE);
        properties.ofEdge(keys.get(key), value);
        checkBytes(properties.length() + (edgeId == null ? 0 : edgeId.length));
    }

    @Override
    public Stored gathered() {
        return new Stored(vertices.count(), edges.count());
    }

    @Override
    public Stored write(LongConsumer stored) {
        if (written) {
            throw new IllegalStateException("a load is written once");
        }
        written = true;
        endElement();
        LoadedColumns columns = new LoadedColumns(target, edges, names.get(2)::known);
        NumberedGraph graph = new NumberedGraph(target, vertices, edges, columns, budget);
        graph.checkRoom(bodyBytesMax);
        names.forEach(ExpectedNames::take);
        columns.take(); // the last step that may be refused
        if (vertices.isAnyIdentified()) {
            target.numbers().identified();
        }
        if (graph.lends()) {
            target.lend();
        }
        graph.numberEdges();
        try {
            List<IndexCatalogue.Index> indexes = target.beginIndexes();
            GraphWriter writer = new GraphWriter(target, vertices, edges, graph, budget, indexes, stored);
            writer.write();
            target.written();
            boolean known = indexes.stream()
                    .allMatch(index -> index.kind() == ElementKind.VERTEX || columns.isIndexed(index.key()));
            target.completeIndexes(known ? writer.fill() : List.of());
        } catch (RuntimeException failed) {
            throw new PraghException(
                    "a load could not be stored to its end; the graph has a part of it: close it, and load again into a graph with more"
                            + " memory if that was short (pragh.partitionBytesMax, -XX:MaxDirectMemorySize): "
                            + failed.getMessage(),
                    failed);
        }
        target.keep();
        return gathered();
    }

    @Override
    public void close() {
        budget.close();
        target.close();
    }
}
