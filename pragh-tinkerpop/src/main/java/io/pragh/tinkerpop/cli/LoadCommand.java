package io.pragh.tinkerpop.cli;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles.Loaded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pragh load}: loads files into the graph of a server. One thread. */
@Command(
        name = "load",
        description = {
            "Load files into the graph of a running server: all of them or, if a line is wrong, nothing.",
            "They are read here first, then sent in one transaction, which the server ends after its pragh.snapshotSeconds, if they"
                    + " are set, or after 60 when it is short of memory. Started with the files it has no limit: pragh server"
                    + " --load."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class LoadCommand implements CliCommand {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "GraphSON, GraphML, Gryo, CSV or a list of edges.")
    private List<Path> files = List.of();

    @Option(names = "--into", paramLabel = "HOST[:PORT]", required = true, description = "The server.")
    private String into = "";

    @Mixin
    private ServerLogin login = new ServerLogin();

    @Mixin
    private FileOptions reading = new FileOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Cluster.Builder server = login.server("--into", into);
        try (PraghGraph here = PraghGraph.build().open()) {
            Loaded loaded = reading.load(here, files);
            SentGraph.send(here, loaded, server, "--into=" + into);
            spec.commandLine()
                    .getOut()
                    .println("pragh load: " + loaded.vertices() + " vertices and " + loaded.edges()
                            + " edges are in the graph at " + into);
        }
        return 0;
    }
}
