package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.Api;
import io.pragh.benchmarks.fof.ClusterShape;
import io.pragh.benchmarks.fof.FabricKind;
import io.pragh.benchmarks.fof.FofConfig;
import io.pragh.benchmarks.fof.InsertPlace;
import io.pragh.benchmarks.fof.Workload;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.placement.PlacementMode;
import io.pragh.tinkerpop.cli.CliException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that describe the cluster and the load on it. One thread. */
final class LoadOptions {
    /** Latency of an operation on another node by TCP within a data centre, with the kernels of both. */
    static final double TCP_MICROS = 20;

    private static final double RDMA_MICROS = 2;
    private static final int SCOPE_DEFAULT = 1024;
    private static final double MICROSECOND = 1e3;
    private static final double LATENCY_MICROS_MAX = 1e6;
    private static final long CACHE_MB_MAX = 32_768;
    private static final long LEASE_MILLIS_MAX = 86_400_000;
    private static final double BYTES_PER_MICROSECOND_PER_GBPS = 125;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "16",
            description = "Partitions of the graph, dealt out to the nodes in turn (default: ${DEFAULT-VALUE}).")
    private int partitions;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Threads that serve the nodes (default: one per core, at most one per node; put: 1).")
    private @Nullable Integer workers;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "8",
            description = "Operations under way for each worker (default: ${DEFAULT-VALUE}).")
    private int clients;

    @Option(
            names = "--scope",
            paramLabel = "N",
            description = "Vertices that queries start from (default: " + SCOPE_DEFAULT
                    + ", or all with out-edges if they are fewer).")
    private @Nullable Integer scope;

    @Option(
            names = "--zipf",
            paramLabel = "X",
            defaultValue = "0.99",
            description = "Zipf exponent that favours some of them, 0 for uniform (default: ${DEFAULT-VALUE}).")
    private double zipf;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "A query follows so many neighbours of a vertex at most (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(
            names = "--insert-share",
            paramLabel = "X",
            defaultValue = "0.05",
            description = "Share of operations that insert an edge, 0 to 1 (default: ${DEFAULT-VALUE}).")
    private double insertShare;

    @Option(
            names = "--insert-at",
            paramLabel = "PLACE",
            description = "Where edges are inserted: graph, at any vertex alike, or starts, at those that queries start"
                    + " from, favoured as there, which makes later queries longer (default: starts; the demo: graph,"
                    + " so that before and after are the same work).")
    private @Nullable InsertPlace insertPlace;

    @Option(
            names = "--latency-us",
            paramLabel = "X",
            description = "Modelled time of a remote operation in microseconds, 0 for none (default: 2, which is RDMA;"
                    + " the demo: 20, which is TCP in a data centre).")
    private @Nullable Double latencyMicros;

    private final double latencyMicrosOtherwise;
    private final InsertPlace insertPlaceOtherwise;

    @Option(
            names = "--bandwidth-gbps",
            paramLabel = "X",
            defaultValue = "100",
            description = "Modelled bandwidth in Gb/s (default: ${DEFAULT-VALUE}).")
    private double bandwidthGbps;

    @Option(
            names = "--gap-ns",
            paramLabel = "N",
            defaultValue = "100",
            description = "Modelled time between two operations of a batch in nanoseconds (default: ${DEFAULT-VALUE}).")
    private long gapNanos;

    @Option(
            names = "--mode",
            defaultValue = "eager",
            description = "Who decides on migrations: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private PlacementMode mode = PlacementMode.EAGER;

    @Option(
            names = "--report-interval",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "How often nodes report what they read (default: ${DEFAULT-VALUE}).")
    private double reportSeconds;

    @Option(
            names = "--cache-mb",
            paramLabel = "N",
            description = "Location cache of each node in MB (default: room for every vertex, at most 128).")
    private @Nullable Long cacheMb;

    @Option(
            names = "--lease-ms",
            paramLabel = "N",
            defaultValue = "10000",
            description = "How long a cached address may be used (default: ${DEFAULT-VALUE}).")
    private long leaseMillis;

    /**
     * Defaults as in the paper: remote operations take as long as with RDMA, and edges are inserted where queries
     * start.
     */
    LoadOptions() {
        this(RDMA_MICROS, InsertPlace.STARTS);
    }

    /** Other defaults: time of a remote operation in microseconds, and the lists of inserts. */
    LoadOptions(double latencyMicrosOtherwise, InsertPlace insertPlaceOtherwise) {
        this.latencyMicrosOtherwise = latencyMicrosOtherwise;
        this.insertPlaceOtherwise = insertPlaceOtherwise;
    }

    PlacementMode mode() {
        return mode;
    }

    /** The configuration of a run over a graph in which so many vertices have out-edges. */
    FofConfig config(Api api, int nodes, long seed, int sources) {
        return config(api, FabricKind.LOCAL, nodes, seed, sources);
    }

    /** As above, where nodes may be processes: each has a worker then, and latency is not modelled. */
    FofConfig config(Api api, FabricKind fabric, int nodes, long seed, int sources) {
        check();
        boolean leaves = fabric.leavesProcess();
        int threads = leaves ? Math.max(1, nodes) : workers(nodes);
        return GraphOptions.told(() -> new FofConfig(
                api,
                new ClusterShape(nodes, partitions, threads, clients, leaves ? LatencyModel.NONE : latency()),
                new Workload(
                        scope == null ? Math.min(SCOPE_DEFAULT, sources) : scope,
                        zipf,
                        limit,
                        insertShare,
                        insertPlace == null ? insertPlaceOtherwise : insertPlace,
                        seed),
                mode,
                (long) (reportSeconds * 1e9),
                cacheMb == null ? 0 : Math.multiplyExact(cacheMb, 1L << 20),
                new LeasePolicy(leaseMillis * 1_000_000, leaseMillis * 50_000)));
    }

    /** Refuses numbers that would be taken for others: the units behind them are smaller. */
    private void check() {
        if (latencyMicros != null && !(latencyMicros >= 0 && latencyMicros <= LATENCY_MICROS_MAX)) {
            throw new CliException("a remote operation takes 0 to 1000000 microseconds: --latency-us=" + latencyMicros);
        }
        if (cacheMb != null && (cacheMb < 1 || cacheMb > CACHE_MB_MAX)) {
            throw new CliException("a location cache has 1 to " + CACHE_MB_MAX + " MB: --cache-mb=" + cacheMb);
        }
        if (leaseMillis < 1 || leaseMillis > LEASE_MILLIS_MAX) {
            throw new CliException("a lease has 1 to " + LEASE_MILLIS_MAX + " milliseconds: --lease-ms=" + leaseMillis);
        }
    }

    private int workers(int nodes) {
        return workers == null ? Math.min(Runtime.getRuntime().availableProcessors(), Math.max(1, nodes)) : workers;
    }

    private LatencyModel latency() {
        double micros = latencyMicros == null ? latencyMicrosOtherwise : latencyMicros;
        if (micros == 0) {
            return LatencyModel.NONE;
        }
        long nanos = Math.round(micros * MICROSECOND);
        return new LatencyModel(nanos, Math.round(bandwidthGbps * BYTES_PER_MICROSECOND_PER_GBPS), gapNanos, nanos);
    }

    /** The parameters of a run, for its results. */
    static Map<String, @Nullable Object> describe(FofConfig config, FabricKind fabric) {
        boolean modelled = !fabric.leavesProcess();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        ClusterShape shape = config.shape();
        map.put("partitions", shape.partitions());
        map.put("clients", shape.clients());
        map.put("scope", config.workload().scope());
        map.put("zipf", config.workload().theta());
        map.put("limit", config.workload().limit());
        map.put("insertShare", config.workload().insertShare());
        map.put("insertAt", config.workload().insertPlace().toString());
        map.put("seed", config.workload().seed());
        map.put("mode", config.mode().name().toLowerCase(java.util.Locale.ROOT));
        map.put("reportNanos", config.reportNanos());
        map.put("leaseNanos", config.lease().cacheNanos());
        map.put("gapNanos", modelled ? (Long) shape.latency().gapNanos() : null);
        map.put("bytesPerMicrosecond", modelled ? (Long) shape.latency().bytesPerMicrosecond() : null);
        return map;
    }
}
