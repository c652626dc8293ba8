package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
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
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pragh server}: a graph behind Gremlin Server, until the process is told to end. One thread. */
@Command(
        name = "server",
        description = {
            "Start a graph and serve it by Gremlin Server: WebSocket and HTTP at /gremlin, the graph bound to graph and g.",
            "The graph lives in this process's memory and ends with it."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class ServerCommand implements CliCommand {
    private static final int PORT_MAX = 65_535;

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
            names = "--no-scripts",
            description =
                    "Refuse scripts in Groovy, which can do whatever this process can, and lambdas: traversals over"
                            + " WebSocket only, as bytecode or as text in gremlin-lang.")
    private boolean noScripts;

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

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ServerConfig config = config();
        PraghGraph graph = graphs.open();
        PraghServer server;
        MetricsServer metrics = null;
        try {
            if (!files.isEmpty()) {
                reading.load(graph, files);
            }
            metrics = metrics(graph);
            server = PraghServer.start(config, graph);
        } catch (PraghException | CliException wrong) {
            if (metrics != null) {
                metrics.close();
            }
            graph.close();
            throw new CliException(String.valueOf(wrong.getMessage()));
        }
        PrintWriter out = spec.commandLine().getOut();
        String scheme = config.tls() == null ? "ws" : "wss";
        out.println("pragh server: ready at " + scheme + "://" + PraghServer.text(server.address()) + "/gremlin, "
                + graph
                + (config.users() == null
                        ? ", authentication off"
                        : ", authentication on (" + config.users().size() + " users)")
                + ", TLS " + (config.tls() == null ? "off" : "on")
                + (metrics == null ? "" : ", metrics at http://" + PraghServer.text(metrics.address()) + "/metrics"));
        out.flush();
        try {
            // Gremlin Server ends itself and the graph when the process is told to end.
            new CountDownLatch(1).await();
        } catch (InterruptedException told) {
            if (metrics != null) {
                metrics.close();
            }
            server.close();
        }
        return 0;
    }

    /** Everything that can be wrong is found before the graph is opened. */
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
            if (metricsAddress != null) {
                PraghServer.probe(HostPort.parse("--metrics", metricsAddress));
            }
            if (!address.getAddress().isLoopbackAddress()) {
                warn(table == null, tls == null);
            }
            return new ServerConfig(address, table, !noScripts, tls);
        } catch (PraghException wrong) {
            throw new CliException(String.valueOf(wrong.getMessage()));
        }
    }

    private @Nullable MetricsServer metrics(PraghGraph graph) {
        return metricsAddress == null
                ? null
                : MetricsServer.start(HostPort.parse("--metrics", metricsAddress), graph::statistics);
    }

    private static Path readable(Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new CliException("no such file: name=" + file);
        }
        return file;
    }

    private void warn(boolean open, boolean clear) {
        PrintWriter err = spec.commandLine().getErr();
        if (open) {
            err.println("pragh server: warning: whoever reaches " + host + " may read and change the graph"
                    + (noScripts
                            ? "; see --users"
                            : " and, by scripts in Groovy, run any code here; see --users, --no-scripts"));
        } else if (clear) {
            err.println("pragh server: warning: passwords travel in the clear; see --tls-cert");
        }
        err.flush();
    }
}
