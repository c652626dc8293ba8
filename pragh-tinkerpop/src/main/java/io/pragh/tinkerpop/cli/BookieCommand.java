package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DiskServerProvider;
import io.pragh.core.durable.DiskServerProvider.DiskServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pragh bookie}: a server that keeps copies of data folders. One thread. */
@Command(
        name = "bookie",
        description = {
            "Keep copies of data folders named bookkeeper://HOST:PORT/NAME on this machine, until the process ends. Start three, on"
                    + " three machines: a graph goes on while one of them is away.",
            "It asks nobody for a password: have it listen only where nobody else is."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"1:It has ended by itself.", "2:It does not start.", "143:It was told to end."},
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class BookieCommand implements CliCommand {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    @Option(
            names = "--at",
            paramLabel = "ADDRESS",
            required = true,
            description = "Where it is to be found: bookkeeper://HOST:PORT of a ZooKeeper.")
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

    @Mixin
    private LogOption log = new LogOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

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
        PrintWriter out = spec.commandLine().getOut();
        out.println("pragh bookie: ready at " + host + ":" + port + ", keeps its copies in " + folder);
        out.flush();
        while (server.isRunning()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        err.println("pragh: the bookie has ended by itself; see to its disk, and start it again: folder=" + folder);
        err.flush();
        return 1;
    }
}
