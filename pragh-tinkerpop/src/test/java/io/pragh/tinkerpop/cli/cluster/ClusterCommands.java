package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.PraghCli;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import picocli.CommandLine;

/** The commands of a cluster as a user types them, run in this process, and what they printed. */
final class ClusterCommands {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Runs a command and returns its exit code; what it prints is kept, after what others printed. */
    int run(String... arguments) {
        CommandLine line = PraghCli.commandLine(List.of(new ClusterCommand(), new StatusCommand()));
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    /** Forgets what was printed, to either stream. */
    void forget() {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
    }

    /** The first of three free ports in a row. */
    static int threePorts() throws IOException {
        IOException last = new IOException("no ports tried");
        for (int tries = 0; tries < 100; tries++) {
            try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    ServerSocket second =
                            new ServerSocket(first.getLocalPort() + 1, 1, InetAddress.getLoopbackAddress());
                    ServerSocket third =
                            new ServerSocket(second.getLocalPort() + 1, 1, InetAddress.getLoopbackAddress())) {
                return third.getLocalPort() - 2;
            } catch (IOException taken) {
                last = taken;
            }
        }
        throw last;
    }
}
