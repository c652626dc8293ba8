package io.pragh.tinkerpop.cli.cluster;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;

import io.pragh.tinkerpop.RestoredService;
import io.pragh.tinkerpop.cli.CliException;
import io.pragh.tinkerpop.cli.ServerLogin;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pragh cluster restored}. One thread. */
@Command(
        name = "restored",
        description = {
            "Go on after the loss of a node: what was lost with it, and not written again since, is given up for good.",
            "Until then it is not known whether such values exist, so reading one fails, and so do scans and counts. Afterwards they"
                    + " are absent, and indexes are filled anew. To start over instead, run g.E().drop() and g.V().drop() then."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class ClusterRestoredCommand implements Callable<Integer> {
    @Mixin
    private FolderOption where = new FolderOption();

    @Option(
            names = "--at",
            paramLabel = "HOST[:PORT]",
            description = "Ask this server instead of one of a cluster that was started on this machine.")
    private @Nullable String at;

    @Mixin
    private ServerLogin login = new ServerLogin();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        boolean here = at == null;
        String server =
                at != null ? at : "127.0.0.1:" + where.folder().running().get(0).port();
        Cluster cluster = login.server("--at", server, here ? where.folder().login() : null)
                .create();
        Map<String, Integer> answer;
        try {
            answer = traversal()
                    .with(DriverRemoteConnection.using(cluster, "g"))
                    .with(Tokens.ARGS_EVAL_TIMEOUT, 0L) // rebuilding the indexes of a large graph takes a while
                    .<Map<String, Integer>>call(RestoredService.NAME)
                    .next();
        } catch (RuntimeException refused) {
            throw new CliException(
                    "the server did not do it: server=" + server + " reason=" + ServerLogin.reason(refused));
        } finally {
            cluster.close();
        }
        int partitions = Objects.requireNonNull(answer.get(RestoredService.PARTITIONS));
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                partitions == 0
                        ? "pragh cluster: nothing was lost that is not given up already"
                        : "pragh cluster: " + partitions
                                + " partitions had lost their keys with a node; what was not written"
                                + " again is given up, and scans and counts go on");
        out.flush();
        return 0;
    }
}
