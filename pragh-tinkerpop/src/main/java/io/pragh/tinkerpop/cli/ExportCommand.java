package io.pragh.tinkerpop.cli;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.load.GraphExport;
import io.pragh.tinkerpop.load.GraphExport.Settings;
import io.pragh.tinkerpop.load.GraphExport.Written;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pragh export}: writes the graph of a server to a file. One thread. */
@Command(
        name = "export",
        description = {
            "Write the graph of a running server into a file here, as it is at one moment; pragh load reads it back.",
            "The file gets its name when it is whole. Gryo holds everything, GraphSON all but null and arrays; what another"
                    + " format has no place for ends the export, unless --drop leaves it out."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class ExportCommand implements CliCommand {
    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "The file; packed if it ends in .gz. For CSV two: vertices, then edges.")
    private List<Path> files = List.of();

    @Option(names = "--from", paramLabel = "HOST[:PORT]", required = true, description = "The server.")
    private String from = "";

    @Mixin
    private ServerLogin login = new ServerLogin();

    @Mixin
    private FileOptions writing = new FileOptions();

    @Option(names = "--force", description = "Replace files that are there.")
    private boolean force;

    @Option(names = "--drop", description = "Leave out what the format has no place for, and say what.")
    private boolean drop;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        Settings settings = new Settings(writing.options(), force, drop);
        Cluster cluster = login.server("--from", from).create();
        Written written;
        try (ReceivingBar bar = new ReceivingBar()) {
            written = GraphExport.write(
                    traversal().with(DriverRemoteConnection.using(cluster, "g")), files, settings, bar);
        } catch (PraghException wrong) {
            throw new CliException(String.valueOf(wrong.getMessage()));
        } catch (RuntimeException refused) {
            throw new CliException(
                    "the server gave nothing: --from=" + from + " reason=" + ServerLogin.reason(refused));
        } finally {
            cluster.close();
        }
        written.leftOut().forEach(what -> spec.commandLine().getErr().println("pragh export: left out: " + what));
        PrintWriter out = spec.commandLine().getOut();
        out.println("pragh export: " + written.vertices() + " vertices and " + written.edges() + " edges of " + from
                + " are in "
                + String.join(" and ", files.stream().map(Path::toString).toList()));
        return 0;
    }

    /** A progress bar whose length is known once the graph has been counted. */
    private static final class ReceivingBar implements GraphExport.Progress, AutoCloseable {
        private LoadProgress bar = LoadProgress.none();

        @Override
        public void begins(long elements) {
            bar = LoadProgress.receiving(elements);
        }

        @Override
        public void advances(long elements) {
            bar.step(elements);
        }

        @Override
        public void close() {
            bar.close();
        }
    }
}
