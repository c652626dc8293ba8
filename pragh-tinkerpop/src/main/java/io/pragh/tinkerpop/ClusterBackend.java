package io.pragh.tinkerpop;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.node.ClusterNode;
import io.pragh.core.node.ClusterSeat;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeGraph;
import io.pragh.core.node.OnlineBackup;
import io.pragh.core.node.PraghNode;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.graph.PropertyOperations;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.commons.configuration2.Configuration;
import org.apache.commons.configuration2.ConfigurationUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This process as a node of a cluster; transactions begin here. Any thread. */
final class ClusterBackend implements GraphBackend {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterBackend.class);

    /** A member writes the view within milliseconds; when none does, this process leaves all the same. */
    private static final long WITHDRAWAL_NANOS_MAX = 5_000_000_000L;

    private static final long LOOK_NANOS = 2_000_000;

    private final ClusterNode node;
    /** Whether the node ends with the graph. */
    private final boolean owned;

    private volatile long handOverNanos;
    private volatile boolean handedOver;
    /** The address of this process for clients, as the others know it. */
    private volatile String server = "";

    private final PropertyGraph graph;

    private ClusterBackend(ClusterNode node, boolean owned, long handOverSeconds) {
        this.node = node;
        this.owned = owned;
        this.handOverNanos = TimeUnit.SECONDS.toNanos(handOverSeconds);
        this.graph = NodeGraph.open(node.node());
    }

    /**
     * Joins the cluster, a standby when it is needed; returns when the cluster is complete, a standby when it serves
     * its partitions.
     */
    static ClusterBackend join(PraghGraphConfig config, ClusterSeat seat, RestoreProgress progress) {
        NodeConfig nodes = EmbeddedNodes.nodeConfig(config);
        Consumer<Throwable> whenTaskFails = failed -> LOG.error("a task of a node failed", failed);
        DataPlace standby = config.standby();
        ClusterNode node = standby == null
                ? ClusterNode.join(seat, nodes, PropertyOperations.ALL, whenTaskFails, progress)
                : ClusterNode.standBy(seat, standby, nodes, PropertyOperations.ALL, whenTaskFails, progress);
        return new ClusterBackend(node, true, config.handOverSeconds());
    }

    /** Uses a node that the caller has started, and closes. */
    static ClusterBackend over(ClusterNode node) {
        return new ClusterBackend(node, false, 0);
    }

    /** The configuration for opening it next time: a standby has become the node of a data folder. */
    Configuration opened(Configuration configuration) {
        DataPlace data = node.data();
        if (data == null || !configuration.containsKey(PraghGraphConfig.STANDBY)) {
            return configuration;
        }
        Configuration now = ConfigurationUtils.cloneConfiguration(configuration);
        now.clearProperty(PraghGraphConfig.STANDBY);
        now.setProperty(PraghGraphConfig.DATA, data.toString());
        return now;
    }

    /** The node itself. */
    PraghNode node() {
        return node.node();
    }

    @Override
    public PropertyGraph at(@Nullable Object first) {
        return graph;
    }

    @Override
    public PropertyGraph first() {
        return graph;
    }

    @Override
    public @Nullable BulkLoad bulkLoad() {
        return null; // other processes may write to it at any time
    }

    @Override
    public boolean checkpoint() {
        if (!node.isKept()) {
            return false;
        }
        try {
            node.checkpoint();
            return true;
        } catch (IOException failed) {
            throw new PraghException(
                    "a checkpoint cannot be written; all is as before, and see to the disk: " + failed, failed);
        }
    }

    @Override
    public BackupSummary backup(OnlineBackup.Order order, BackupProgress progress) {
        return node.backup(order, progress);
    }

    @Override
    public List<NodeStatistics> statistics() {
        return List.of(node.statistics());
    }

    @Override
    public ClusterView view() {
        return node.view();
    }

    @Override
    public void announceServer(String announced) {
        server = announced; // before: an announcement that seems to fail may have been received
        node.announceServer(announced);
    }

    @Override
    public void withdrawServer() {
        if (server.isEmpty() || isOut()) {
            return;
        }
        announceServer("");
        long began = Clock.SYSTEM.nanos();
        while (isTold() && Clock.SYSTEM.nanos() - began < WITHDRAWAL_NANOS_MAX) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Whether the latest view still has this process's address for clients. */
    private boolean isTold() {
        int self = node.node().self();
        return node.view().members().stream()
                .anyMatch(m -> m.node() == self && !m.server().isEmpty());
    }

    /**
     * Whether this node has left its cluster already, and not by its own decision: no node takes over its partitions
     * by a handover.
     */
    private boolean isOut() {
        return isExpelled() || !failure().isEmpty();
    }

    @Override
    public boolean isExpelled() {
        return node.standing() == NodeStatistics.Standing.EXPELLED;
    }

    @Override
    public String failure() {
        return node.node().failure();
    }

    @Override
    public void handOverWhenClosed(long seconds) {
        handOverNanos = TimeUnit.SECONDS.toNanos(seconds);
    }

    @Override
    public boolean handsOver() {
        return owned && handOverNanos > 0 && !isOut();
    }

    @Override
    public boolean hasHandedOver() {
        return handedOver;
    }

    @Override
    public void close() {
        try {
            withdrawServer(); // before its partitions go: clients would ask for them here
        } catch (RuntimeException cannot) {
            LOG.warn("clients are told of this node's server until it has left", cannot);
        }
        graph.close();
        if (!owned) {
            return;
        }
        if (!handsOver()) {
            node.close();
            return;
        }
        handedOver = node.leave(handOverNanos);
        if (!handedOver) {
            LOG.warn(
                    "a node has left before it had handed all partitions over; {}",
                    node.isKept() ? "its data folder keeps the rest" : "what it still held is lost");
        }
    }
}
