package io.pragh.tinkerpop.cli.cluster;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.tinkerpop.cli.CliException;
import io.pragh.tinkerpop.cli.LocalLogin;
import io.pragh.tinkerpop.cli.MachineMemory;
import io.pragh.tinkerpop.cli.NodeProcess;
import io.pragh.tinkerpop.config.NodeOption;
import io.pragh.tinkerpop.server.PraghServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pragh cluster start}: starts a new cluster. One thread. */
@Command(
        name = "start",
        description = {
            "Start node processes on this machine, each with a Gremlin Server of its own. Any of them answers any query.",
            "ZooKeeper runs in the first of them; with three or more nodes in the first three, of which any may end."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class ClusterStartCommand implements Callable<Integer> {
    static final int NODES_MAX = 64;

    private static final int NODES_OF_A_NEW_GRAPH = 4;
    private static final int TRIES_MAX = 3;
    private static final int TRIES_FOR_A_ROW_MAX = 100;

    /** The fabric between the processes. */
    enum FabricKind {
        TCP,
        SHM,
        RDMA;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Processes, 1 to 64 (default: as many as a graph that is kept has, and 4 for a new one).")
    private @Nullable Integer nodesGiven;

    private int nodes;

    @Option(
            names = "--fabric",
            paramLabel = "FABRIC",
            defaultValue = "shm",
            description = "How they reach each other: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private FabricKind fabric = FabricKind.SHM;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8182",
            description =
                    "Port of the first node's Gremlin Server; the others follow it. 0 takes ports that are free (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--memory-mb",
            paramLabel = "N",
            defaultValue = "1024",
            description =
                    "Memory of each node for the graph, in MB; a third as much again is for its heap (default: ${DEFAULT-VALUE}).")
    private long memoryMb;

    @Option(
            names = "--open",
            description =
                    "Let everybody on this machine in, without a name and a password. Otherwise both are made, and printed where they are.")
    private boolean open;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = {
                "Keep the graph there, in a folder for each node: what is committed outlives the processes. Start it with the same folder"
                        + " to go on with it, with as many nodes as it has. Otherwise the graph ends with the processes."
            })
    private @Nullable Path data;

    @Option(
            names = "--durable",
            description = {
                "Instead of --data: keep the graph by three bookies of Apache BookKeeper, processes beside the nodes, with their folders"
                        + " below --dir. Of each byte two copies are durable before a commit is acknowledged. Start it with the same"
                        + " --dir to go on with it, with as many nodes as it has."
            })
    private boolean durable;

    @Option(
            names = "--backup-folder",
            paramLabel = "FOLDER",
            description = {
                "With --data or --durable: let clients have backups of the graph made in folders of this one (pragh backup)."
            })
    private @Nullable Path backups;

    @Option(
            names = "--standby",
            paramLabel = "N",
            defaultValue = "0",
            description = {
                "With --data or --durable: processes more that serve nothing until a node dies. One then takes its place with its data folder, within"
                        + " seconds after the node is given up (default: ${DEFAULT-VALUE})."
            })
    private int standbys;

    /** The data folders with parts of the graph. */
    private NodeFolders folders = NodeFolders.NONE;
    /** What follows in the addresses of data folders at bookies. */
    private String ledgerOptions = "";
    /** The nodes of which the first have ZooKeeper. */
    private List<Integer> zooKeeper = List.of();

    @Mixin
    private FolderOption where = new FolderOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ClusterFolder folder = where.folder();
        check(folder);
        folder.create();
        return folder.alone(() -> start(folder));
    }

    private int start(ClusterFolder folder) throws IOException {
        checkNotRunning(folder); // it may have been started since
        PrintWriter err = spec.commandLine().getErr();
        makeSharedMemory(folder, err);
        if (zooKeeper.size() < ZooKeeperPorts.ENSEMBLE) {
            err.println("pragh cluster: the cluster stops when the process of " + ClusterLaunch.NODE + zooKeeper.get(0)
                    + " stops, in which its only ZooKeeper"
                    + " runs; start three nodes or more, or give the nodes a ZooKeeper of your own by "
                    + NodeOption.ZOOKEEPER.path() + " (docs/operating.md)");
            err.flush();
        }
        Random random = new SecureRandom();
        List<NodeProcess> processes = List.of();
        try {
            processes = launch(folder, () -> ZooKeeperPorts.choose(zooKeeper, random));
        } finally {
            if (processes.isEmpty()) {
                folder.removeSharedMemory();
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        show(out, folder, processes, standing());
        showLogin(out, folder);
        out.println("look at it by: bin/pragh cluster status" + where.arguments());
        if (isKept()) {
            out.println("it is kept " + (durable ? "by bookies below " + folder.path() : "in " + full(data))
                    + "; start what has died again by: bin/pragh cluster restart" + where.arguments());
        }
        if (standbys > 0) {
            out.println((standbys == 1 ? "1 process stands by" : standbys + " processes stand by")
                    + " for nodes that die; how many are left says: bin/pragh cluster status" + where.arguments());
        }
        out.println("end it by: bin/pragh cluster stop" + where.arguments());
        out.flush();
        return 0;
    }

    /** The remains of killed processes would be taken for a later life of the new ones. */
    private void makeSharedMemory(ClusterFolder folder, PrintWriter err) throws IOException {
        if (fabric != FabricKind.SHM) {
            folder.removeSharedMemory();
        } else if (!folder.makeSharedMemory((nodes + standbys) * (memoryMb << 20))) {
            err.println("pragh cluster: the nodes share memory in files below " + folder.sharedMemory()
                    + ", which the system writes to the disk, since there is no room for all of it in /dev/shm: --memory-mb="
                    + memoryMb + " processes=" + (nodes + standbys));
            err.flush();
        }
    }

    private Set<String> standing() {
        return IntStream.range(0, standbys)
                .mapToObj(standby -> ClusterLaunch.STANDBY + standby)
                .collect(Collectors.toSet());
    }

    private static String full(@Nullable Path folder) {
        return folder == null ? "" : folder.toAbsolutePath().normalize().toString();
    }

    private boolean isKept() {
        return durable || data != null;
    }

    private ClusterLaunch.Kept kept(ZooKeeperPorts chosen) {
        String where = durable
                ? ClusterLaunch.LEDGERS + chosen.connect() + "/" + this.where.name() + ledgerOptions
                : full(data);
        return isKept()
                ? new ClusterLaunch.Kept(where, standbys, full(backups), folders.partitions(), numbers())
                : ClusterLaunch.Kept.NONE;
    }

    /** The numbers of the nodes: of an existing graph, those whose folders hold it. */
    private List<Integer> numbers() {
        return folders.holding().isEmpty() ? IntStream.range(0, nodes).boxed().toList() : folders.holding();
    }

    /** Decides which nodes to start. An existing graph has as many as when it was ended. */
    private void chooseNodes(ClusterFolder folder) throws IOException {
        ClusterLaunch.Plan former = formerDurable(folder);
        folders = former != null
                ? new NodeFolders(former.numbers(), former.partitions())
                : data != null ? NodeFolders.in(data) : NodeFolders.NONE;
        int kept = folders.holding().size();
        nodes = nodesGiven != null ? nodesGiven : kept == 0 ? NODES_OF_A_NEW_GRAPH : kept;
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new CliException("a cluster has 1 to " + NODES_MAX + " nodes: --nodes=" + nodes);
        }
        if (kept != 0 && kept != nodes) {
            throw new CliException("the graph " + (durable ? "at the bookies" : "in this folder")
                    + " has another number of nodes; start it with as many, and change that by pragh cluster add or"
                    + " remove: --nodes=" + nodes + " kept=" + kept
                    + (durable ? " --dir=" + folder.path() : " --data=" + data));
        }
        // Bookies that were founded without a secret keep no one from what they have.
        ledgerOptions = former != null
                ? former.ledgerOptions()
                : "?secretFile=" + folder.secret().toAbsolutePath();
        // An ensemble of other processes could forget where the ledgers are.
        zooKeeper = former != null ? former.zooKeeper().nodes() : numbers();
    }

    /**
     * The plan of the graph that bookies of this cluster keep; null when it is not known that there is one. Refuses
     * another cluster in its folder: its secret and plan would replace those without which nobody reads the ledgers.
     */
    private ClusterLaunch.@Nullable Plan formerDurable(ClusterFolder folder) throws IOException {
        ClusterLaunch.Plan former;
        try {
            former = folder.hasHadCluster() ? folder.plan() : null;
        } catch (CliException unknown) {
            return null;
        }
        if (former == null || !former.isDurable()) {
            return null;
        }
        String graph = DataPlace.of(former.kept().data()).name();
        if (!durable || !graph.equals(where.name())) {
            throw new CliException(
                    "bookies keep a graph in this folder, which another cluster in it would lose; start it"
                            + " with --durable --name=" + graph
                            + ", give the other one a folder of its own by --dir, or remove"
                            + " this one with the graph: folder=" + folder.path());
        }
        return former.kept().partitions() != 0 ? former : null;
    }

    /** Shows the commands to use the cluster; the password itself is in files, not on the screen. */
    private void showLogin(PrintWriter out, ClusterFolder folder) throws IOException {
        LocalLogin login = folder.login();
        String console = "console:  bin/pragh console, then  :remote connect tinkerpop.server " + folder.remote();
        if (login == null) {
            out.println("everybody on this machine is let in, without a password");
            out.println(console + "  and  :remote console");
            return;
        }
        out.println(
                "log in as " + login.user() + " with the password in " + folder.users() + ", which is for you alone:");
        out.println("  " + console + "  and  :remote console");
        String password = "$(cut -d: -f2 '" + folder.users() + "')";
        boolean found =
                folder.path().getParent() != null && folder.path().getParent().equals(LocalLogin.clusters());
        out.println("  files:    "
                + (found ? "" : "PRAGH_PASSWORD=" + password + " ")
                + "bin/pragh load --into 127.0.0.1:" + port
                + (found ? "" : " --user " + login.user()) + " FILE, and export --from");
        out.println("  HTTP:     curl -u \"$(cat '" + folder.users()
                + "')\" -d '{\"gremlin\": \"g.V().count()\"}' http://127.0.0.1:" + port + "/gremlin");
        out.println("  drivers:  ws://127.0.0.1:" + port + "/gremlin, user " + login.user() + ", that password");
    }

    /** Chooses the ports of ZooKeeper. */
    interface PortChoice {
        ZooKeeperPorts next() throws IOException;
    }

    private List<NodeProcess> launch(ClusterFolder folder, PortChoice ports) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        return launch(
                folder,
                chosen -> new ClusterLaunch.Plan(
                        where.name(), fabric.toString(), nodes, port, chosen, memoryMb, open, kept(chosen)),
                ports,
                line -> {
                    err.println("pragh cluster: " + line);
                    err.flush();
                });
    }

    /**
     * Starts all processes; retries with other ports when another process has taken one of ZooKeeper's since it was
     * chosen.
     */
    static List<NodeProcess> launch(
            ClusterFolder folder,
            Function<ZooKeeperPorts, ClusterLaunch.Plan> planned,
            PortChoice ports,
            Consumer<String> tell)
            throws IOException {
        for (int tries = 1; ; tries++) {
            ZooKeeperPorts chosen = ports.next();
            ClusterLaunch.Plan plan = planned.apply(chosen);
            try {
                return new ClusterLaunch(folder, plan)
                        .run(ready -> tell.accept(ready + " of " + plan.nodes() + " nodes are ready"));
            } catch (CliException failed) {
                if (tries == TRIES_MAX || !chosen.isTaken()) {
                    throw failed;
                }
                tell.accept("another process took a port of ZooKeeper's, so the nodes start again with other ports");
            }
        }
    }

    /** Shows a line for each process; {@code standing} are those that serve nothing yet. */
    static void show(PrintWriter out, ClusterFolder folder, List<NodeProcess> processes, Set<String> standing) {
        TextTable table = new TextTable("node", "pid", "Gremlin", "metrics", "log");
        for (NodeProcess process : processes) {
            table.row(
                    process.name(),
                    "" + process.pid(),
                    standing.contains(process.name()) ? "stands by" : "ws://127.0.0.1:" + process.port() + "/gremlin",
                    "http://127.0.0.1:" + process.metricsPort() + "/metrics",
                    folder.log(process.name()).toString());
        }
        table.lines().forEach(out::println);
    }

    /** Everything that can be wrong is detected before a process is started. */
    private void check(ClusterFolder folder) throws IOException {
        if (durable && data != null) {
            throw new CliException(
                    "the graph is kept in a folder or by bookies; leave one of them out: --durable --data=" + data);
        }
        chooseNodes(folder);
        if (standbys < 0 || nodes + standbys > NODES_MAX || (standbys > 0 && !isKept())) {
            throw new CliException(
                    "standbys are for nodes with data folders (--data, --durable), and all together there are "
                            + NODES_MAX + " processes at most: --standby=" + standbys + " nodes=" + nodes + " --data="
                            + (data == null ? "none" : data));
        }
        if (backups != null && !isKept()) {
            throw new CliException("backups are made of data folders: --backup-folder=" + backups
                    + " goes with --data FOLDER, or --durable");
        }
        int processes = nodes + standbys;
        long wanted = processes * (memoryMb + memoryMb / 3);
        long present = MachineMemory.megabytes();
        if (memoryMb < 64 || memoryMb > present || wanted > present) {
            throw new CliException(
                    "the nodes need at least 64 MB each and all together no more than the machine has: --memory-mb="
                            + memoryMb + " processes=" + processes
                            + (memoryMb > present ? "" : " needed=" + wanted + " MB") + " machine=" + present + " MB");
        }
        checkNotRunning(folder);
        if (port == 0) {
            port = freeInARow(processes);
        }
        for (int process = 0; process < processes; process++) {
            free(port + process);
        }
        if (fabric == FabricKind.RDMA) {
            tryDevice();
        }
    }

    private void checkNotRunning(ClusterFolder folder) throws IOException {
        List<String> running = folder.processes().stream()
                .filter(process -> process.handle().isPresent())
                .map(NodeProcess::name)
                .toList();
        if (!running.isEmpty()) {
            throw new CliException(
                    "this cluster is running already; end it by pragh cluster stop, or give the other one a"
                            + " name: --name=" + where.name() + " running=" + running);
        }
    }

    /** Opens the RDMA device, to report what is missing before a process is started. */
    private static void tryDevice() {
        try {
            FabricProvider.openFabric(new FabricSeat("probe", 0, 0, ClusterLaunch.RDMA, Map.of()))
                    .close();
        } catch (PraghException missing) {
            throw new CliException(String.valueOf(missing.getMessage()));
        }
    }

    /** The first of so many free ports that follow each other. */
    private static int freeInARow(int count) throws IOException {
        CliException taken = new CliException("there are not so many free ports in a row; name the first one: --port");
        for (int tries = 0; tries < TRIES_FOR_A_ROW_MAX; tries++) {
            int first = free(0);
            try {
                for (int next = 1; next < count; next++) {
                    free(first + next);
                }
                return first;
            } catch (CliException one) {
                taken.addSuppressed(one);
            }
        }
        throw taken;
    }

    /** The port if it is free; for 0 a free one. */
    static int free(int port) throws IOException {
        if (port < 0 || port > 65_535) {
            throw new CliException("no such port: port=" + port);
        }
        try {
            return PraghServer.probe(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        } catch (PraghException taken) {
            throw new CliException(String.valueOf(taken.getMessage()));
        }
    }
}
