package io.pragh.benchmarks.fof;

import io.pragh.benchmarks.data.SplitMix;
import io.pragh.core.access.ReadCounters;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.bulk.Progress;
import io.pragh.core.node.PraghNode;
import io.pragh.core.property.element.VertexHomes;
import io.pragh.tinkerpop.PraghGraph;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/** The load on the nodes in this process by Gremlin's traversals: each client has a thread. One thread. */
final class TraversalLoad implements NodeLoad {
    private static final int BATCH = 5000;
    private static final long CLIENT_SALT = 17;
    private static final long END_SECONDS_MAX = 30;

    private final FofConfig config;
    private final BenchGraph graph;
    private final FofCluster cluster;
    private final PraghGraph pragh;
    private final TraversalTally tally = new TraversalTally(Clock.SYSTEM);
    private final ClientThreads clients = new ClientThreads(END_SECONDS_MAX);
    private @Nullable TraversalDoor door;

    /**
     * Starts the nodes, still empty.
     *
     * @param host receives the consumer of exceptions of tasks and services
     */
    TraversalLoad(FofConfig config, BenchGraph graph, Function<Consumer<Throwable>, NodeHost> host) {
        this.config = config;
        this.graph = graph;
        NodeHost nodes = host.apply(clients::broke);
        this.cluster = new FofCluster(nodes, config);
        this.pragh = nodes.graph();
    }

    @Override
    public long loadWork(BenchGraph loaded) {
        return loaded.edges().workTotal();
    }

    /** Loads through Gremlin's structure, in the first process alone: values go to their homes at all nodes. */
    @Override
    public void load(Progress progress) {
        if (cluster.firstNode() != 0) {
            return;
        }
        Map<Long, Vertex> vertices = new HashMap<>();
        long[] added = {0};
        graph.edges()
                .forEach(
                        (source, target) -> {
                            vertex(vertices, source).addEdge(TraversalDoor.LABEL, vertex(vertices, target));
                            if (++added[0] % BATCH == 0) {
                                pragh.tx().commit();
                            }
                        },
                        progress);
        pragh.tx().commit();
    }

    private Vertex vertex(Map<Long, Vertex> vertices, long id) {
        return vertices.computeIfAbsent(id, number -> pragh.addVertex(T.id, number));
    }

    @Override
    public void start() {
        int count = config.shape().clients();
        Workload workload = config.workload();
        TraversalDoor opened = TraversalDoor.open(config, pragh);
        door = opened;
        long[] vertices = graph.starts(workload.scope(), workload.seed());
        LongPredicate isHere = homesHere();
        if (Arrays.stream(vertices).noneMatch(isHere)) {
            return; // no start vertices
        }
        Starts starts = new Starts(vertices, workload.theta());
        long first = (long) cluster.firstNode() * count; // otherwise the clients of every process would draw the same
        for (int i = 0; i < count; i++) {
            long seed = SplitMix.derive(workload.seed(), CLIENT_SALT + first + i);
            clients.add(new TraversalClient(config, graph, starts, isHere, opened, tally, clients::over, seed));
        }
        clients.start();
    }

    private LongPredicate homesHere() {
        int[] places = cluster.placeOfPartition();
        HomeMap homes = cluster.homes();
        return vertex -> places[VertexHomes.partition(homes, vertex)] >= 0;
    }

    @Override
    public LoadSample sample() {
        ReadCounters reads = new ReadCounters();
        for (PraghNode node : cluster.hosted()) {
            reads.add(node.readCounters());
        }
        return new LoadSample(
                List.of(tally.sample(clients.all(), reads)),
                cluster.fabric(),
                cluster.valuesMoved(),
                cluster.bytesMoved(),
                ProcessTime.nanos(),
                cluster.regionBytes(),
                null);
    }

    @Override
    public LoadSample begin() {
        tally.begin();
        return sample();
    }

    @Override
    public LoadEnd end() {
        return tally.end(sample());
    }

    @Override
    public void startMigration() {
        cluster.startMigration();
    }

    @Override
    public void failed() {
        clients.failed();
    }

    @Override
    public void quiet() {
        try {
            clients.end();
        } finally {
            shutDoor();
        }
    }

    private void shutDoor() {
        TraversalDoor opened = door;
        if (opened != null) {
            door = null;
            opened.close();
        }
    }

    @Override
    public void close() {
        try {
            quiet();
        } finally {
            try {
                pragh.close();
            } finally {
                cluster.close();
            }
        }
    }
}
