package io.pragh.core.property.bulk;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.graph.WholeLists;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.catalogue.IndexCatalogue;
import io.pragh.core.property.element.EdgeCodec;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.IndexedValues;
import io.pragh.core.property.element.VertexCodec;
import io.pragh.core.property.value.EncodedValue;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.function.IntToLongFunction;

/**
 * Builds the lists of new indexes from the gathered elements: one sort for indexes on vertices, and one for those on
 * edges. One thread.
 */
final class IndexLists {
    private static final int[] NO_DIRECTORY = {};

    private final BulkTarget target;
    private final HomeMap homes;
    private final StagedVertices vertices;
    private final StagedEdges edges;
    private final NumberedGraph graph;
    private final StagingBudget budget;
    private final WholeLists lists;
    private final ValueBatch batch;

    private long[] entries = new long[16];

    /** Lists for a numbered graph, which a batch creates. */
    IndexLists(
            BulkTarget target,
            StagedVertices vertices,
            StagedEdges edges,
            NumberedGraph graph,
            StagingBudget budget,
            WholeLists lists) {
        this.target = target;
        this.homes = target.homes();
        this.vertices = vertices;
        this.edges = edges;
        this.graph = graph;
        this.budget = budget;
        this.lists = lists;
        this.batch = new ValueBatch(target);
    }

    /**
     * Fills indexes; false when entries are still missing, because another thread has begun lists, or memory is
     * short.
     */
    boolean fill(List<IndexCatalogue.Index> indexes) {
        try {
            fillThoseOnVertices(of(ElementKind.VERTEX, indexes));
            fillThoseOnEdges(of(ElementKind.EDGE, indexes));
            return true;
        } catch (PraghException refused) {
            return false; // the missing entries are added one by one; if that fails too, its exception tells why
        }
    }

    private static List<IndexCatalogue.Index> of(ElementKind kind, List<IndexCatalogue.Index> indexes) {
        return indexes.stream().filter(index -> index.kind() == kind).toList();
    }

    private void fillThoseOnVertices(List<IndexCatalogue.Index> indexes) {
        IdentityOrder order = new IdentityOrder(homes, budget);
        for (int vertex = 0; vertex < vertices.count() && !indexes.isEmpty(); vertex++) {
            if (!vertices.isDescribed(vertex)) {
                continue; // without properties
            }
            byte[] body = new byte[vertices.bodyBytes(vertex, 0)];
            vertices.write(vertex, NO_DIRECTORY, 0, ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN));
            VertexRecord record = VertexCodec.decode(vertices.vid(vertex), body, target.numbers());
            for (IndexCatalogue.Index index : indexes) {
                add(order, index, IndexedValues.of(record, index.key()), vertex);
            }
        }
        write(order, vertices::vid);
    }

    private void fillThoseOnEdges(List<IndexCatalogue.Index> indexes) {
        IdentityOrder order = new IdentityOrder(homes, budget);
        for (int edge = 0; edge < edges.count() && !indexes.isEmpty(); edge++) {
            if (!edges.isDescribed(edge)) {
                continue;
            }
            EdgeRef ref = graph.ref(edge);
            byte[] body = EdgeCodec.encode(ref, edges.rest(edge));
            EdgeRecord record = EdgeCodec.decode(ref.label(), body, target.numbers());
            for (IndexCatalogue.Index index : indexes) {
                add(order, index, IndexedValues.of(record, index.key()), edge);
            }
        }
        write(order, edge -> ElementKeys.edge(graph.ref(edge)));
    }

    private static void add(IdentityOrder order, IndexCatalogue.Index index, Set<EncodedValue> values, int element) {
        for (EncodedValue value : values) {
            order.add(ElementKeys.index(index.kind(), index.number(), value.bytes()), element);
        }
    }

    /**
     * Elements of one key come in ascending order. An element with two values whose hashes are equal comes twice, but
     * is one entry.
     */
    private void write(IdentityOrder order, IntToLongFunction entryOf) {
        order.drain((key, together, count) -> {
            if (count > entries.length) {
                entries = new long[Math.max(count, 2 * entries.length)];
            }
            int size = 0;
            for (int i = 0; i < count; i++) {
                if (i == 0 || together[i] != together[i - 1]) {
                    entries[size++] = entryOf.applyAsLong(together[i]);
                }
            }
            batch.move(homes.home(key));
            lists.create(key, entries, size, batch::add);
        });
        batch.end();
    }
}
