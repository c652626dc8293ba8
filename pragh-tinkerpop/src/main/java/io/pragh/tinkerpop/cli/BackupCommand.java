package io.pragh.tinkerpop.cli;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupWriter;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.persist.OfflineBackup;
import io.pragh.tinkerpop.BackupService;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pragh backup}: makes a backup of a graph that is kept in a data folder, as of one moment. One thread. */
@Command(
        name = "backup",
        description = {
            "Back up a graph that has a data folder: pragh backup HOST:PORT NAME, of a running server, into a folder of that name in"
                    + " the one that the server was started with (--backup-folder); or pragh backup --data FOLDER TARGET, of a"
                    + " data folder that no process has open.",
            "The first backup in a folder is a full one; each later one has what was committed since, and needs those before it."
                    + " Where that cannot be told any more, it is a full one, and a line says so."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:The backup is on the disk.", "1:It failed.", "2:It cannot be made; the line says why."},
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class BackupCommand implements CliCommand {
    private static final int ONLINE_ARGUMENTS = 2;
    private static final long LOOK_MILLIS = 500;

    @Parameters(
            paramLabel = "[HOST[:PORT]] TARGET",
            arity = "1..2",
            description = "The server and the name of a folder there; with --data the folder.")
    private List<String> arguments = List.of();

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = "A data folder that no process has open, also one at bookies: bookkeeper://HOST:PORT/NAME.")
    private @Nullable DataPlace data;

    @Option(names = "--full", description = "Make a full one, which needs no other.")
    private boolean full;

    @Mixin
    private ServerLogin login = new ServerLogin();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (arguments.size() != (data == null ? ONLINE_ARGUMENTS : 1)) {
            throw new CliException(
                    "give a server and the name of a folder there, or --data and a folder: arguments=" + arguments);
        }
        if (data != null) {
            offline(data, Path.of(arguments.get(0)));
        } else {
            online(arguments.get(0), arguments.get(1));
        }
        return 0;
    }

    private void offline(DataPlace from, Path into) {
        try (LoadProgress progress = LoadProgress.none()) {
            BackupWriter.Made made = OfflineBackup.write(from, into, full, Instant.now(), progress::restored);
            tell(made.step().number(), made.step().kind(), made.step().bytes(), into.toString(), made.why());
        } catch (PraghException cannot) {
            throw new CliException(String.valueOf(cannot.getMessage()));
        }
    }

    private void online(String server, String name) {
        Cluster cluster = login.server("HOST:PORT", server).create();
        try (LoadProgress progress = LoadProgress.none()) {
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
            Map<String, Object> made = await(g, progress, name);
            tell(
                    number(made, BackupService.NUMBER),
                    String.valueOf(made.get(BackupService.KIND)),
                    number(made, BackupService.BYTES),
                    made.get(BackupService.FOLDER) + " of " + server,
                    String.valueOf(made.get(BackupService.WHY)));
        } catch (RuntimeException refused) {
            throw new CliException(
                    "the server made no backup: server=" + server + " reason=" + ServerLogin.reason(refused));
        } finally {
            cluster.close();
        }
    }

    private Map<String, Object> await(GraphTraversalSource g, LoadProgress progress, String name) {
        CompletableFuture<Map<String, Object>> made =
                CompletableFuture.supplyAsync(() -> g.with(Tokens.ARGS_EVAL_TIMEOUT, 0L) // a large graph takes a while
                        .<Map<String, Object>>call(BackupService.NAME)
                        .with(BackupService.FOLDER, name)
                        .with(BackupService.FULL, full)
                        .next());
        while (true) {
            try {
                return made.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                show(g, progress);
            } catch (ExecutionException failed) {
                throw new IllegalStateException(failed.getCause());
            } catch (InterruptedException ends) {
                Thread.currentThread().interrupt();
                throw new CliException("interrupted; the server may go on with the backup");
            }
        }
    }

    private static void show(GraphTraversalSource g, LoadProgress progress) {
        Map<String, Object> now = g.<Map<String, Object>>call(BackupService.NAME)
                .with(BackupService.PROGRESS, true)
                .next();
        long total = number(now, BackupService.TOTAL);
        if (total > 0) {
            progress.restored(String.valueOf(now.get(BackupService.WHAT)), number(now, BackupService.DONE), total);
        }
    }

    private static long number(Map<String, Object> answer, String name) {
        return answer.get(name) instanceof Number number ? number.longValue() : 0;
    }

    private void tell(long number, String kind, long bytes, String folder, String why) {
        if (!why.isEmpty()) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("pragh backup: it is a full one, because " + why);
            err.flush();
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("pragh backup: " + kind + " backup " + number + " of " + bytes + " bytes is in " + folder);
        out.flush();
    }
}
