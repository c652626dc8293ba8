package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.core.census.Figure;
import io.pragh.core.census.NodeStatistics;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.config.ConfigurationReference;
import io.pragh.tinkerpop.config.NodeOption;
import io.pragh.tinkerpop.config.OptionType;
import io.pragh.tinkerpop.metrics.MetricsServer;
import io.pragh.tinkerpop.server.PraghServer;
import io.pragh.tinkerpop.server.ServerConfig;
import io.pragh.tinkerpop.server.ServerConfig.TlsFiles;
import io.pragh.tinkerpop.server.UserTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pragh server}: serves a graph by Gremlin Server, until the process is told to end. One thread. */
@Command(
        name = "server",
        description = {
            "Start a graph and serve it by Gremlin Server: WebSocket and HTTP at /gremlin, the graph bound to graph and g.",
            "The graph lives in this process's memory, and ends with it unless --data names a folder that keeps it.",
            "With graph.standby in its file it stands by for nodes of a cluster that die, and serves nothing until one has."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:It was asked to leave its cluster (pragh cluster remove), and has handed its partitions over.",
            "1:It failed, or has left before it had handed everything over; the rest is in its data folder, or without one lost.",
            "2:Its configuration cannot be had.",
            "3:It was expelled from its cluster: start it again, and it joins with what its data folder keeps, or with empty memory.",
            "4:One of its own threads has failed; it has left its cluster, says why, and can be started again.",
            "143:It was told to end."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class ServerCommand implements CliCommand {
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final long BYTES_PER_MB = 1_000_000;
    private static final int PORT_MAX = 65_535;
    /** Begins the error for times that contradict each other. */
    static final String MORE_UNASKED = "a request that asks for no time would get more than one that asks may get";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "YAML file that says everything about this node, and about its cluster if it has one; see"
                    + " docs/configuration.md. No other option goes with it but those of loading and --log.")
    private @Nullable Path nodeFile;

    @Option(names = "--describe-config", description = "Print every option of --config, in Markdown, and end.")
    private boolean describe;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "Address to listen at (default: ${DEFAULT-VALUE}, this machine only).")
    private String host = "";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8182",
            description = "Port to listen at; 0 takes one that is free (default: ${DEFAULT-VALUE}).")
    private int port;

    @Mixin
    private GraphOptions graphs = new GraphOptions();

    @Option(
            names = "--load",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Load these before anybody is served; if a line is wrong, nobody is.")
    private List<Path> files = List.of();

    @Mixin
    private FileOptions reading = new FileOptions();

    @Option(
            names = "--users",
            paramLabel = "FILE",
            description =
                    "Ask for a name and a password (SASL PLAIN; basic over HTTP): a line name:password for each user, the "
                            + "password in plain or as htpasswd -B hashes it. Without it everybody is let in.")
    private @Nullable Path users;

    @Option(
            names = "--scripts",
            description =
                    "Let clients run scripts in Groovy, and lambdas, which can do whatever this process can. Without it they"
                            + " send traversals: bytecode, or text in gremlin-lang.")
    private boolean scripts;

    @Option(
            names = "--io-folder",
            paramLabel = "FOLDER",
            description =
                    "Let the step io of clients read and write files of this folder. Without it that step is refused.")
    private @Nullable Path ioFolder;

    @Option(
            names = "--evaluation-seconds",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description =
                    "How long a request is evaluated that does not ask for another time (default: ${DEFAULT-VALUE}).")
    private int evaluationSeconds;

    @Option(
            names = "--evaluation-seconds-max",
            paramLabel = "SECONDS",
            defaultValue = "3600",
            description = "How much time a request may ask for (default: ${DEFAULT-VALUE}).")
    private int evaluationSecondsMax;

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "Serve TLS with this certificate chain (PEM).")
    private @Nullable Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "The certificate's private key (PEM, PKCS #8).")
    private @Nullable Path key;

    @Option(
            names = "--metrics",
            paramLabel = "HOST:PORT",
            description =
                    "Serve metrics for Prometheus at http://HOST:PORT/metrics, to whoever asks: keep it on 127.0.0.1 or on a"
                            + " network of its own. Port 0 takes one that is free. Without it there is none.")
    private @Nullable String metricsAddress;

    @Mixin
    private LogOption log = new LogOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (describe) {
            out.print(ConfigurationReference.markdown());
            out.flush();
            return 0;
        }
        log.take(spec);
        if (nodeFile == null) {
            ServerConfig server = config();
            InetSocketAddress metrics = metricsAddress == null ? null : HostPort.parse("--metrics", metricsAddress);
            ServerPlan plan = new ServerPlan(graphs.configuration(), server, metrics, graphs.holdsCluster());
            warnIfHidden(plan);
            warnOfReaders(graphs.secretFiles());
            return serve(plan, ServerCommand::asItIs);
        }
        checkAlone();
        NodeSettings settings = NodeSettings.read(nodeFile);
        LeaveRequest.clear(nodeFile); // of an earlier process
        ServerPlan plan = settings.plan();
        if (plan.standsBy() && !files.isEmpty()) {
            throw new CliException(
                    "a standby takes the graph that is there, and loads nothing; leave out --load: --config="
                            + nodeFile);
        }
        warnIfOpen(plan.server());
        warnIfHidden(plan);
        warnOfReaders(settings.secretFiles());
        return serve(plan, settings::explain);
    }

    /** Refuses options beside a node's file: each setting has one source. */
    private void checkAlone() {
        Set<String> allowed =
                Set.of("--config", "--load", "--format", "--edge-label", "--weight", "--delimiter", "--debug", "--log");
        for (OptionSpec given : spec.commandLine().getParseResult().matchedOptions()) {
            if (!allowed.contains(given.longestName())) {
                throw new CliException("the file says it all; leave the option out, and change the file: option="
                        + given.longestName() + " --config=" + nodeFile);
            }
        }
    }

    private static CliException asItIs(RuntimeException wrong) {
        return new CliException(String.valueOf(wrong.getMessage()));
    }

    private int serve(ServerPlan plan, Function<RuntimeException, CliException> explained) throws IOException {
        PraghGraph graph;
        InetSocketAddress at;
        try (LoadProgress progress = LoadProgress.none();
                StandingBy before =
                        new StandingBy(plan, progress, spec.commandLine().getOut())) {
            graph = PraghGraph.open(plan.graph(), before);
            at = before.metrics();
        } catch (PraghException cannot) {
            throw explained.apply(cannot);
        }
        PraghServer server;
        MetricsServer metrics = null;
        try {
            if (!files.isEmpty()) {
                reading.load(graph, files);
            }
            metrics = at == null ? null : MetricsServer.start(at, graph::statistics);
            server = PraghServer.start(plan.server(), graph);
        } catch (PraghException | CliException wrong) {
            if (metrics != null) {
                metrics.close();
            }
            graph.close();
            throw explained.apply(wrong);
        }
        if (plan.holdsCluster()) {
            warnOfEnd();
        }
        tellReady(plan.server(), server, graph, metrics);
        return new ServedNode(graph, server, metrics, nodeFile)
                .serve(spec.commandLine().getOut(), spec.commandLine().getErr());
    }

    private void tellReady(ServerConfig config, PraghServer server, PraghGraph graph, @Nullable MetricsServer metrics) {
        UserTable table = config.users();
        PrintWriter out = spec.commandLine().getOut();
        tellRestored(graph.statistics().get(0), out);
        out.println("pragh server: ready at " + (config.tls() == null ? "ws" : "wss") + "://"
                + PraghServer.text(server.address()) + "/gremlin, " + graph + kept(graph)
                + (table == null ? ", authentication off" : ", authentication on (" + table.size() + " users)")
                + ", TLS " + (config.tls() == null ? "off" : "on")
                + (metrics == null ? "" : ", metrics at http://" + PraghServer.text(metrics.address()) + "/metrics"));
        out.flush();
    }

    private static String kept(PraghGraph graph) {
        String folder = graph.configuration().getString(PraghGraphConfig.DATA, null);
        return folder == null ? "" : ", kept in " + folder;
    }

    private static void tellRestored(NodeStatistics first, PrintWriter out) {
        long values = first.sum(Figure.RESTORED_VALUES);
        long commits = first.sum(Figure.RESTORED_COMMITS);
        if (values + commits > 0) {
            out.printf(
                    Locale.ROOT,
                    "pragh server: restored %,d values of a checkpoint and %,d commits of the log, %,d MB, in %.1f s%n",
                    values,
                    commits,
                    first.sum(Figure.RESTORED_BYTES) / BYTES_PER_MB,
                    first.sum(Figure.RESTORED_MILLIS) / MILLIS_PER_SECOND);
        }
    }

    /** Everything that can be wrong is detected before the graph is opened. */
    private ServerConfig config() {
        if (port < 0 || port > PORT_MAX) {
            throw new CliException("no such port: --port=" + port + " max=" + PORT_MAX);
        }
        if ((certificate == null) != (key == null)) {
            throw new CliException("--tls-cert and --tls-key go together");
        }
        try {
            TlsFiles tls =
                    certificate == null || key == null ? null : new TlsFiles(readable(certificate), readable(key));
            UserTable table = users == null ? null : UserTable.read(readable(users));
            InetSocketAddress address = new InetSocketAddress(host, port);
            PraghServer.probe(address);
            probeMetrics(address);
            checkTimes();
            ServerConfig config = new ServerConfig(
                    address,
                    table,
                    scripts,
                    folder(),
                    tls,
                    null,
                    evaluationMillis("--evaluation-seconds", evaluationSeconds),
                    evaluationMillis("--evaluation-seconds-max", evaluationSecondsMax),
                    ServerConfig.HEAP_PERCENT_MAX,
                    false);
            warnIfOpen(config);
            if (users != null) {
                warnOfReaders(List.of(users));
            }
            if (key != null) {
                warnOfReaders(List.of(key));
            }
            return config;
        } catch (PraghException wrong) {
            throw new CliException(String.valueOf(wrong.getMessage()));
        }
    }

    private void probeMetrics(InetSocketAddress server) {
        if (metricsAddress == null) {
            return;
        }
        InetSocketAddress metrics = HostPort.parse("--metrics", metricsAddress);
        PortClaims<String> listening = new PortClaims<>();
        if (listening.claim("--port", server) != null || listening.claim("--metrics", metrics) != null) {
            throw new CliException(PortClaims.TWICE + "--metrics=" + metricsAddress + " --port=" + port);
        }
        PraghServer.probe(metrics);
    }

    private void checkTimes() {
        if (evaluationSeconds > evaluationSecondsMax) {
            throw new CliException(MORE_UNASKED + "; lower the former, or raise the latter: --evaluation-seconds="
                    + evaluationSeconds + " --evaluation-seconds-max=" + evaluationSecondsMax);
        }
    }

    private static Path readable(Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new CliException("no such file: name=" + file);
        }
        return file;
    }

    private @Nullable Path folder() {
        if (ioFolder != null && !Files.isDirectory(ioFolder)) {
            throw new CliException("no such folder: --io-folder=" + ioFolder);
        }
        return ioFolder;
    }

    private static long evaluationMillis(String option, int seconds) {
        OptionType type = NodeOption.EVALUATION_SECONDS.type();
        if (seconds < type.min() || seconds > type.max()) {
            throw new CliException(option + " is " + type.wanted() + ": found=" + seconds);
        }
        return TimeUnit.SECONDS.toMillis(seconds);
    }

    /** Warns if the node's address is unknown: in a cluster, clients are told the address of each node. */
    private void warnIfHidden(ServerPlan plan) {
        ServerConfig server = plan.server();
        if (plan.graph().containsKey(PraghGraphConfig.CLUSTER)
                && server.advertise() == null
                && server.address().getAddress().isAnyLocalAddress()) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(
                    "pragh server: warning: it listens at every address, so clients cannot be told which one to send"
                            + " queries to that begin here; add " + NodeOption.SERVER_ADVERTISE.path() + ": host:port"
                            + (nodeFile == null ? " to a file for --config" : ""));
            err.flush();
        }
    }

    private void warnOfEnd() {
        PrintWriter err = spec.commandLine().getErr();
        err.println(
                "pragh server: warning: the cluster stops when this process stops, in which its only ZooKeeper runs; start"
                        + " three nodes or more by pragh cluster start, or a ZooKeeper of your own and name it by "
                        + NodeOption.ZOOKEEPER.path());
        err.flush();
    }

    private void warnOfReaders(List<Path> secrets) {
        PrintWriter err = spec.commandLine().getErr();
        for (Path file : secrets) {
            if (Files.exists(file) && FileReaders.others(file)) { // who needs a missing one says so
                err.println("pragh server: warning: others of this machine may read a file of secrets; run chmod 600 "
                        + file);
            }
        }
        err.flush();
    }

    private void warnIfOpen(ServerConfig config) {
        if (config.address().getAddress().isLoopbackAddress()) {
            return;
        }
        PrintWriter err = spec.commandLine().getErr();
        if (config.users() == null) {
            err.println(
                    "pragh server: warning: whoever reaches " + config.address().getHostString()
                            + " may read and change the graph"
                            + (config.scripts()
                                    ? " and, by scripts in Groovy, run any code here; see --users, and leave --scripts out"
                                    : "; see --users"));
        } else if (config.tls() == null) {
            err.println("pragh server: warning: passwords travel in the clear; see --tls-cert");
        }
        err.flush();
    }
}
