package io.pragh.benchmarks.fof;

import io.pragh.core.base.PraghException;
import io.pragh.core.engine.TaskEngine;
import io.pragh.core.node.ClusterNode;
import io.pragh.core.node.ClusterSeat;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.PraghNode;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** This process as one node of a cluster. Any thread. */
final class ProcessHost implements NodeHost {
    private final ClusterNode member;
    private final @Nullable TaskEngine more;

    /**
     * Joins the cluster; returns when all founders are there. With one worker, operations run on the node's own
     * thread, else on others beside it.
     */
    ProcessHost(ClusterSeat seat, NodeConfig node, int workers, Consumer<Throwable> whenTaskFails) {
        member = ClusterNode.join(seat, node, PropertyOperations.ALL, whenTaskFails);
        more = workers > 1 ? new TaskEngine("pragh-load", workers, whenTaskFails) : null;
    }

    @Override
    public List<PraghNode> nodes() {
        return List.of(member.node());
    }

    @Override
    public TaskEngine engine() {
        return more == null ? member.engine() : more;
    }

    @Override
    public int workerOf(int place) {
        return 0;
    }

    @Override
    public PraghGraph graph() {
        return PraghGraph.over(member);
    }

    @Override
    public void loaded() {
        try {
            member.checkpoint(); // a later restart is faster then
        } catch (IOException failed) {
            throw new PraghException("the graph that was loaded cannot be kept: " + failed, failed);
        }
    }

    /** The parent process starts the coordinator, too. */
    @Override
    public void startMigration() {}

    @Override
    public void close() {
        try {
            if (more != null) {
                more.close();
            }
        } finally {
            member.close();
        }
    }
}
