package io.pragh.tinkerpop.cli.cluster;

import io.pragh.core.durable.DataPlace;
import io.pragh.tinkerpop.cli.CliException;
import io.pragh.tinkerpop.cli.NodeProcess;
import io.pragh.tinkerpop.cli.PraghCli;
import io.pragh.tinkerpop.config.NodeFile;
import io.pragh.tinkerpop.config.NodeOption;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starts processes of a cluster and waits until they serve; when one fails, all of them are ended. One thread. */
final class ClusterLaunch {
    /** Session timeout of the processes; several on one machine may delay each other. */
    private static final int SESSION_MILLIS = 20_000;

    /** Prefix of nodes' names. */
    static final String NODE = "node-";
    /** Prefix of the names of processes that stand by at first. */
    static final String STANDBY = "standby-";

    /** Prefix of the address of data folders at bookies. */
    static final String LEDGERS = "bookkeeper://";

    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w*GC");
    /** The first RDMA device of this machine. */
    static final String RDMA = "rdma://*:0";

    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(3);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int CONNECT_MILLIS = 1_000;
    private static final Pattern READY = Pattern.compile(
            "^pragh server: (?:ready at|stands by for) .*, metrics at http://[^ ]*:(\\d+)/metrics$", Pattern.MULTILINE);
    private static final String SPOKE = "pragh: ";
    private static final Pattern JVM_FAILED = Pattern.compile(
            "^Error: Could not create the Java Virtual Machine|^Error occurred during initialization of VM");

    /**
     * The description of a cluster to start. Immutable.
     *
     * @param name of the cluster
     * @param fabric {@code tcp}, {@code shm} or {@code rdma}
     * @param nodes number of nodes with which it starts; those of a kept graph change later
     * @param port of the first one's Gremlin Server
     * @param zooKeeper ports of ZooKeeper, which runs in the first processes
     * @param memoryMb memory of each for the graph
     * @param open whether the servers have no logins
     * @param kept storage that outlives the processes
     */
    record Plan(
            String name,
            String fabric,
            int nodes,
            int port,
            ZooKeeperPorts zooKeeper,
            long memoryMb,
            boolean open,
            Kept kept) {
        private static final int PARTITIONS_PER_NODE = 4;
        private static final int PARTITIONS_MAX = 128;

        /** Number of the graph's partitions, and so the greatest number of nodes: the default of a node's file. */
        int partitions() {
            return kept.partitions != 0 ? kept.partitions : Math.min(PARTITIONS_MAX, PARTITIONS_PER_NODE * nodes);
        }

        /** The numbers of the nodes to start; of a kept graph, those that have a data folder now. */
        List<Integer> numbers() {
            return kept.nodes.isEmpty() ? IntStream.range(0, nodes).boxed().toList() : kept.nodes;
        }

        /** Whether the graph outlives the processes. */
        boolean isKept() {
            return !kept.data.isEmpty();
        }

        /** The plan of a kept graph that has these nodes, and will always have as many partitions as now. */
        Plan with(List<Integer> numbers) {
            Kept now = new Kept(kept.data, kept.standbys, kept.backups, partitions(), numbers);
            return new Plan(name, fabric, nodes, port, zooKeeper, memoryMb, open, now);
        }

        /** The data folder of a node. */
        DataPlace data(int node) {
            return DataPlace.of(kept.data).resolve(NODE + node);
        }

        /** Whether the data folders are at bookies of this cluster. */
        boolean isDurable() {
            return kept.data.startsWith(LEDGERS);
        }

        /** The bookies' address, by their ZooKeeper. */
        String bookies() {
            return LEDGERS + zooKeeper.connect() + ledgerOptions();
        }

        /** What follows in the addresses of data folders at bookies; empty: nothing. */
        String ledgerOptions() {
            int options = kept.data.indexOf('?');
            return options < 0 ? "" : kept.data.substring(options);
        }
    }

    /**
     * Storage that outlives the processes of a cluster.
     *
     * @param data parent of the nodes' data folders, in the file system or at bookies; empty: the graph ends with the
     *     processes
     * @param standbys number of further processes that stand by for nodes that die
     * @param backups folder for backups that clients request; empty: none
     * @param partitions number of partitions of the graph in the data folders; 0: the number for a new graph
     * @param nodes numbers of the nodes that have a data folder, in ascending order
     */
    record Kept(String data, int standbys, String backups, int partitions, List<Integer> nodes) {
        /** No storage. */
        static final Kept NONE = new Kept("", 0, "", 0, List.of());

        Kept {
            nodes = List.copyOf(nodes);
        }
    }

    private final ClusterFolder folder;
    private final Plan plan;
    private final ClusterBookies bookies;
    /** Processes of earlier launches, dead ones too; they are not touched. */
    private final List<NodeProcess> before;

    private final List<NodeProcess> started = new ArrayList<>();
    private final List<Process> children = new ArrayList<>();
    private final Set<String> standing = new HashSet<>();

    /** Launches a new cluster. */
    ClusterLaunch(ClusterFolder folder, Plan plan) {
        this(folder, plan, List.of());
    }

    /** Launches further processes of a cluster that has these. */
    ClusterLaunch(ClusterFolder folder, Plan plan, List<NodeProcess> before) {
        this.folder = folder;
        this.plan = plan;
        this.bookies = new ClusterBookies(folder);
        this.before = List.copyOf(before);
    }

    /** Starts all processes; {@code whenReady} receives the number of those that serve. */
    List<NodeProcess> run(IntConsumer whenReady) throws IOException {
        boolean done = false;
        try {
            new ClusterSecrets(folder).write(plan);
            folder.remember(plan);
            startNodes(true); // all of them, since each waits for the others
            awaitZooKeeper();
            if (plan.isDurable()) {
                bookies.end(); // bookies of an earlier launch know another ZooKeeper
                bookies.start(plan.bookies());
            }
            startNodes(false);
            awaitReady(whenReady);
            for (int standby = 0;
                    standby < plan.kept.standbys;
                    standby++) { // when all serve: only then can a standby see which node is lost
                start(STANDBY + standby, plan.port + plan.numbers().size() + standby, null);
            }
            awaitReady(ready -> {});
            if (plan.isKept()) {
                folder.remember(plan.with(plan.numbers())); // there is a graph now, with so many partitions
            }
            done = true;
        } finally {
            if (!done) {
                takeBack();
            }
        }
        return started;
    }

    /** Starts the nodes with a server of ZooKeeper, or the others. */
    private void startNodes(boolean withZooKeeper) throws IOException {
        List<Integer> numbers = plan.numbers();
        for (int i = 0; i < numbers.size(); i++) {
            int node = numbers.get(i);
            if (plan.zooKeeper.isAt(NODE + node) == withZooKeeper) {
                start(NODE + node, plan.port + i, own(node));
            }
        }
    }

    /**
     * Restarts dead processes, and returns when they serve the contents of data folders; those for which no unopened
     * data folder is left stand by.
     */
    List<NodeProcess> restart(List<NodeProcess> dead) throws IOException {
        boolean done = false;
        try {
            if (plan.isDurable()) {
                bookies.start(plan.bookies());
            }
            Map<String, DataPlace> folders = foldersFor(dead);
            for (NodeProcess process : dead) {
                start(process.name(), process.port(), folders.get(process.name()));
            }
            awaitReady(ready -> {});
            done = true;
        } finally {
            if (!done) {
                ClusterStopCommand.end(started);
            }
        }
        return started;
    }

    /**
     * Assigns data folders: each process gets its own; when a standby has that, or it had none itself, one that is
     * left.
     */
    private Map<String, DataPlace> foldersFor(List<NodeProcess> dead) {
        Map<String, DataPlace> folders = new HashMap<>();
        List<DataPlace> left = new ArrayList<>();
        for (int node : plan.numbers()) {
            DataPlace folder = plan.data(node);
            String name = NODE + node;
            boolean died = dead.stream().anyMatch(process -> process.name().equals(name));
            if (died && (plan.kept.standbys == 0 || !folder.isInUse())) {
                folders.put(name, folder);
            } else if (plan.kept.standbys > 0 && !folder.isInUse()) {
                left.add(folder);
            }
        }
        for (NodeProcess process : dead) {
            if (!folders.containsKey(process.name()) && !left.isEmpty()) {
                folders.put(process.name(), left.remove(0));
            }
        }
        return folders;
    }

    /** The names of the processes that were started to stand by. */
    Set<String> standing() {
        return Set.copyOf(standing);
    }

    private @Nullable DataPlace own(int node) {
        return plan.kept.data.isEmpty() ? null : plan.data(node);
    }

    /**
     * Starts one more node, of a kept graph with a data folder of its own, and returns when it has its share of the
     * partitions.
     */
    NodeProcess add(int node, int port) throws IOException {
        if (plan.isKept()) {
            folder.remember(plan.with(with(plan.numbers(), node))); // first: from now on its folder may be needed
        }
        boolean done = false;
        try {
            start(NODE + node, port, own(node));
            awaitReady(ready -> {});
            done = true;
        } catch (CliException failed) {
            if (!plan.isKept()) {
                throw failed;
            }
            ClusterStopCommand.end(started);
            if (NodeFolders.isWithoutGraph(plan.data(node))) {
                NodeFolders.removeEmpty(plan.data(node));
                folder.remember(plan);
                throw failed;
            }
            done = true; // it stays in the list of processes
            throw new CliException(failed.getMessage() + "; what it had taken over is not lost, but in its data folder:"
                    + " start it again by pragh cluster restart: folder=" + plan.data(node));
        } finally {
            if (!done) {
                takeBack();
            }
        }
        return started.get(0);
    }

    private static List<Integer> with(List<Integer> numbers, int node) {
        return Stream.concat(numbers.stream(), Stream.of(node)).sorted().toList();
    }

    private void takeBack() throws IOException {
        ClusterStopCommand.end(started);
        if (before.isEmpty()) {
            bookies.end();
        }
        folder.remember(before);
    }

    /** Records all processes; of those to be started again also the ones that are still to come. */
    private void rememberAll() throws IOException {
        List<NodeProcess> all = new ArrayList<>(before);
        all.removeIf(former -> started.stream().anyMatch(now -> now.name().equals(former.name())));
        all.addAll(started);
        folder.remember(all);
    }

    /** Starts a process; without a data folder it stands by, if all others have one. */
    private void start(String name, int port, @Nullable DataPlace data) throws IOException {
        if (data == null && !plan.kept.data.isEmpty()) {
            standing.add(name);
        }
        NodeFile.write(folder.config(name), configuration(name, port, data));
        folder.removeLogs(name);
        Process process = new ProcessBuilder(command(name))
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.log(name).toFile()))
                .redirectInput(new File("/dev/null"))
                .start();
        children.add(process);
        started.add(new NodeProcess(name, process.pid(), NodeProcess.startedMillis(process.toHandle()), port, 0));
        rememberAll();
    }

    private Map<NodeOption, Object> configuration(String name, int port, @Nullable DataPlace data) throws IOException {
        Map<NodeOption, Object> options = new LinkedHashMap<>();
        options.put(NodeOption.NAME, name);
        if (plan.zooKeeper.isAt(name)) {
            options.put(NodeOption.EMBEDDED, plan.zooKeeper.at(name).client());
            if (plan.isDurable()) {
                options.put(NodeOption.DATA, folder.zooKeeper(name).toString());
            }
            if (plan.zooKeeper.isEnsemble()) {
                options.put(NodeOption.ENSEMBLE, plan.zooKeeper.text());
            }
        } else {
            options.put(NodeOption.ZOOKEEPER, plan.zooKeeper.connect());
        }
        options.put(NodeOption.GRAPH, plan.name);
        options.put(NodeOption.SESSION_MILLIS, SESSION_MILLIS);
        options.put(NodeOption.FOUNDERS, plan.nodes);
        if (plan.fabric.equals("tcp")) {
            options.put(NodeOption.FABRIC, "tcp://127.0.0.1:0");
            options.put(NodeOption.SECRET_FILE, folder.secret().toString());
        } else {
            options.put(NodeOption.FABRIC, plan.fabric.equals("rdma") ? RDMA : "shm:" + folder.sharedMemory());
            options.put(NodeOption.ZOOKEEPER_SECRET_FILE, folder.secret().toString());
        }
        if (!plan.kept.data.isEmpty()) {
            options.put(
                    data == null ? NodeOption.GRAPH_STANDBY : NodeOption.GRAPH_DATA,
                    data == null ? plan.kept.data : data.toString());
        }
        if (plan.kept.partitions != 0) {
            options.put(NodeOption.PARTITIONS, plan.kept.partitions);
        }
        if (!plan.kept.backups.isEmpty()) {
            options.put(NodeOption.GRAPH_BACKUP_FOLDER, plan.kept.backups);
        }
        options.put(NodeOption.HOST, "127.0.0.1");
        options.put(NodeOption.PORT, port);
        if (!plan.open) {
            options.put(NodeOption.USERS, folder.users().toString());
        }
        options.put(NodeOption.METRICS_HOST, "127.0.0.1");
        options.put(NodeOption.METRICS_PORT, 0); // a port that is free now may be some connection's in a moment
        return options;
    }

    /** The command line that starts a node. */
    List<String> command(String name) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags(ManagementFactory.getRuntimeMXBean().getInputArguments()));
        command.add("-Xmx" + Math.max(128, plan.memoryMb / 3) + "m");
        command.add("-XX:MaxDirectMemorySize=" + plan.memoryMb + "m");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(PraghCli.class.getName());
        command.addAll(List.of(
                "server",
                "--config",
                folder.config(name).toString(),
                "--log",
                folder.log(name).toString()));
        return command;
    }

    /**
     * This process's flags, without those that each node sets itself; and a collector, since the JVM may choose one
     * with long pauses.
     */
    static List<String> flags(List<String> own) {
        List<String> flags = new ArrayList<>();
        for (String flag : own) {
            if (!flag.startsWith("-Xm") // the heap of one process, at its start too, is no size for each node
                    && !flag.startsWith("-XX:MaxDirectMemorySize")
                    && !flag.startsWith("-agentlib")) {
                flags.add(flag);
            }
        }
        if (flags.stream().noneMatch(flag -> COLLECTOR.matcher(flag).matches())) {
            flags.add("-XX:+UseG1GC");
        }
        return flags;
    }

    /**
     * Waits for ZooKeeper, without which the other processes cannot join. Returns early when a server's process has
     * ended, which {@link #awaitReady} reports.
     */
    private void awaitZooKeeper() throws IOException {
        long began = System.nanoTime();
        for (ZooKeeperPorts.Server server : plan.zooKeeper.servers()) {
            InetSocketAddress address =
                    new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.client());
            while (!accepts(address)
                    && children.stream().allMatch(Process::isAlive)
                    && System.nanoTime() - began < PATIENCE_NANOS) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    private static boolean accepts(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private void awaitReady(IntConsumer whenReady) throws IOException {
        long began = System.nanoTime();
        int known = 0;
        while (known < started.size()) {
            int ready = 0;
            for (int node = 0; node < started.size(); node++) {
                String log = Files.readString(folder.log(started.get(node).name()));
                OptionalInt port = metricsPort(log);
                if (port.isPresent()) {
                    started.set(node, started.get(node).withMetricsPort(port.getAsInt()));
                    ready++;
                } else if (!children.get(node).isAlive()) {
                    throw new CliException(
                            "a node did not start: node=" + started.get(node).name() + " reason=" + lastWords(log)
                                    + " log=" + folder.log(started.get(node).name()));
                }
            }
            if (ready > known) {
                known = ready;
                rememberAll();
                whenReady.accept(known);
            }
            if (System.nanoTime() - began > PATIENCE_NANOS) {
                throw new CliException("the nodes were not ready in time: ready=" + known + " logs=" + folder.path());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** The port of a process's metrics, by its log; empty until it is ready or stands by. */
    static OptionalInt metricsPort(String log) {
        Matcher told = READY.matcher(log);
        return told.find() ? OptionalInt.of(Integer.parseInt(told.group(1))) : OptionalInt.empty();
    }

    /** The reason at the end of a process's log, or that of a JVM that did not come up, at its beginning. */
    static String lastWords(String log) {
        if (log.lines().anyMatch(JVM_FAILED.asPredicate())) {
            return log.lines().filter(line -> !line.isBlank()).limit(2).collect(Collectors.joining(" "));
        }
        return log.lines()
                .filter(line -> line.startsWith(SPOKE))
                .reduce((first, second) -> second)
                .map(line -> line.substring(SPOKE.length()))
                .orElse("it ended without a word");
    }
}
