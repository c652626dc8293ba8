package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DiskServerProvider;
import io.pragh.core.durable.DiskServerProvider.DiskServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pragh bookie}: runs a server that keeps copies of data folders. One thread. */
@Command(
        name = "bookie",
        description = {
            "Keep copies of data folders named bookkeeper://HOST:PORT/NAME on this machine, until the process ends. Start three, on"
                    + " three machines: a graph goes on while one of them is away.",
            "Without a secret it serves everybody who reaches it."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"1:It has ended by itself.", "2:It does not start.", "143:It was told to end."},
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class BookieCommand implements CliCommand {
    private static final long COPY_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    @Option(
            names = "--at",
            paramLabel = "ADDRESS",
            required = true,
            description = {
                "Where it is to be found: bookkeeper://HOST:PORT of a ZooKeeper. With ?secretFile=FILE behind, which has a secret"
                        + " of 16 characters or more in its first line, it serves only those whose address of a folder names"
                        + " the same secret. With &certificate=FILE&privateKey=FILE&trusted=FILE, too, it speaks TLS, with"
                        + " those alone who have a certificate of the same authority."
            })
    private String at = "";

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            required = true,
            description = "Where it keeps everything; what it kept there before is there again.")
    private Path folder = Path.of("");

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "Address of this machine to listen at, by which others reach it (default: ${DEFAULT-VALUE}).")
    private String host = "";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "3181",
            description = "Port to listen at; the same each time (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--replaces",
            paramLabel = "HOST:PORT",
            description =
                    "A bookie that is gone for good, whose place this one takes: what it had is copied anew from the others. What"
                            + " is being written then is copied as soon as it is complete; the bookie says when all is done.")
    private @Nullable String replaces;

    @Mixin
    private LogOption log = new LogOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    private long saidNanos = System.nanoTime();

    @Override
    public Integer call() throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        log.take(spec);
        DiskServer server;
        try {
            server = DiskServerProvider.start(at, folder.toAbsolutePath(), host, port);
        } catch (PraghException cannot) {
            throw new CliException(String.valueOf(cannot.getMessage()));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "pragh-bookie-end"));
        say("ready at " + host + ":" + port + ", keeps its copies in " + folder);
        long nextCopy = System.nanoTime();
        boolean copies = replaces != null;
        while (server.isRunning()) {
            if (copies && System.nanoTime() - nextCopy >= 0) {
                copies = !isReplaced(server, String.valueOf(replaces));
                nextCopy = System.nanoTime() + COPY_NANOS;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        err.println("pragh: the bookie has ended by itself; see to its disk, and start it again: folder=" + folder);
        err.flush();
        return 1;
    }

    /** Copies the data of a lost bookie, as far as possible; returns whether all of it is copied. */
    private boolean isReplaced(DiskServer server, String lost) {
        try {
            int[] found = {0};
            int left = server.replace(lost, (done, all) -> {
                found[0] = all;
                progress(lost, done, all);
            });
            if (left > 0) {
                say("ledgers of " + lost + " that are being written: " + left + "; it looks again every "
                        + TimeUnit.NANOSECONDS.toSeconds(COPY_NANOS) + " s");
            } else {
                say(found[0] > 0 ? "all that " + lost + " had is copied" : "nothing is kept at " + lost);
            }
            return left == 0;
        } catch (PraghException cannot) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("pragh: " + cannot.getMessage() + "; it is tried again every "
                    + TimeUnit.NANOSECONDS.toSeconds(COPY_NANOS) + " s");
            err.flush();
            return false;
        }
    }

    private void progress(String lost, int done, int all) {
        long now = System.nanoTime();
        if (now - saidNanos >= LOOK_NANOS) {
            saidNanos = now;
            say("copied " + done + " of " + all + " ledgers of " + lost);
        }
    }

    private void say(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("pragh bookie: " + text);
        out.flush();
    }
}
