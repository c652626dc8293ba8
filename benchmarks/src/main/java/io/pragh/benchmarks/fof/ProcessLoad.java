package io.pragh.benchmarks.fof;

import io.pragh.coordinator.Coordinator;
import io.pragh.coordinator.CoordinatorConfig;
import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.AdjacencyLists;
import io.pragh.core.bulk.Progress;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.tinkerpop.cli.PraghCli;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose nodes are processes, which run the load on themselves. ZooKeeper, and the coordinator once values
 * are to move, are in this process. One thread.
 */
final class ProcessLoad implements ClusterLoad {
    private static final int SECRET_BYTES = 32;
    private static final int MEGABYTE_BITS = 20;

    private final Scheme scheme;
    private final FofConfig config;
    private final Processes wanted;
    private final StopSignal stop;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final NodeProcesses nodes;
    private final RunFolder folder;
    private final String connect;
    /** The run's secret, which is in no file and no argument. */
    private final String secret = secret();

    private @Nullable Coordinator coordinator;
    private boolean inOrder;
    /** Whether a node was killed and has not joined again. */
    private boolean incomplete;

    /**
     * Starts a process for every node and waits until all have joined. Throws when it is stopped meanwhile, and then
     * leaves no process behind.
     */
    ProcessLoad(Scheme scheme, FofConfig config, BenchGraph graph, Processes wanted, StopSignal stop) {
        this.scheme = scheme;
        this.config = config;
        this.wanted = wanted;
        this.stop = stop;
        boolean done = false;
        try {
            folder = open(RunFolder.create(
                    wanted.fabric(), 2 * MemoryNeed.of(graph, config).directBytes()));
            EmbeddedZooKeeper zooKeeper = open(EmbeddedZooKeeper.start());
            connect = "zk:127.0.0.1:" + zooKeeper.port() + "/" + FofCluster.GRAPH + "?sessionMillis="
                    + wanted.sessionMillis();
            nodes = open(new NodeProcesses());
            join();
            inOrder = true;
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private <T extends AutoCloseable> T open(T part) {
        opened.push(part);
        return part;
    }

    private void join() {
        int count = founders();
        List<String> command = command(count);
        for (int node = 0; node < count; node++) {
            nodes.start(name(node), command, folder.log(name(node)));
        }
        for (int node = 0; node < count; node++) {
            nodes.tell(node, new Wire.Order(Wire.Step.JOIN, joining(name(node)), null));
        }
        nodes.answers(work -> stop.check());
    }

    private int founders() {
        return scheme == Scheme.IDEAL ? 1 : config.shape().nodes();
    }

    private static String name(int node) {
        return "node-" + node;
    }

    private Wire.Joining joining(String name) {
        int founders = founders();
        Path data = wanted.data();
        ClusterShape shape = config.shape();
        ClusterShape own = new ClusterShape(
                shape.nodes(),
                shape.partitions(),
                shape.nodes() / founders, // the single node of ideal gets the workers of all
                shape.clientsPerWorker(),
                LatencyModel.NONE);
        FofConfig ownConfig = new FofConfig(
                config.api(),
                own,
                config.workload(),
                config.mode(),
                config.reportNanos(),
                config.cacheBytes(),
                config.lease());
        return new Wire.Joining(
                scheme,
                ownConfig,
                wanted.graph(),
                connect + "&coordinator=none",
                address(folder.path()),
                secret,
                settings(),
                name,
                founders,
                folder.path().toString(),
                data == null ? null : data.resolve(name).toAbsolutePath().toString());
    }

    private String address(Path folder) {
        return switch (wanted.fabric()) {
            case TCP -> "tcp://127.0.0.1:0";
            case RDMA -> "rdma://*:0";
            case SHM -> "shm:" + folder;
            case LOCAL -> throw new PraghException("the nodes of a process need no address");
        };
    }

    private static String secret() {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }

    private Map<String, String> settings() {
        String patience = Integer.toString(wanted.sessionMillis());
        return switch (wanted.fabric()) {
            case TCP -> Map.of("secret", secret, "silenceMillis", patience);
            case RDMA -> Map.of("silenceMillis", patience);
            case SHM, LOCAL -> Map.of();
        };
    }

    /** This JVM's command with its flags, and a share of the memory. */
    private static List<String> command(int processes) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            boolean own = flag.startsWith("-Xm")
                    || flag.startsWith("-XX:MaxDirectMemorySize")
                    || flag.startsWith("-agentlib")
                    || flag.startsWith("-javaagent");
            if (!own) {
                command.add(flag);
            }
        }
        command.add("-Xmx" + (MemoryNeed.heapOfEach(processes) >> MEGABYTE_BITS) + "m");
        command.add("-XX:MaxDirectMemorySize=" + (MemoryNeed.directOfEach(processes) >> MEGABYTE_BITS) + "m");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(PraghCli.class.getName());
        command.addAll(List.of("bench", "fof-node"));
        return command;
    }

    /** Gives an order to all; after a failure, the processes cannot be ended in order any more. */
    private List<Wire.Answer> ask(Wire.Step order, Progress progress) {
        inOrder = false;
        List<Wire.Answer> answers = nodes.ask(order, progress);
        inOrder = true;
        return answers;
    }

    @Override
    public long loadWork(BenchGraph graph) {
        return config.api().isGremlin()
                ? graph.edges().workTotal() / nodes.size() // one process reads them all, and counts as a share
                : AdjacencyLists.workTotal(graph.edges());
    }

    /** Every process reads all edges: the progress of one counts as its share. */
    @Override
    public void load(Progress progress) {
        long[] untold = {0};
        ask(Wire.Step.LOAD, work -> {
            untold[0] += work;
            long share = untold[0] / nodes.size();
            untold[0] -= share * nodes.size();
            progress.advance(share);
        });
    }

    @Override
    public void start() {
        ask(Wire.Step.START, Progress.NONE);
    }

    /** Starts clients, which know the partitions that may be away, at one node or, with a negative number, at all. */
    void start(int only, List<Integer> away) {
        inOrder = false;
        for (int node = 0; node < nodes.size(); node++) {
            if (only < 0 || node == only) {
                nodes.tell(node, new Wire.Order(Wire.Step.START, null, away));
            }
        }
        nodes.answers(Progress.NONE);
        inOrder = true;
    }

    /**
     * Kills a node's process, and waits until it has ended; until the node has {@link #joinAgain rejoined}, it gets
     * no orders.
     */
    void kill(int node) {
        incomplete = true;
        nodes.kill(node);
    }

    /** Starts a process for a killed node, to rejoin with its folder; does not wait. */
    void joinAgain(int node) {
        nodes.restart(node, command(founders()));
        nodes.tell(node, new Wire.Order(Wire.Step.JOIN, joining(name(node)), null));
    }

    /** Whether a rejoining node has joined: its share is restored, and the others are there. */
    boolean hasJoined(int node) {
        boolean joined = nodes.hasAnswered(node);
        incomplete &= !joined;
        return joined;
    }

    /** All counters as of now by node; null for nodes that are away or rejoining. */
    List<@Nullable LoadSample> samplesByNode() {
        inOrder = false;
        List<@Nullable LoadSample> samples = new ArrayList<>();
        for (Wire.@Nullable Answer answer : nodes.askIdle(Wire.Step.SAMPLE)) {
            samples.add(answer == null ? null : answer.sample());
        }
        inOrder = true;
        return samples;
    }

    @Override
    public LoadSample sample() {
        return LoadSample.together(samples(Wire.Step.SAMPLE));
    }

    @Override
    public LoadSample begin() {
        return LoadSample.together(samples(Wire.Step.BEGIN));
    }

    private List<LoadSample> samples(Wire.Step order) {
        List<LoadSample> samples = new ArrayList<>();
        for (Wire.Answer answer : ask(order, Progress.NONE)) {
            LoadSample sample = answer.sample();
            if (sample == null) {
                throw new PraghException("a process does not answer what it was asked: order=" + order);
            }
            samples.add(sample);
        }
        return samples;
    }

    @Override
    public LoadEnd end() {
        List<LoadEnd> ends = new ArrayList<>();
        for (Wire.Answer answer : ask(Wire.Step.END, Progress.NONE)) {
            LoadEnd end = answer.end();
            if (end == null) {
                throw new PraghException("a process does not answer what it was asked: order=END");
            }
            ends.add(end);
        }
        return LoadEnd.together(ends);
    }

    /** Starts a coordinator, which reads the nodes' reports from now on. */
    @Override
    public void startMigration() {
        if (coordinator == null && scheme.isMigrating() && config.mode().isPlanned()) {
            coordinator = open(Coordinator.start(
                    connect,
                    CoordinatorConfig.of(PlannerConfig.of(config.mode(), config.reportNanos())),
                    CoordinationKey.ofSecret(secret)));
        }
    }

    @Override
    public void failed() {
        try {
            nodes.failed();
        } catch (RuntimeException failure) {
            inOrder = false;
            throw failure;
        }
    }

    @Override
    public void close() {
        PraghException failure = null;
        if (inOrder && !incomplete) {
            inOrder = false;
            try {
                nodes.ask(Wire.Step.QUIET, Progress.NONE);
                nodes.leave();
            } catch (PraghException e) {
                failure = e;
            }
        }
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                failure = failed(failure, e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static PraghException failed(@Nullable PraghException first, Exception next) {
        if (first != null) {
            first.addSuppressed(next);
            return first;
        }
        return next instanceof PraghException known
                ? known
                : new PraghException("a part of the run did not end in order: " + next, next);
    }
}
