package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.config.NodeFile;
import io.pragh.tinkerpop.config.NodeOption;
import io.pragh.tinkerpop.config.OptionType;
import io.pragh.tinkerpop.server.PraghServer;
import io.pragh.tinkerpop.server.ServerConfig;
import io.pragh.tinkerpop.server.ServerConfig.TlsFiles;
import io.pragh.tinkerpop.server.UserTable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;

/**
 * Reads a node's YAML file and validates it: every error that can be detected before the node starts is, and is
 * reported in one line that names the key. One thread.
 */
final class NodeSettings {
    private static final Set<NodeOption> FOLDERS = Set.of(
            NodeOption.DATA,
            NodeOption.GRAPH_DATA,
            NodeOption.GRAPH_STANDBY,
            NodeOption.GRAPH_BACKUP_FOLDER,
            NodeOption.IO_FOLDER);

    private static final Set<NodeOption> IN_CONNECT_STRING = Set.of(
            NodeOption.ZOOKEEPER,
            NodeOption.EMBEDDED,
            NodeOption.GRAPH,
            NodeOption.COORDINATOR,
            NodeOption.SESSION_MILLIS,
            NodeOption.EXPEL_REFUSED,
            NodeOption.REPORT_MILLIS,
            NodeOption.DATA,
            NodeOption.ENSEMBLE);

    private static final Set<Integer> ENSEMBLE_SIZES = Set.of(3, 5, 7);
    private static final int PORT_MAX = 65_535;

    private final Path file;
    private final Map<NodeOption, String> options;
    private final PortClaims<NodeOption> listening = new PortClaims<>();

    private NodeSettings(Path file, Map<NodeOption, String> options) {
        this.file = file;
        this.options = options;
    }

    /** Reads and checks a file. */
    static NodeSettings read(Path file) {
        try {
            return new NodeSettings(file, NodeFile.read(file));
        } catch (PraghException wrong) {
            throw new CliException(String.valueOf(wrong.getMessage()));
        }
    }

    /** The plan for the server. Nothing is started, and every port was free a moment ago. */
    ServerPlan plan() {
        checkTogether();
        checkFiles();
        Configuration graph = graph();
        try {
            PraghGraphConfig read = PraghGraphConfig.of(graph);
            checkMemory(read);
        } catch (PraghException wrong) {
            throw explain(wrong);
        }
        ServerConfig server = server();
        InetSocketAddress metrics = metrics();
        checkFabric();
        if (is(NodeOption.EMBEDDED)) {
            probe(
                    NodeOption.EMBEDDED,
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), number(NodeOption.EMBEDDED, 0)));
        }
        if (is(NodeOption.ZOOKEEPER)) {
            ZooKeeperProbe.check(text(NodeOption.ZOOKEEPER), where(NodeOption.ZOOKEEPER));
        }
        return new ServerPlan(graph, server, metrics, endsWithThisProcess());
    }

    /** Files that only the node's user should be able to read. */
    List<Path> secretFiles() {
        List<Path> files = new ArrayList<>();
        options.forEach((option, value) -> {
            if (option.type().form() == OptionType.Form.SECRET_FILE) {
                files.add(Path.of(value));
            } else if (option == NodeOption.GRAPH_DATA || option == NodeOption.GRAPH_STANDBY) {
                files.addAll(FileReaders.inAddress(value));
            }
        });
        if (options.keySet().stream().anyMatch(option -> option.type().form() == OptionType.Form.SECRET)) {
            files.add(file);
        }
        return files;
    }

    /** Whether other processes join at a ZooKeeper that ends with this process. */
    boolean endsWithThisProcess() {
        return is(NodeOption.EMBEDDED) && !is(NodeOption.ENSEMBLE);
    }

    /** An exception in terms of the file: {@code pragh.*} keys become the file's own. */
    CliException explain(RuntimeException wrong) {
        String message = String.valueOf(wrong.getMessage());
        for (NodeOption option : NodeOption.values()) {
            if (option.key() != null && !IN_CONNECT_STRING.contains(option)) {
                message =
                        message.replaceAll("\\b" + option.graphKey().replace(".", "\\.") + "\\b(?!\\.)", option.path());
            }
        }
        return new CliException(message + (message.contains("file=" + file) ? "" : " file=" + file));
    }

    private boolean is(NodeOption option) {
        return options.containsKey(option);
    }

    private String text(NodeOption option) {
        return Objects.requireNonNull(options.get(option));
    }

    private String text(NodeOption option, String otherwise) {
        return options.getOrDefault(option, otherwise);
    }

    private int number(NodeOption option, long otherwise) {
        return Integer.parseInt(text(option, Long.toString(otherwise)));
    }

    private String where(NodeOption option) {
        return "key=" + option.path() + (is(option) ? " value=" + option.type().told(text(option)) : "") + " file="
                + file;
    }

    private CliException wrong(String sentence, NodeOption option) {
        return new CliException(sentence + ": " + where(option));
    }

    private boolean clustered() {
        return is(NodeOption.ZOOKEEPER) || is(NodeOption.EMBEDDED);
    }

    private void checkTogether() {
        if (is(NodeOption.ZOOKEEPER) && is(NodeOption.EMBEDDED)) {
            throw wrong("nodes meet at one ZooKeeper; take out cluster.zookeeper or this", NodeOption.EMBEDDED);
        }
        if (is(NodeOption.ENSEMBLE) && !is(NodeOption.EMBEDDED)) {
            throw wrong(
                    "an ensemble is of embedded ZooKeepers; add cluster.embedded, or take it out", NodeOption.ENSEMBLE);
        }
        if (is(NodeOption.ENSEMBLE)) {
            checkEnsemble();
        }
        for (NodeOption option : options.keySet()) {
            boolean cluster =
                    option.path().startsWith("cluster.") || option.path().startsWith("fabric.");
            boolean alone = option == NodeOption.NODES || option == NodeOption.PLACEMENT;
            boolean either = option == NodeOption.PARTITIONS;
            if (clustered() && option == NodeOption.PLACEMENT) {
                throw wrong(
                        "a cluster's coordinator decides what moves; take this out, see cluster.coordinator", option);
            }
            if (clustered() && alone) {
                throw wrong("a process is one node of its cluster; take this out, see cluster.founders", option);
            }
            if (!clustered() && cluster && !alone && !either) {
                throw wrong(
                        "this is for a cluster of processes; add cluster.zookeeper or cluster.embedded, or take it out",
                        option);
            }
        }
        if (clustered() && !is(NodeOption.GRAPH)) {
            throw wrong("a cluster's graph needs a name; add it", NodeOption.GRAPH);
        }
        if (clustered() && !is(NodeOption.FABRIC)) {
            throw wrong(
                    "how do the nodes reach each other? add tcp://host:port, shm:/folder or rdma://host:port",
                    NodeOption.FABRIC);
        }
        if (is(NodeOption.GRAPH) && !text(NodeOption.GRAPH).matches("[A-Za-z0-9_.-]{1,100}")) {
            throw wrong(
                    "a graph's name has letters, digits, dots, dashes and underscores, 100 at most", NodeOption.GRAPH);
        }
        if (is(NodeOption.TLS_CERTIFICATE) != is(NodeOption.TLS_KEY)) {
            NodeOption given = is(NodeOption.TLS_KEY) ? NodeOption.TLS_KEY : NodeOption.TLS_CERTIFICATE;
            throw wrong("server.tls.certificate and server.tls.key go together; add the other one", given);
        }
        if (is(NodeOption.METRICS_HOST) && !is(NodeOption.METRICS_PORT)) {
            throw wrong("metrics are served where they have a port; add metrics.port", NodeOption.METRICS_HOST);
        }
    }

    /**
     * Checks the ports of the servers before a node takes memory and ports; ZooKeeper itself would find them taken
     * later.
     */
    private void checkEnsemble() {
        List<String> servers =
                List.of(text(NodeOption.ENSEMBLE).replaceAll("\\s+", "").split(",", -1));
        Set<String> ports = new HashSet<>();
        boolean valid = ENSEMBLE_SIZES.contains(servers.size());
        for (String server : servers) {
            valid &= server.matches("\\d{1,5}:\\d{1,5}:\\d{1,5}");
            for (String port : server.split(":", -1)) {
                valid &= ports.add(port) && port.matches("[1-9]\\d{0,4}") && Integer.parseInt(port) <= PORT_MAX;
            }
        }
        if (!valid) {
            throw wrong(
                    "an ensemble is client:quorum:election for each of 3, 5 or 7 servers, with commas between, and each port"
                            + " from 1 to " + PORT_MAX + " is there once",
                    NodeOption.ENSEMBLE);
        }
        String own = text(NodeOption.EMBEDDED) + ":";
        if (servers.stream().noneMatch(server -> server.startsWith(own))) {
            throw wrong(
                    "this node's own server is not in the ensemble; its port for clients is cluster.embedded="
                            + text(NodeOption.EMBEDDED),
                    NodeOption.ENSEMBLE);
        }
    }

    private Configuration graph() {
        Configuration graph = new BaseConfiguration();
        graph.setProperty(Graph.GRAPH, PraghGraph.class.getName());
        options.forEach((option, value) -> {
            if (option.key() != null
                    && !IN_CONNECT_STRING.contains(option)
                    && (option != NodeOption.NAME || clustered())) {
                graph.setProperty(option.graphKey(), value);
            }
        });
        if (clustered()) {
            graph.setProperty(PraghGraphConfig.CLUSTER, connect());
        }
        return graph;
    }

    private String connect() {
        List<String> more = new ArrayList<>();
        for (NodeOption option : List.of(
                NodeOption.COORDINATOR,
                NodeOption.SESSION_MILLIS,
                NodeOption.EXPEL_REFUSED,
                NodeOption.REPORT_MILLIS,
                NodeOption.DATA,
                NodeOption.ENSEMBLE)) {
            if (is(option)) {
                String value = option == NodeOption.ENSEMBLE ? text(option).replaceAll("\\s+", "") : text(option);
                more.add(option.path().substring("cluster.".length()) + "=" + value);
            }
        }
        String place = is(NodeOption.ZOOKEEPER)
                ? "zk:" + text(NodeOption.ZOOKEEPER).replaceAll("\\s+", "")
                : "embedded:" + text(NodeOption.EMBEDDED);
        return place + "/" + text(NodeOption.GRAPH) + (more.isEmpty() ? "" : "?" + String.join("&", more));
    }

    /** Compares the machine's memory only with a value in the file: the default is a bound, not a request. */
    private void checkMemory(PraghGraphConfig config) {
        int founders = number(NodeOption.FOUNDERS, 1);
        long here = clustered() ? (config.partitions() + founders - 1) / founders : config.partitions();
        long cache = config.cacheBytes() * config.nodes();
        long machine = MachineMemory.megabytes() << 20;
        if (is(NodeOption.CACHE_BYTES) && cache > machine) {
            throw tooLarge(NodeOption.CACHE_BYTES, cache, machine);
        }
        if (is(NodeOption.PARTITION_BYTES_MAX) && here * config.partitionBytesMax() + cache > machine) {
            throw tooLarge(NodeOption.PARTITION_BYTES_MAX, here * config.partitionBytesMax() + cache, machine);
        }
    }

    private CliException tooLarge(NodeOption option, long needed, long machine) {
        return new CliException("this is more memory than the machine has; take less, or more machines: "
                + where(option) + " needed=" + (needed >> 20) + "m machine=" + (machine >> 20) + "m");
    }

    private ServerConfig server() {
        InetSocketAddress address = address(
                NodeOption.HOST,
                text(NodeOption.HOST, NodeOption.HOST.otherwise()),
                number(NodeOption.PORT, NodeOption.PORT.numberOtherwise()));
        probe(NodeOption.PORT, address);
        long evaluationMillis = evaluationMillis(NodeOption.EVALUATION_SECONDS);
        long evaluationMillisMax = evaluationMillis(NodeOption.EVALUATION_SECONDS_MAX);
        if (evaluationMillis > evaluationMillisMax) {
            throw wrong(
                    ServerCommand.MORE_UNASKED + "; lower this, or raise " + NodeOption.EVALUATION_SECONDS_MAX.path()
                            + "=" + TimeUnit.MILLISECONDS.toSeconds(evaluationMillisMax),
                    NodeOption.EVALUATION_SECONDS);
        }
        try {
            UserTable users = is(NodeOption.USERS) ? UserTable.read(readable(NodeOption.USERS)) : null;
            TlsFiles tls = is(NodeOption.TLS_KEY)
                    ? new TlsFiles(readable(NodeOption.TLS_CERTIFICATE), readable(NodeOption.TLS_KEY))
                    : null;
            return new ServerConfig(
                    address,
                    users,
                    text(NodeOption.SCRIPTS, NodeOption.SCRIPTS.otherwise()).equals("true"),
                    folder(),
                    tls,
                    advertised(),
                    evaluationMillis,
                    evaluationMillisMax,
                    number(NodeOption.HEAP_PERCENT_MAX, NodeOption.HEAP_PERCENT_MAX.numberOtherwise()),
                    text(NodeOption.COMPRESSION, NodeOption.COMPRESSION.otherwise())
                            .equals("true"));
        } catch (PraghException wrong) {
            throw new CliException(wrong.getMessage() + " " + where(NodeOption.USERS));
        }
    }

    private long evaluationMillis(NodeOption seconds) {
        return TimeUnit.SECONDS.toMillis(number(seconds, seconds.numberOtherwise()));
    }

    private @Nullable Path folder() {
        if (!is(NodeOption.IO_FOLDER)) {
            return null;
        }
        Path folder = Path.of(text(NodeOption.IO_FOLDER));
        if (!Files.isDirectory(folder)) {
            throw wrong("there is no such folder; make it", NodeOption.IO_FOLDER);
        }
        return folder;
    }

    private @Nullable String advertised() {
        if (!is(NodeOption.SERVER_ADVERTISE)) {
            return null;
        }
        String advertised = text(NodeOption.SERVER_ADVERTISE).trim();
        if (!advertised.matches("(\\[[0-9A-Fa-f:.%]+]|[^:\\[\\]\\s]+):\\d{1,5}")) {
            throw wrong("clients reach a server at host:port, or at [address]:port", NodeOption.SERVER_ADVERTISE);
        }
        return advertised;
    }

    private @Nullable InetSocketAddress metrics() {
        if (!is(NodeOption.METRICS_PORT)) {
            return null;
        }
        InetSocketAddress address = address(
                NodeOption.METRICS_HOST,
                text(NodeOption.METRICS_HOST, NodeOption.METRICS_HOST.otherwise()),
                number(NodeOption.METRICS_PORT, 0));
        probe(NodeOption.METRICS_PORT, address);
        return address;
    }

    private InetSocketAddress address(NodeOption option, String host, int port) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw wrong("there is no such host; correct the name, or write its number", option);
        }
        return address;
    }

    private void probe(NodeOption option, InetSocketAddress address) {
        NodeOption other = listening.claim(option, address);
        if (other != null) {
            throw new CliException(PortClaims.TWICE + where(option) + " other=" + other.path());
        }
        try {
            PraghServer.probe(address);
        } catch (PraghException taken) {
            Throwable cause = taken.getCause();
            throw new CliException(
                    "nobody can listen there; choose a port that is free and an address of this machine: "
                            + where(option) + " address=" + PraghServer.text(address)
                            + (cause == null ? "" : " reason=" + cause.getMessage()));
        }
    }

    private Path readable(NodeOption option) {
        Path path = Path.of(text(option));
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw wrong("there is no such file, or it cannot be read", option);
        }
        return path;
    }

    private void checkFiles() {
        for (NodeOption option : options.keySet()) {
            if (option.type().isFile() && !FOLDERS.contains(option)) {
                readable(option);
            }
        }
    }

    private void checkFabric() {
        if (!is(NodeOption.FABRIC)) {
            return;
        }
        String address = text(NodeOption.FABRIC);
        if (address.startsWith("shm:/") || address.startsWith("rdma://")) {
            return; // opening it will report the error
        }
        if (!address.startsWith("tcp://")) {
            throw wrong("a fabric's address is tcp://host:port, shm:/folder or rdma://host:port", NodeOption.FABRIC);
        }
        try {
            probe(NodeOption.FABRIC, HostPort.parse(NodeOption.FABRIC.path(), address.substring("tcp://".length())));
        } catch (CliException wrong) {
            throw explain(wrong);
        }
    }
}
