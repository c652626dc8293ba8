package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.bulk.GraphLoad;
import io.pragh.core.bulk.Progress;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.NewLists;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeSession;
import io.pragh.core.node.PraghNode;
import io.pragh.core.store.MemoryLimits;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One node that serves all partitions and holds a whole graph. One thread. */
final class LoadedNode implements AutoCloseable {
    private static final int PARTITIONS = 16;
    private static final int LABEL = 1;
    private static final int SEGMENT_BYTES = 1 << 20;

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final LocalCluster cluster;
    private final NodeSession session;

    /** Loads the graph. */
    LoadedNode(RmatEdges edges) {
        MemoryLimits limits = new MemoryLimits(SEGMENT_BYTES, MemoryLimits.DEFAULT.bytesMax(), (int)
                (edges.parameters().vertexCount() / 2 / PARTITIONS));
        cluster = new LocalCluster(
                LocalCluster.staticSeats(1, PARTITIONS),
                NodeConfig.DEFAULT.withMemory(limits).withCacheBytes(1 << 20),
                LatencyModel.NONE,
                ListOperations.ALL,
                1,
                failure::set);
        session = cluster.node(0).openSession();
        NewLists lists = new NewLists(session, new HomeMap(PARTITIONS), 1);
        new GraphLoad(key -> lists, LABEL).load(edges, Progress.NONE);
    }

    /** Key of a vertex's out-list. */
    static long listKey(long vertex) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, LABEL, vertex);
    }

    NodeSession session() {
        return session;
    }

    PraghNode node() {
        return cluster.node(0);
    }

    @Override
    public void close() {
        session.close();
        cluster.close();
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a service of the node failed", thrown);
        }
    }
}
