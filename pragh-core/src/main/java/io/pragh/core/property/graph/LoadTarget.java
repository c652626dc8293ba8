package io.pragh.core.property.graph;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.NewValues;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphKeeper;
import io.pragh.core.property.GraphSessions;
import io.pragh.core.property.bulk.BulkTarget;
import io.pragh.core.property.catalogue.GraphNames;
import io.pragh.core.property.catalogue.IndexCatalogue;
import io.pragh.core.property.element.VertexCodec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Stores a load in bulk through a session at each node of this process: values are written through the node that is
 * their home. One thread.
 */
final class LoadTarget implements BulkTarget {
    private final KeyValueGraph graph;
    private final GraphNames names;
    private final VertexCodec.Names numbers;
    /** By partition; the first node's session for a partition that no node of this process serves. */
    private final GraphSessions.Session[] byPartition;

    private final Map<KeyValueGraph, GraphSessions.Session> sessions = new HashMap<>();
    private List<IndexCatalogue.Index> indexesBefore = List.of();
    private GraphKeeper.Load load = GraphKeeper.Load.NONE;

    /**
     * Writes through the first of these graphs, and through each of the others for the partitions at its node. All
     * are one graph, as several nodes see it.
     */
    LoadTarget(List<KeyValueGraph> seen, GraphNames names) {
        this.graph = seen.get(0);
        this.names = names;
        this.byPartition = new GraphSessions.Session[graph.partitions()];
        Arrays.fill(byPartition, session(graph));
        for (KeyValueGraph each : seen) {
            for (int partition : each.partitionsHere()) {
                byPartition[partition] = session(each);
            }
        }
        this.numbers = graph.numbers(session(graph).transactions());
    }

    private GraphSessions.Session session(KeyValueGraph of) {
        return sessions.computeIfAbsent(of, KeyValueGraph::take);
    }

    @Override
    public HomeMap homes() {
        return graph.homes();
    }

    @Override
    public GraphNames names() {
        return names;
    }

    @Override
    public VertexCodec.Names numbers() {
        return numbers;
    }

    @Override
    public TransactionSource source(int partition) {
        return byPartition[partition].transactions();
    }

    @Override
    public boolean create(int home, NewValues values, Map<Long, Long> rolls) {
        return byPartition[home].create(home, values, rolls);
    }

    @Override
    public void expect(int home, long keys) {
        byPartition[home].expect(home, keys);
    }

    @Override
    public long[] rooms() {
        return graph.rooms();
    }

    @Override
    public long newVertex(int home) {
        return graph.newVertex(home, source(home));
    }

    @Override
    public long newEdge(long out) {
        return graph.newEdge(out, source(graph.homes().home(out)));
    }

    @Override
    public Set<String> indexedOnEdges() {
        return graph.indexBuilder(session(graph)).all().stream()
                .filter(index -> index.kind() == ElementKind.EDGE)
                .map(IndexCatalogue.Index::key)
                .collect(Collectors.toSet());
    }

    @Override
    public void lend() {
        graph.indexBuilder(session(graph)).lend();
    }

    @Override
    public List<IndexCatalogue.Index> beginIndexes() {
        load = graph.keeper().load();
        IndexBuilder indexes = graph.indexBuilder(session(graph));
        if (indexes.all().isEmpty()) {
            return List.of();
        }
        indexesBefore = indexes.beginAnew();
        return indexes.all();
    }

    @Override
    public void completeIndexes(List<IndexCatalogue.Index> filled) {
        graph.indexBuilder(session(graph)).completeAnew(indexesBefore, filled);
    }

    @Override
    public void keep() {
        load.keep();
    }

    @Override
    public void written() {
        sessions.values().forEach(session -> graph.seen(session));
    }

    @Override
    public void close() {
        load.close();
        sessions.values().forEach(GraphSessions.Session::giveBack);
        sessions.clear();
    }
}
