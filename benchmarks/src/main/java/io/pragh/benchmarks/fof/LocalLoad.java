package io.pragh.benchmarks.fof;

import io.pragh.core.bulk.AdjacencyLists;
import io.pragh.core.bulk.Progress;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The load on the nodes that this process hosts. One thread. */
final class LocalLoad implements NodeLoad {
    private final FofConfig config;
    private final BenchGraph graph;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final FofCluster cluster;
    private @Nullable FofLoad load;

    /** Starts the nodes, still empty; {@code host} receives the consumer of exceptions of tasks and services. */
    LocalLoad(FofConfig config, BenchGraph graph, Function<Consumer<Throwable>, NodeHost> host) {
        this.config = config;
        this.graph = graph;
        NodeHost nodes = host.apply(thrown -> failure.compareAndSet(null, thrown));
        this.cluster = new FofCluster(nodes, config);
    }

    /**
     * A whole cluster of a scheme in this process, under the configured load.
     *
     * @param data a folder for data folders, or null
     */
    static NodeLoad wholeCluster(Scheme scheme, FofConfig config, BenchGraph graph, @Nullable Path data) {
        return of(
                config,
                graph,
                whenTaskFails -> new LocalHost(
                        scheme, config, FofCluster.nodeConfig(scheme, config, graph), data, whenTaskFails));
    }

    /** The load on the nodes of a host. */
    static NodeLoad of(FofConfig config, BenchGraph graph, Function<Consumer<Throwable>, NodeHost> host) {
        return config.api().isGremlin() ? new TraversalLoad(config, graph, host) : new LocalLoad(config, graph, host);
    }

    @Override
    public long loadWork(BenchGraph loaded) {
        return AdjacencyLists.workTotal(loaded.edges());
    }

    @Override
    public void load(Progress progress) {
        cluster.load(graph, progress);
    }

    @Override
    public void start() {
        FofLoad started = new FofLoad(cluster, config, graph, failure);
        load = started;
        started.start();
    }

    private FofLoad running() {
        FofLoad running = load;
        if (running == null) {
            throw new IllegalStateException("the load has not started");
        }
        return running;
    }

    @Override
    public LoadSample sample() {
        return running().sample();
    }

    @Override
    public LoadSample begin() {
        return running().begin();
    }

    @Override
    public LoadEnd end() {
        return running().end();
    }

    @Override
    public void startMigration() {
        cluster.startMigration();
    }

    @Override
    public void failed() {
        running().failed();
    }

    @Override
    public void quiet() {
        FofLoad running = load;
        if (running != null) {
            load = null;
            running.close();
        }
    }

    @Override
    public void close() {
        try {
            quiet();
        } finally {
            cluster.close();
        }
    }
}
