package io.pragh.benchmarks.fof;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.bulk.GraphLoad;
import io.pragh.core.bulk.Progress;
import io.pragh.core.engine.TaskEngine;
import io.pragh.core.fabric.FabricCounters;
import io.pragh.core.graph.NewLists;
import io.pragh.core.graph.TwoHop;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeSession;
import io.pragh.core.node.PraghNode;
import io.pragh.core.placement.PlacementMode;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.placement.monitor.MonitorConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a run in this process, configured for its scheme. Closed after its load. Any thread, except for
 * loading.
 */
final class FofCluster implements AutoCloseable {
    /** The name of the graph. */
    static final String GRAPH = "benchmark";

    private static final int ELSEWHERE = -1;

    private final NodeHost host;
    private final List<PraghNode> nodes;
    private final HomeMap homes;
    private final FofConfig config;
    private final int members;

    /** Takes over the host, whose nodes are still empty. */
    FofCluster(NodeHost host, FofConfig config) {
        this.host = host;
        this.config = config;
        this.nodes = host.nodes();
        this.homes = new HomeMap(config.shape().partitions());
        this.members = nodes.get(0).view().members().size();
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

    /** Configuration of each node of a scheme. */
    static NodeConfig nodeConfig(Scheme scheme, FofConfig config, BenchGraph graph) {
        return NodeConfig.DEFAULT
                .withMemory(MemoryNeed.limits(graph, config))
                .withCacheBytes(MemoryNeed.cacheBytes(graph, config))
                .withLease(config.lease())
                .withMonitor(monitor(config))
                .withPlacement(
                        scheme.isMigrating() ? config.mode() : PlacementMode.EAGER) // other schemes have no planner
                .withRead(new ReadOptions(scheme.isBatched(), scheme.isCaching(), ReadOptions.DEFAULT.timeoutNanos()));
    }

    /** Loads the lists whose home is in this process, on the calling thread. */
    void load(BenchGraph graph, Progress progress) {
        List<NodeSession> sessions = new ArrayList<>();
        try {
            List<NewLists> stores = new ArrayList<>();
            for (PraghNode node : nodes) {
                NodeSession session = node.openSession();
                sessions.add(session);
                stores.add(new NewLists(session, homes, config.workload().seed() + node.self()));
            }
            int[] places = placeOfPartition();
            new GraphLoad(key -> storeAt(stores, places[homes.home(key)]), BenchGraph.LABEL)
                    .load(graph.edges(), progress);
        } finally {
            sessions.forEach(NodeSession::close);
        }
        host.loaded();
    }

    private static @Nullable NewLists storeAt(List<NewLists> stores, int place) {
        return place == ELSEWHERE ? null : stores.get(place);
    }

    /** Number of the first node in this process. */
    int firstNode() {
        return nodes.get(0).self();
    }

    void startMigration() {
        host.startMigration();
    }

    /** For each partition, the place of the node that serves it; negative for those that other processes serve. */
    int[] placeOfPartition() {
        int[] places = new int[homes.partitions()];
        Arrays.fill(places, ELSEWHERE);
        for (int place = 0; place < nodes(); place++) {
            PraghNode node = nodes.get(place);
            for (int partition : node.view().partitionsOf(node.self())) {
                places[partition] = place;
            }
        }
        return places;
    }

    /** The places of the keys' homes; negative for those in other processes. */
    int[] placesOf(long[] keys) {
        int[] places = placeOfPartition();
        int[] of = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            of[i] = places[homes.home(keys[i])];
        }
        return of;
    }

    /** The nodes in this process. */
    List<PraghNode> hosted() {
        return nodes;
    }

    HomeMap homes() {
        return homes;
    }

    /** Number of nodes in this process. */
    int nodes() {
        return nodes.size();
    }

    /** The worker that serves each node; with a single node, all of them do. */
    int[] workerOfPlace() {
        int[] workerOf = new int[nodes()];
        for (int place = 0; place < workerOf.length; place++) {
            workerOf[place] = host.workerOf(place);
        }
        return workerOf;
    }

    TaskEngine engine() {
        return host.engine();
    }

    /** Opens the sessions with which a worker runs operations at a node; null when the worker does not serve it. */
    @Nullable
    LoadSeat seat(int worker, int place, long[] startKeys, int[] places) {
        if (nodes() > 1 && host.workerOf(place) != worker) {
            return null;
        }
        PraghNode node = nodes.get(place);
        Runnable whileWaiting = engine().whileWaiting(worker);
        NodeSession queries = node.openSession(whileWaiting);
        WaitFlag insertsWait = new WaitFlag(whileWaiting);
        NodeSession inserts = node.openSession(insertsWait);
        Workload workload = config.workload();
        StartTally tally = null;
        if (members > 1) {
            boolean[] own = new boolean[startKeys.length];
            for (int rank = 0; rank < own.length; rank++) {
                own[rank] = places[rank] == place;
            }
            tally = new StartTally(startKeys, own, workload.limit());
        }
        TwoHop twoHop = new TwoHop(queries, workload.limit());
        Patience patience = new Patience(Clock.SYSTEM, whileWaiting);
        return new LoadSeat(queries, inserts, twoHop, insertsWait, tally, patience);
    }

    /** All operations that the nodes have sent over the fabric so far, migration included. */
    FabricCounters fabric() {
        FabricCounters sum = FabricCounters.NONE;
        for (PraghNode node : nodes) {
            sum = sum.plus(node.fabric().tally().counters());
        }
        return sum;
    }

    /** Values moved so far. */
    long valuesMoved() {
        return nodes.stream()
                .mapToLong(n -> n.migrationCounters().of(MigrationOutcome.MOVED))
                .sum();
    }

    /** Bytes of them. */
    long bytesMoved() {
        return nodes.stream().mapToLong(n -> n.migrationCounters().bytesMoved()).sum();
    }

    /** Memory that the partitions have taken. */
    long regionBytes() {
        return nodes.stream()
                .flatMap(n -> n.partitions().stream())
                .mapToLong(p -> p.region().bytes())
                .sum();
    }

    @Override
    public void close() {
        host.close();
    }
}
