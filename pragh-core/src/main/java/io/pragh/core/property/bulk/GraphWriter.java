package io.pragh.core.property.bulk;

import io.pragh.core.address.HomeMap;
import io.pragh.core.graph.WholeLists;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.catalogue.IndexCatalogue;
import io.pragh.core.property.change.ElementRolls;
import io.pragh.core.property.change.Identities;
import io.pragh.core.property.element.EdgeCodec;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.Identifiers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Writes the gathered elements into the store, home by home. One thread. */
final class GraphWriter {
    private final BulkTarget target;
    private final HomeMap homes;
    private final StagedVertices vertices;
    private final StagedEdges edges;
    private final NumberedGraph graph;
    private final StagingBudget budget;
    private final WholeLists lists;
    private final ValueBatch batch;
    private final WholeLists.Values values;
    private final List<IndexCatalogue.Index> indexes;
    private final LongConsumer stored;

    /** Indexes of the home's rolls in the batch. */
    private int rollOfVertices;

    private int rollOfEdges;
    private long[] neighbours = new long[16];
    private long[] eids = new long[16];
    private int[] others = new int[16];

    GraphWriter(
            BulkTarget target,
            StagedVertices vertices,
            StagedEdges edges,
            NumberedGraph graph,
            StagingBudget budget,
            List<IndexCatalogue.Index> indexes,
            LongConsumer stored) {
        this.target = target;
        this.homes = target.homes();
        this.vertices = vertices;
        this.edges = edges;
        this.graph = graph;
        this.budget = budget;
        this.lists = new WholeLists(homes, vertices.count() * 31L + edges.count());
        this.indexes = indexes;
        this.stored = stored;
        this.batch = new ValueBatch(target);
        this.values = batch::add;
    }

    /** Fills the graph's indexes, once the elements are written; returns the indexes that were filled. */
    List<IndexCatalogue.Index> fill() {
        IndexLists filling = new IndexLists(target, vertices, edges, graph, budget, lists);
        return indexes.isEmpty() || filling.fill(indexes) ? indexes : List.of();
    }

    void write() {
        for (int home = 0; home < homes.partitions(); home++) {
            write(home);
        }
        writeEdgeIdentities();
    }

    private void write(int home) {
        target.expect(home, graph.keys(home));
        batch.begin(home);
        rollOfVertices = batch.sign(ElementRolls.vertices(homes, home));
        rollOfEdges = batch.sign(ElementRolls.edges(homes, home));
        int label = 0;
        IdentityOrder named = new IdentityOrder(homes, budget);
        for (int i = graph.from(home); i < graph.to(home); i++) {
            int vertex = graph.vertex(i);
            if (vertices.label(vertex) != label) {
                label = vertices.label(vertex);
                batch.sign(graph.rollOfLabel(home, label));
            }
            writeVertex(i, vertex);
            graph.written(i);
            if (vertices.isNamed(vertex)) {
                byte[] identifier = vertices.identifier(vertex);
                named.add(ElementKeys.identity(ElementKind.VERTEX, identifier), vertex);
            }
            stored.accept(1 + graph.outs().to(i) - graph.outs().from(i));
        }
        named.drain((key, together, count) -> {
            List<byte[]> entries = new ArrayList<>(2 * count);
            for (int i = 0; i < count; i++) {
                entries.add(vertices.identifier(together[i]));
                entries.add(Identities.element(vertices.vid(together[i])));
            }
            batch.add(key, Identities.encode(entries));
        });
        batch.end();
        if (indexes.isEmpty()) { // filled from the records
            vertices.forget(home);
        }
    }

    private void writeVertex(int index, int vertex) {
        long vid = vertices.vid(vertex);
        int count = graph.directory(index);
        vertices.write(
                vertex, graph.words(), count, batch.add(ElementKeys.vertex(vid), vertices.bodyBytes(vertex, count)));
        batch.count(rollOfVertices, 1);
        EdgeOrder leaving = graph.outs();
        writeLists(vid, index, true);
        writeLists(vid, index, false);
        for (int i = leaving.from(index); i < leaving.to(index); i++) {
            if (graph.isDescribed(i)) {
                int edge = leaving.edge(i);
                EdgeRef ref = graph.ref(edge);
                batch.add(ElementKeys.edge(ref), EdgeCodec.encode(ref, edges.rest(edge)));
            }
        }
    }

    private void writeLists(long vid, int index, boolean leaving) {
        EdgeOrder order = leaving ? graph.outs() : graph.ins();
        int to = order.to(index);
        int end;
        for (int from = order.from(index); from < to; from = end) {
            end = order.endOfLabel(edges, from, to);
            int count = end - from;
            if (count > neighbours.length) {
                neighbours = new long[Math.max(count, 2 * neighbours.length)];
                eids = new long[neighbours.length];
                others = new int[neighbours.length];
            }
            boolean numbered = order.others(from, others, count);
            for (int i = 0; i < count; i++) {
                neighbours[i] = vertices.vid(others[i] < 0 ? ~others[i] : others[i]);
            }
            long key = ElementKeys.list(vid, order.label(edges, from), leaving);
            if (numbered) {
                order.eids(from, others, eids, count, graph.numbers());
                lists.create(key, neighbours, eids, count, values);
            } else {
                lists.create(key, neighbours, count, values);
            }
            if (leaving) {
                batch.count(rollOfEdges, count);
            }
        }
    }

    /** The identity of an edge may have any home. */
    private void writeEdgeIdentities() {
        if (edges.namedCount() == 0) {
            return;
        }
        IdentityOrder named = new IdentityOrder(homes, budget);
        for (int edge = 0; edge < edges.count(); edge++) {
            if (edges.isNamed(edge)) {
                named.add(ElementKeys.identity(ElementKind.EDGE, identifier(edge)), edge);
            }
        }
        batch.begin(0);
        named.drain((key, together, count) -> {
            List<byte[]> entries = new ArrayList<>(2 * count);
            for (int i = 0; i < count; i++) {
                entries.add(identifier(together[i]));
                entries.add(Identities.element(graph.ref(together[i])));
            }
            batch.move(homes.home(key));
            batch.add(key, Identities.encode(entries));
        });
        batch.end();
    }

    private byte[] identifier(int edge) {
        return Identifiers.canonical(edges.id(edge));
    }
}
