package io.pragh.benchmarks.fof;

import io.pragh.coordinator.EmbeddedCoordination;
import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.engine.TaskEngine;
import io.pragh.core.node.KeptCluster;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.PraghNode;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.placement.Coordination;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A whole cluster in this process, over the local fabric, with its own coordination where values move on a plan. Any
 * thread.
 */
final class LocalHost implements NodeHost {
    private final @Nullable EmbeddedCoordination coordination;
    private final MigrationGate gate = new MigrationGate(false);
    private final LocalCluster cluster;
    /** Their data folder; null when there is none. */
    private final @Nullable KeptCluster kept;

    /**
     * Starts all nodes, still empty.
     *
     * @param data a folder for their data folder, or null
     * @param whenTaskFails receives exceptions of tasks and services
     */
    LocalHost(
            Scheme scheme, FofConfig config, NodeConfig node, @Nullable Path data, Consumer<Throwable> whenTaskFails) {
        ClusterShape shape = config.shape();
        boolean planned = scheme.isMigrating() && config.mode().isPlanned();
        coordination = planned ? coordination(config) : null;
        try {
            Function<CommitLog, LocalCluster> starting = log -> new LocalCluster(
                    seats(scheme == Scheme.IDEAL ? 1 : shape.nodes(), shape.partitions()),
                    node.withLog(log),
                    shape.latency(),
                    PropertyOperations.ALL,
                    shape.workers(),
                    whenTaskFails);
            kept = data == null ? null : keep(data.resolve(scheme.toString()), shape, starting);
            cluster = kept == null ? starting.apply(CommitLog.NONE) : kept.nodes();
        } catch (RuntimeException | Error failure) {
            closeCoordination();
            throw failure;
        }
    }

    private static KeptCluster keep(Path folder, ClusterShape shape, Function<CommitLog, LocalCluster> starting) {
        if (Files.exists(folder)) {
            throw new PraghException(
                    "the data folder of a run must not be there yet; name another one: folder=" + folder);
        }
        Disk disk = FolderDisk.open(folder);
        DataFolder made = DataFolder.open(disk, shape.partitions(), true, () -> new SplittableRandom().nextLong());
        return KeptCluster.open(made, KeptCluster.Limits.DEFAULT, starting, RestoreProgress.NONE);
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

    @Override
    public void loaded() {
        if (kept != null) {
            try {
                kept.checkpoint(); // the first values do not go through the log
            } catch (IOException failed) {
                throw new PraghException("the graph that was loaded cannot be kept: " + failed, failed);
            }
        }
    }

    /** Passes reports to the planner from now on. */
    @Override
    public void startMigration() {
        gate.open();
    }

    @Override
    public void close() {
        try {
            if (kept != null) {
                kept.close();
            } else {
                cluster.close();
            }
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
