package io.pragh.benchmarks.fof;

import io.pragh.coordinator.EmbeddedCoordination;
import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.core.engine.TaskEngine;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.PraghNode;
import io.pragh.core.placement.Coordination;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A whole cluster in this process, over the local fabric, with its own coordination where values move on a plan. Any thread. */
final class LocalHost implements NodeHost {
    private final @Nullable EmbeddedCoordination coordination;
    private final MigrationGate gate = new MigrationGate(false);
    private final LocalCluster cluster;

    /** Starts all nodes, still empty; {@code whenTaskFails} is told of what a task or a service threw. */
    LocalHost(Scheme scheme, FofConfig config, NodeConfig node, Consumer<Throwable> whenTaskFails) {
        ClusterShape shape = config.shape();
        boolean planned = scheme.isMigrating() && config.mode().isPlanned();
        coordination = planned ? coordination(config) : null;
        try {
            cluster = new LocalCluster(
                    seats(scheme == Scheme.IDEAL ? 1 : shape.nodes(), shape.partitions()),
                    node,
                    shape.latency(),
                    PropertyOperations.ALL,
                    shape.workers(),
                    whenTaskFails);
        } catch (RuntimeException | Error failure) {
            closeCoordination();
            throw failure;
        }
    }

    private static EmbeddedCoordination coordination(FofConfig config) {
        ClusterShape shape = config.shape();
        return EmbeddedCoordination.start(
                FofCluster.GRAPH,
                shape.nodes(),
                shape.partitions(),
                PlannerConfig.of(config.mode(), config.reportNanos()));
    }

    private List<LocalCluster.Seat> seats(int nodes, int partitions) {
        if (coordination == null) {
            return LocalCluster.staticSeats(nodes, partitions);
        }
        List<LocalCluster.Seat> seats = new ArrayList<>();
        for (int n = 0; n < nodes; n++) {
            Coordination own = coordination.node(n);
            seats.add(new LocalCluster.Seat(n, own.membership(), gate.guard(own.exchange())));
        }
        return seats;
    }

    @Override
    public List<PraghNode> nodes() {
        return cluster.nodes();
    }

    @Override
    public TaskEngine engine() {
        return cluster.engine();
    }

    @Override
    public int workerOf(int place) {
        return cluster.workerOf(place);
    }

    @Override
    public PraghGraph graph() {
        return PraghGraph.over(cluster);
    }

    /** Reports pass to the planner from now on. */
    @Override
    public void startMigration() {
        gate.open();
    }

    @Override
    public void close() {
        try {
            cluster.close();
        } finally {
            closeCoordination();
        }
    }

    private void closeCoordination() {
        if (coordination != null) {
            coordination.close();
        }
    }
}
