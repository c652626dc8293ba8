package io.pragh.tinkerpop;

import io.pragh.core.base.PraghException;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.node.KeptCluster;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeGraph;
import io.pragh.core.node.OnlineBackup;
import io.pragh.core.node.PraghNode;
import io.pragh.core.node.SnapshotPolicy;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.GraphKeeper;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.SeenMoment;
import io.pragh.core.property.element.VertexHomes;
import io.pragh.core.property.graph.PropertyOperations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes of this process, over its own memory. A transaction that begins with a vertex begins at the vertex's home, as
 * clients of a cluster do it; all others at each node in turn. Any thread.
 */
final class EmbeddedNodes implements GraphBackend {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedNodes.class);

    private final LocalCluster cluster;
    /** Whether the nodes end with the graph. */
    private final boolean owned;

    /** The data folder of the graph; null when there is none. */
    private final @Nullable KeptCluster kept;

    private final List<PropertyGraph> graphs;
    private final AtomicInteger turn = new AtomicInteger();
    private volatile String server = "";

    private EmbeddedNodes(LocalCluster cluster, @Nullable KeptCluster kept, boolean owned) {
        this.cluster = cluster;
        this.kept = kept;
        this.owned = owned;
        SeenMoment seen = new SeenMoment();
        GraphKeeper keeper = kept == null ? GraphKeeper.NONE : kept;
        this.graphs = cluster.nodes().stream()
                .map(node -> NodeGraph.open(node, seen, keeper))
                .toList();
    }

    /** Configuration of each node of a graph. */
    static NodeConfig nodeConfig(PraghGraphConfig config) {
        return NodeConfig.DEFAULT
                .withMemory(config.segmentBytes(), config.partitionBytesMax())
                .withCacheBytes(config.cacheBytes())
                .withPlacement(config.placement())
                .withSnapshots(new SnapshotPolicy(
                        TimeUnit.SECONDS.toNanos(config.snapshotSeconds()), config.snapshotsEndAlways()));
    }

    /** Starts nodes, and restores the data folder, if there is one; {@code progress} receives the progress. */
    static EmbeddedNodes start(PraghGraphConfig config, RestoreProgress progress) {
        NodeConfig node = nodeConfig(config);
        int workers = Math.min(config.nodes(), Runtime.getRuntime().availableProcessors());
        DataPlace data = config.data();
        if (data != null) {
            KeptCluster kept = KeptCluster.embedded(
                    new KeptCluster.Data(data, config.partitions(), config.partitionsGiven()),
                    config.nodes(),
                    node,
                    PropertyOperations.ALL,
                    workers,
                    EmbeddedNodes::taskFailed,
                    progress);
            return new EmbeddedNodes(kept.nodes(), kept, true);
        }
        return new EmbeddedNodes(
                LocalCluster.embedded(
                        config.nodes(),
                        config.partitions(),
                        node,
                        PropertyOperations.ALL,
                        workers,
                        EmbeddedNodes::taskFailed),
                null,
                true);
    }

    private static void taskFailed(Throwable failed) {
        LOG.error("a task of a node failed", failed);
    }

    /** Uses nodes that the caller has started, and closes. */
    static EmbeddedNodes over(LocalCluster cluster) {
        return new EmbeddedNodes(cluster, null, false);
    }

    /** The nodes, for tests that move values between them. */
    List<PraghNode> nodes() {
        return cluster.nodes();
    }

    @Override
    public PropertyGraph at(@Nullable Object first) {
        if (first == null || graphs.size() == 1) {
            return graphs.get(Math.floorMod(turn.getAndIncrement(), graphs.size()));
        }
        PraghNode any = cluster.node(0);
        return graphs.get(any.view().nodeOf(VertexHomes.partition(any.homes(), first))); // node n is the n-th
    }

    @Override
    public PropertyGraph first() {
        return graphs.get(0);
    }

    @Override
    public @Nullable BulkLoad bulkLoad() {
        return graphs.get(0).bulkLoad(graphs);
    }

    @Override
    public boolean checkpoint() {
        if (kept == null) {
            return false;
        }
        try {
            kept.checkpoint();
            return true;
        } catch (IOException failed) {
            throw new PraghException(
                    "a checkpoint cannot be written; all is as before, and see to the disk: " + failed, failed);
        }
    }

    @Override
    public BackupSummary backup(OnlineBackup.Order order, BackupProgress progress) {
        return kept == null ? GraphBackend.super.backup(order, progress) : kept.backup(order, progress);
    }

    @Override
    public List<NodeStatistics> statistics() {
        List<NodeStatistics> all = new ArrayList<>(
                cluster.nodes().stream().map(PraghNode::statistics).toList());
        if (kept != null) {
            all.set(0, kept.counted(all.get(0)));
        }
        return all;
    }

    /** One process, with all nodes and partitions. */
    @Override
    public ClusterView view() {
        int[] nodeOfPartition = new int[graphs.get(0).partitions()];
        return new ClusterView(1, List.of(new ClusterView.Member(0, "", "", server)), nodeOfPartition);
    }

    @Override
    public void announceServer(String announced) {
        server = announced;
    }

    @Override
    public void withdrawServer() {
        server = "";
    }

    /** They belong to this process alone. */
    @Override
    public boolean isExpelled() {
        return false;
    }

    @Override
    public String failure() {
        return cluster.nodes().stream()
                .map(PraghNode::failure)
                .filter(why -> !why.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** There is no other node to hand over to. */
    @Override
    public void handOverWhenClosed(long seconds) {}

    @Override
    public boolean handsOver() {
        return false;
    }

    @Override
    public boolean hasHandedOver() {
        return false;
    }

    @Override
    public void close() {
        graphs.forEach(PropertyGraph::close);
        if (kept != null) {
            kept.close();
        } else if (owned) {
            cluster.close();
        }
    }
}
