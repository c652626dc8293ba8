package io.pragh.benchmarks.fof;

import io.pragh.coordinator.EmbeddedCoordination;
import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.bulk.AdjacencyLists;
import io.pragh.core.bulk.GraphLoad;
import io.pragh.core.bulk.Progress;
import io.pragh.core.engine.TaskEngine;
import io.pragh.core.fabric.FabricCounters;
import io.pragh.core.graph.AdjacencyStore;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.TwoHop;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeSession;
import io.pragh.core.node.PraghNode;
import io.pragh.core.node.SnapshotPolicy;
import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.PlacementMode;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.placement.monitor.MonitorConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The cluster of one run, as its scheme wants it. Closed after its load. Any thread, but for loading. */
final class FofCluster implements AutoCloseable {
    private static final String GRAPH = "benchmark";

    private final @Nullable EmbeddedCoordination coordination;
    private final MigrationGate gate;
    private final LocalCluster cluster;
    private final HomeMap homes;
    private final FofConfig config;
    private final int workers;

    /**
     * Starts all nodes, still empty.
     *
     * @param migratesAtOnce whether a scheme that migrates does so before {@link #startMigration}
     * @param whenTaskFails told of what a task or a service threw
     */
    FofCluster(
            Scheme scheme,
            FofConfig config,
            BenchGraph graph,
            boolean migratesAtOnce,
            Consumer<Throwable> whenTaskFails) {
        ClusterShape shape = config.shape();
        int nodes = scheme == Scheme.IDEAL ? 1 : shape.nodes();
        this.config = config;
        this.workers = shape.workers();
        this.homes = new HomeMap(shape.partitions());
        boolean planned = scheme.isMigrating() && config.mode().isPlanned();
        this.gate = new MigrationGate(migratesAtOnce);
        this.coordination = planned ? coordination(config) : null;
        try {
            this.cluster = new LocalCluster(
                    seats(nodes, shape.partitions(), coordination, gate),
                    nodeConfig(scheme, config, graph),
                    shape.latency(),
                    ListOperations.ALL,
                    workers,
                    whenTaskFails);
        } catch (RuntimeException | Error failure) {
            closeCoordination();
            throw failure;
        }
    }

    private static EmbeddedCoordination coordination(FofConfig config) {
        ClusterShape shape = config.shape();
        return EmbeddedCoordination.start(
                GRAPH, shape.nodes(), shape.partitions(), PlannerConfig.of(config.mode(), config.reportNanos()));
    }

    private static List<LocalCluster.Seat> seats(
            int nodes, int partitions, @Nullable EmbeddedCoordination coordination, MigrationGate gate) {
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

    private static MonitorConfig monitor(FofConfig config) {
        MonitorConfig usual = MonitorConfig.DEFAULT;
        return new MonitorConfig(
                config.reportNanos(),
                usual.burstReadsPerSecond(),
                Math.min(usual.urgentIntervalNanos(), config.reportNanos()),
                usual.reportMinimum(),
                usual.reportEntriesMax());
    }

    private static NodeConfig nodeConfig(Scheme scheme, FofConfig config, BenchGraph graph) {
        return NodeConfig.DEFAULT
                .withMemory(MemoryNeed.limits(graph, config))
                .withCacheBytes(MemoryNeed.cacheBytes(graph, config))
                .withLease(config.lease())
                .withMonitor(monitor(config))
                .withSnapshots(config.timestamps() ? SnapshotPolicy.DEFAULT : SnapshotPolicy.NONE)
                .withPlacement(
                        scheme.isMigrating() ? config.mode() : PlacementMode.EAGER) // nobody plans for the others
                .withRead(new ReadOptions(scheme.isBatched(), scheme.isCaching(), ReadOptions.DEFAULT.timeoutNanos()));
    }

    /** Loads the graph, on the calling thread; returns the seconds it took. */
    double load(Scheme scheme, BenchGraph graph, RunObserver observer, StopSignal stop) {
        long began = Clock.SYSTEM.nanos();
        Progress shown = observer.loading(scheme, AdjacencyLists.workTotal(graph.edges()));
        load(graph, work -> {
            stop.check();
            shown.advance(work);
        });
        double seconds = (Clock.SYSTEM.nanos() - began) / 1e9;
        observer.loaded(scheme, seconds);
        return seconds;
    }

    private void load(BenchGraph graph, Progress progress) {
        List<NodeSession> sessions = new ArrayList<>();
        try {
            List<AdjacencyStore> stores = new ArrayList<>();
            for (PraghNode node : cluster.nodes()) {
                NodeSession session = node.openSession();
                sessions.add(session);
                stores.add(new AdjacencyStore(session, homes, config.workload().seed() + node.self()));
            }
            int[] places = placeOfPartition();
            new GraphLoad(key -> stores.get(places[homes.home(key)]), BenchGraph.LABEL).load(graph.edges(), progress);
        } finally {
            sessions.forEach(NodeSession::close);
        }
    }

    /** Lets reports pass to the planner from now on. */
    void startMigration() {
        gate.open();
    }

    /** Where the partitions are served, by number. */
    int[] placeOfPartition() {
        int[] places = new int[homes.partitions()];
        for (int place = 0; place < nodes(); place++) {
            PraghNode node = cluster.node(place);
            for (int partition : node.view().partitionsOf(node.self())) {
                places[partition] = place;
            }
        }
        return places;
    }

    /** Where these keys are at home. */
    int[] placesOf(long[] keys) {
        int[] places = placeOfPartition();
        int[] of = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            of[i] = places[homes.home(keys[i])];
        }
        return of;
    }

    HomeMap homes() {
        return homes;
    }

    /** How many nodes there are. */
    int nodes() {
        return cluster.nodes().size();
    }

    /** The worker that serves each node; with a single node, all of them do. */
    int[] workerOfPlace() {
        int[] workerOf = new int[nodes()];
        for (int place = 0; place < workerOf.length; place++) {
            workerOf[place] = cluster.workerOf(place);
        }
        return workerOf;
    }

    TaskEngine engine() {
        return cluster.engine();
    }

    /** Opens what a worker needs to run operations at a node; null when the worker does not serve it. */
    @Nullable
    LoadSeat seat(int worker, int place, long[] startKeys, int[] places) {
        boolean alone = nodes() == 1;
        if (!alone && cluster.workerOf(place) != worker) {
            return null;
        }
        PraghNode node = cluster.node(place);
        Runnable whileWaiting = engine().whileWaiting(worker);
        NodeSession queries = node.openSession(whileWaiting);
        WaitFlag insertsWait = new WaitFlag(whileWaiting);
        NodeSession inserts = node.openSession(insertsWait);
        Workload workload = config.workload();
        StartTally tally = null;
        if (!alone) {
            boolean[] own = new boolean[startKeys.length];
            for (int rank = 0; rank < own.length; rank++) {
                own[rank] = places[rank] == place;
            }
            tally = new StartTally(startKeys, own, workload.limit());
        }
        return new LoadSeat(
                queries,
                inserts,
                new TwoHop(queries, workload.limit()),
                new AdjacencyStore(inserts, homes, workload.seed() ^ (long) worker << 32 ^ place),
                insertsWait,
                tally);
    }

    /** What all nodes have sent over the fabric so far, migration included. */
    FabricCounters fabric() {
        FabricCounters sum = FabricCounters.NONE;
        for (PraghNode node : cluster.nodes()) {
            sum = sum.plus(node.fabric().counters());
        }
        return sum;
    }

    /** Values that were moved so far. */
    long valuesMoved() {
        return cluster.nodes().stream()
                .mapToLong(n -> n.migrationCounters().of(MigrationOutcome.MOVED))
                .sum();
    }

    /** Bytes of them. */
    long bytesMoved() {
        return cluster.nodes().stream()
                .mapToLong(n -> n.migrationCounters().bytesMoved())
                .sum();
    }

    /** Memory that the partitions have taken. */
    long regionBytes() {
        return cluster.nodes().stream()
                .flatMap(n -> n.partitions().stream())
                .mapToLong(p -> p.region().bytes())
                .sum();
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
