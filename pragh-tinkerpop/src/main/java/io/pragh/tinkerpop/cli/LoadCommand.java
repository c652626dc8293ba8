package io.pragh.tinkerpop.cli;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles.Loaded;
import io.pragh.tinkerpop.load.RemoteCopy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pragh load}: files into the graph of a server. One thread. */
@Command(
        name = "load",
        description = {
            "Load files into the graph of a running server: all of them or, if a line is wrong, nothing.",
            "They are read here first, then sent in one transaction. For more than fits into the server's time for a transaction "
                    + "start it with the files: pragh server --load."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class LoadCommand implements CliCommand {
    private static final int PORT_USUAL = 8182;
    private static final int PORT_MAX = 65_535;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "GraphSON, GraphML, Gryo, CSV or a list of edges.")
    private List<Path> files = List.of();

    @Option(names = "--into", paramLabel = "HOST[:PORT]", required = true, description = "The server.")
    private String into = "";

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "User of the server; the password is taken from PRAGH_PASSWORD.")
    private @Nullable String user;

    @Option(names = "--tls", description = "The server serves TLS, with a certificate that the JDK trusts.")
    private boolean tls;

    @Mixin
    private FileOptions reading = new FileOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Cluster.Builder server = server();
        try (PraghGraph here = PraghGraph.build().open()) {
            Loaded loaded = reading.load(here, files);
            send(here, server, loaded);
            spec.commandLine()
                    .getOut()
                    .println("pragh load: " + loaded.vertices() + " vertices and " + loaded.edges()
                            + " edges are in the graph at " + into);
        }
        return 0;
    }

    private Cluster.Builder server() {
        int colon = into.lastIndexOf(':');
        boolean withPort = colon >= 0 && into.indexOf(']') < colon;
        int port = PORT_USUAL;
        if (withPort) {
            try {
                port = Integer.parseInt(into.substring(colon + 1));
            } catch (NumberFormatException notANumber) {
                port = 0;
            }
        }
        if (port < 1 || port > PORT_MAX) {
            throw new CliException("a server is written HOST:PORT: --into=" + into);
        }
        Cluster.Builder builder = Cluster.build(withPort ? into.substring(0, colon) : into)
                .port(port)
                .maxContentLength(Integer.MAX_VALUE)
                .enableSsl(tls);
        if (user != null) {
            String password = System.getenv("PRAGH_PASSWORD");
            if (password == null) {
                throw new CliException("the environment has no PRAGH_PASSWORD for --user=" + user);
            }
            builder.credentials(user, password);
        }
        return builder;
    }

    private void send(PraghGraph here, Cluster.Builder server, Loaded loaded) {
        Cluster cluster = server.create();
        try (LoadProgress progress = LoadProgress.sending(loaded.vertices() + loaded.edges())) {
            RemoteCopy.copy(here, traversal().with(DriverRemoteConnection.using(cluster, "g")), progress::step);
        } catch (PraghException unknown) {
            throw unknown;
        } catch (RuntimeException refused) {
            throw new CliException("the server took nothing: --into=" + into + " reason=" + reason(refused));
        } finally {
            cluster.close();
        }
    }

    private static String reason(Throwable refused) {
        Throwable cause = refused;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage()).strip().lines().findFirst().orElse("");
    }
}
