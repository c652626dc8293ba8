package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.tinkerpop.cli.PraghCli;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.tinkerpop.shaded.jackson.databind.JsonNode;
import org.apache.tinkerpop.shaded.jackson.databind.ObjectMapper;
import picocli.CommandLine;

/** The commands of a cluster as a user types them, run in this process, and what they printed. */
final class ClusterCommands {
    /** Below those that a system gives to connections, which come and go meanwhile. */
    private static final int FIRST_PORT = 12_000;

    private static final int LAST_PORT = 20_000;

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

    /** Starts three processes, as somebody does who gives no other options, and returns the port of the first one's server. */
    int startThree(String dir) throws IOException {
        int port = threePorts();
        int code = run("cluster", "start", "--nodes", "3", "--port", "" + port, "--memory-mb", "128", "--dir", dir);
        assertEquals(0, code, this::err);
        return port;
    }

    /** How many partitions members serve, by the status of a cluster whose first process is gone; what was printed before is forgotten. */
    int servedWithoutTheFirst(String dir) {
        forget();
        assertEquals(1, run("cluster", "status", "--dir", dir, "--json"), this::out);
        int served = 0;
        try {
            for (JsonNode member : new ObjectMapper().readTree(out()).get("members")) {
                served += member.has("partitions") ? member.get("partitions").size() : 0;
            }
        } catch (IOException noJson) {
            throw new AssertionError(out(), noJson);
        }
        return served;
    }

    /** Kills the first process of a cluster, as {@code kill -9} does, and returns when it has ended. */
    static void killFirst(String dir) throws IOException {
        ProcessHandle first =
                new ClusterFolder(Path.of(dir)).processes().get(0).handle().orElseThrow();
        first.destroyForcibly();
        first.onExit().join();
    }

    /** What the processes of a cluster have logged. */
    static String logs(String dir, int nodes) throws IOException {
        StringBuilder all = new StringBuilder();
        for (int node = 0; node < nodes; node++) {
            all.append("\nnode-").append(node).append(": ").append(log(dir, "node-" + node));
        }
        return all.toString();
    }

    /** What a process of a cluster has logged. */
    static String log(String dir, String name) throws IOException {
        Path log = new ClusterFolder(Path.of(dir)).log(name);
        return Files.exists(log) ? Files.readString(log) : "none";
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
            int from = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try (ServerSocket first = new ServerSocket(from, 1, InetAddress.getLoopbackAddress());
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
