package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeGraph;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.store.MemoryLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

/** A property graph on three nodes, with access through each of them. Any thread. */
final class GraphFixture implements AutoCloseable {
    static final int NODES = 3;
    static final int PARTITIONS = 6;
    private static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 256L << 20, 64))
            .withCacheBytes(1 << 20)
            .withRead(new ReadOptions(true, true, 60_000_000_000L))
            .withLease(new LeasePolicy(60_000_000, 15_000_000));

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    final LocalCluster cluster;
    final List<PropertyGraph> graphs = new ArrayList<>();

    GraphFixture() {
        this(CONFIG.memory());
    }

    /** A graph with this much memory for each partition. */
    GraphFixture(MemoryLimits memory) {
        cluster = new LocalCluster(
                LocalCluster.staticSeats(NODES, PARTITIONS),
                CONFIG.withMemory(memory),
                LatencyModel.NONE,
                PropertyOperations.ALL,
                1,
                failure::set);
        cluster.nodes().forEach(node -> graphs.add(NodeGraph.open(node)));
    }

    PropertyGraph graph(int node) {
        return graphs.get(node);
    }

    GraphTransaction begin(int node) {
        return graphs.get(node).begin(TransactionOptions.DEFAULT);
    }

    /** Runs work in a transaction and commits it; repeats it on a conflict. */
    <T> T commit(int node, Function<GraphTransaction, T> work) {
        for (int tries = 0; ; tries++) {
            try (GraphTransaction transaction = begin(node)) {
                T result = work.apply(transaction);
                transaction.commit();
                return result;
            } catch (ConflictException again) {
                if (tries > 1000) {
                    throw again;
                }
            }
        }
    }

    void run(int node, Consumer<GraphTransaction> work) {
        commit(node, transaction -> {
            work.accept(transaction);
            return true;
        });
    }

    /** Reads the graph through a node. */
    void see(int node, Consumer<GraphTransaction> work) {
        try (GraphTransaction transaction = graphs.get(node).begin(TransactionOptions.DEFAULT.reading())) {
            work.accept(transaction);
        }
    }

    /** Writes an edge with a label between two new vertices; returns the label's number. */
    int edgeLabelOfNewEdge(PropertyGraph graph, String label) {
        try (GraphTransaction transaction = graph.begin(TransactionOptions.DEFAULT)) {
            transaction.addEdge(transaction.addVertex("v", null), label, transaction.addVertex("v", null), null);
            transaction.commit();
        }
        return graph.edgeLabel(label);
    }

    static VertexRecord vertex(GraphTransaction transaction, Object id) {
        return Objects.requireNonNull(transaction.vertexOf(id), () -> "no vertex has the id " + id);
    }

    /** Adds a property to those of a vertex. */
    static void set(GraphTransaction transaction, VertexRecord vertex, String key, Object value) {
        long number = transaction.nextPropertyNumber(vertex);
        vertex.properties().add(VertexPropertyRecord.natural(vertex.vid(), number, key, value));
        transaction.change(vertex);
    }

    /** Neighbours of a vertex by each kind of edges, and the edges' ids: {@code id of neighbour:out?:label}. */
    static List<String> edges(GraphTransaction transaction, Object id) {
        List<String> seen = new ArrayList<>();
        long vid = vertex(transaction, id).vid();
        List<long[]> found = new ArrayList<>();
        transaction.edges(
                new long[] {vid},
                true,
                true,
                null,
                Long.MAX_VALUE,
                (i, n, label, eid, out) -> found.add(new long[] {n, label, out ? 1 : 0}));
        for (long[] edge : found) {
            Object other = Objects.requireNonNull(transaction.vertex(edge[0])).id();
            seen.add(other + (edge[2] == 1 ? ":out:" : ":in:") + edge[1]);
        }
        return seen.stream().sorted().toList();
    }

    @Override
    public void close() {
        graphs.forEach(PropertyGraph::close);
        cluster.close();
        assertNull(failure.get(), "a worker failed");
    }
}
