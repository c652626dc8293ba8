package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.cli.BackupCommand;
import io.pragh.tinkerpop.cli.RestoreCommand;
import io.pragh.tinkerpop.cli.TypedCommands;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.Result;
import org.apache.tinkerpop.shaded.jackson.databind.JsonNode;
import org.apache.tinkerpop.shaded.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as its user has it: commands, their output, and the processes that they start. A command that starts
 * processes runs in one of its own, all others in this one. One thread.
 */
final class ClusterCommands {
    /** Below the ports that a system gives to outgoing connections, which come and go meanwhile. */
    private static final int FIRST_PORT = 12_000;

    private static final int LAST_PORT = 20_000;
    /** The memory of each node. */
    private static final int MEMORY_MB = 128;

    /** The subcommands of {@code pragh cluster} that start processes. */
    private static final Set<Object> STARTING = Set.of("start", "add", "restart");

    private static final String LOOPBACK = "127.0.0.1";

    private final TypedCommands typed = new TypedCommands(
            () -> List.of(new ClusterCommand(), new StatusCommand(), new BackupCommand(), new RestoreCommand()));

    /** Runs a command and returns its exit code; appends its output to that of former commands. */
    int run(Object... arguments) {
        boolean starts = arguments[0].equals("cluster") && STARTING.contains(arguments[1]);
        return starts ? typed.runInProcess(arguments) : typed.run(arguments);
    }

    /** Runs a command in this process, also one that would start processes. */
    int runHere(Object... arguments) {
        return typed.run(arguments);
    }

    /** The standard output of the commands. */
    String out() {
        return typed.out();
    }

    /** The standard error of the commands. */
    String err() {
        return typed.err();
    }

    /** Drops the output of former commands to both streams. */
    void forget() {
        typed.forget();
    }

    /** Drops former output, and runs a command that must succeed. */
    void assertDone(Object... arguments) {
        forget();
        assertEquals(0, run(arguments), () -> "pragh " + Arrays.toString(arguments) + "\n" + typed.out() + typed.err());
    }

    /** Drops former output, and runs a command that must refuse in one line. */
    void assertTells(String sentence, Object... arguments) {
        forget();
        assertEquals(2, run(arguments), typed::err);
        assertTrue(typed.err().contains(sentence), typed::err);
        assertEquals(1, typed.err().lines().count(), typed::err);
    }

    /**
     * Starts a cluster of this many processes with servers from a port on, with little memory unless the options say
     * otherwise; returns the command's exit code.
     */
    int start(String dir, int nodes, int port, Object... options) {
        List<Object> arguments =
                new ArrayList<>(List.of("cluster", "start", "--nodes", nodes, "--port", port, "--dir", dir));
        arguments.addAll(List.of(options));
        if (!arguments.contains("--memory-mb")) {
            arguments.addAll(List.of("--memory-mb", MEMORY_MB));
        }
        return run(arguments.toArray());
    }

    /** Starts three processes without further options; returns the port of the first one's server. */
    int startThree(String dir) throws IOException {
        int port = threePorts();
        assertEquals(0, start(dir, 3, port), this::err);
        return port;
    }

    /**
     * How many partitions members serve, by the status of a cluster whose first process is gone. Drops former output.
     */
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

    /** Kills a process of a cluster, or a bookie, as {@code kill -9} does, and returns when it has ended. */
    static void kill(String dir, String name) throws IOException {
        ClusterFolder place = new ClusterFolder(Path.of(dir));
        ProcessHandle killed = Stream.concat(place.processes().stream(), new ClusterBookies(place).processes().stream())
                .filter(process -> process.name().equals(name))
                .flatMap(process -> process.handle().stream())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no such process is running: " + name));
        killed.destroyForcibly();
        killed.onExit().join();
    }

    /** Ends all processes of a cluster, and its bookies, and removes what they shared. */
    static void end(String dir) throws IOException {
        ClusterFolder place = new ClusterFolder(Path.of(dir));
        ClusterStopCommand.end(place.processes());
        new ClusterBookies(place).end();
        place.removeSharedMemory();
    }

    /** The results of a query at one server of a cluster that asks for no login. */
    static List<Result> ask(int port, String query) {
        Cluster cluster = Cluster.build(LOOPBACK).port(port).create();
        try {
            return cluster.connect().submit(query).all().join();
        } finally {
            cluster.close();
        }
    }

    /** The failure of a test, with the output of all commands and the logs of the named processes. */
    AssertionError failure(@Nullable Throwable failed, String dir, String... names) {
        StringBuilder all = new StringBuilder();
        for (String name : names) {
            all.append('\n').append(name).append(": ").append(log(dir, name));
        }
        return new AssertionError(all + "\n" + out() + err(), failed);
    }

    /** The log of a process of a cluster. */
    static String log(String dir, String name) {
        Path log = new ClusterFolder(Path.of(dir)).log(name);
        try {
            return Files.exists(log) ? Files.readString(log) : "none";
        } catch (IOException unreadable) {
            return "unreadable: " + unreadable;
        }
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
