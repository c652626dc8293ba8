package io.pragh.benchmarks.fof;

import io.pragh.benchmarks.data.SplitMix;
import io.pragh.core.access.ReadCounters;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.bulk.AdjacencyLists;
import io.pragh.core.bulk.Progress;
import io.pragh.core.node.PraghNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The load on the node of this process by clients that continue after failures, each on a thread of its own: half of
 * them send queries that need a share of the graph that may be away, half others. One thread.
 */
final class CallLoad implements NodeLoad {
    private static final long CLIENT_SALT = 17;
    /** A call may wait for two answers, each as long as a node's patience. */
    private static final long END_SECONDS_MAX = 60;

    private final FofConfig config;
    private final BenchGraph graph;
    private final FofCluster cluster;
    private final TraversalTally answered = new TraversalTally(Clock.SYSTEM);
    private final CallTally tally;
    private final List<CallClient> clients = new ArrayList<>();
    private final ClientThreads threads = new ClientThreads(END_SECONDS_MAX);

    /**
     * Starts the node, empty or with the contents of its folder; {@code host} receives the consumer of exceptions of
     * tasks and services.
     */
    CallLoad(FofConfig config, BenchGraph graph, Function<Consumer<Throwable>, NodeHost> host) {
        this.config = config;
        this.graph = graph;
        NodeHost nodes = host.apply(threads::broke);
        this.cluster = new FofCluster(nodes, config);
        this.tally = new CallTally(Clock.SYSTEM, config.shape().clients() + 1, answered);
    }

    private PraghNode node() {
        return cluster.hosted().get(0);
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
        start(List.of());
    }

    @Override
    public void start(List<Integer> awayPartitions) {
        BitSet away = new BitSet();
        awayPartitions.forEach(away::set);
        HomeMap homes = cluster.homes();
        int[] places = cluster.placeOfPartition();
        Workload workload = config.workload();
        StartsByReach starts = StartsByReach.of(graph, workload, homes, home -> places[home] >= 0, away::get);
        int each = Math.max(1, config.shape().clients() / 2);
        add(each, starts.reaching(), true, away);
        add(each, starts.others(), false, away);
        threads.start();
    }

    private void add(int count, List<Long> keys, boolean reaches, BitSet away) {
        if (keys.isEmpty()) {
            return; // no start vertices
        }
        Workload workload = config.workload();
        HomeMap homes = cluster.homes();
        CallClient.Kind kind = new CallClient.Kind(
                reaches,
                new Starts(keys.stream().mapToLong(Long::longValue).toArray(), workload.theta()),
                target -> reaches || !away.get(homes.home(BenchGraph.listKey(target))));
        for (int i = 0; i < count; i++) {
            int number = clients.size();
            // otherwise the clients of every process would draw the same, or what they drew before their process was
            // killed
            long salt =
                    CLIENT_SALT + (long) cluster.firstNode() * (config.shape().clients() + 1) + number;
            CallClient client = new CallClient(
                    number,
                    kind,
                    graph,
                    workload,
                    node().openSession(),
                    node().openSession(),
                    tally,
                    threads::over,
                    SplitMix.derive(workload.seed(), salt));
            clients.add(client);
            threads.add(client);
        }
    }

    @Override
    public LoadSample sample() {
        ReadCounters reads = new ReadCounters();
        clients.forEach(client -> reads.add(client.queries().counters()));
        PraghNode node = node();
        List<Integer> partitions =
                Arrays.stream(node.view().partitionsOf(node.self())).boxed().toList();
        return new LoadSample(
                List.of(answered.sample(threads.all(), reads)),
                cluster.fabric(),
                cluster.valuesMoved(),
                cluster.bytesMoved(),
                ProcessTime.nanos(),
                cluster.regionBytes(),
                tally.counts(node.view().members().size(), partitions));
    }

    @Override
    public LoadSample begin() {
        answered.begin();
        return sample();
    }

    @Override
    public LoadEnd end() {
        return answered.end(sample());
    }

    @Override
    public void startMigration() {
        cluster.startMigration();
    }

    @Override
    public void failed() {
        threads.failed();
    }

    @Override
    public void quiet() {
        threads.end();
        clients.forEach(CallClient::close);
        clients.clear();
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
