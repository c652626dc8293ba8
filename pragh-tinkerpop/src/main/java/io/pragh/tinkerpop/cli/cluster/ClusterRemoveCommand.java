package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.CliException;
import io.pragh.tinkerpop.cli.LeaveRequest;
import io.pragh.tinkerpop.cli.NodeProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pragh cluster remove}: lets a node leave the cluster. One thread. */
@Command(
        name = "remove",
        description = {
            "Let a node process leave the cluster: it hands its partitions over to the others, which go on, and ends.",
            "Exit code 1 when it had to end before it had handed everything over; what it still held is lost then."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class ClusterRemoveCommand implements Callable<Integer> {
    private static final long SECONDS_MAX = 86_400;
    /** Time for the other work of a process at its end, beside handing over. */
    private static final long ENDING_SECONDS = 60;

    @Parameters(paramLabel = "NODE", description = "Name of the node, as pragh cluster status shows it.")
    private String name = "";

    @Option(
            names = "--hand-over-seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "How long it may take to hand its partitions over (default: ${DEFAULT-VALUE}).")
    private long seconds;

    @Mixin
    private FolderOption where = new FolderOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ClusterFolder folder = where.folder();
        List<NodeProcess> running = folder.running();
        NodeProcess node = find(running);
        if (seconds < 1 || seconds > SECONDS_MAX) {
            throw new CliException(
                    "a node needs some time to hand over: --hand-over-seconds=" + seconds + " max=" + SECONDS_MAX);
        }
        if (!folder.plan().kept().data().isEmpty()) {
            throw new CliException(
                    "the partitions of a graph that is kept stay in the data folders that they are in: a node that"
                            + " leaves would take its part away; end all by pragh cluster stop: --data="
                            + folder.plan().kept().data());
        }
        ZooKeeperPorts zooKeeper = folder.plan().zooKeeper();
        if (zooKeeper.isAt(node.name())) {
            throw new CliException("ZooKeeper runs in this node, "
                    + (zooKeeper.isEnsemble()
                            ? "and without one of its three servers the cluster would not survive the next"
                            : "and without it there is no cluster")
                    + "; remove another one, or end all by pragh cluster stop: node=" + node.name());
        }
        LeaveRequest.make(folder.config(node.name()), seconds);
        try {
            awaitEnd(node);
        } finally {
            LeaveRequest.clear(folder.config(node.name()));
        }
        List<NodeProcess> rest = new ArrayList<>(folder.processes());
        rest.removeIf(p -> p.name().equals(node.name()));
        folder.remember(rest);
        boolean all = LeaveRequest.isDone(Files.readString(folder.log(node.name())));
        PrintWriter out = spec.commandLine().getOut();
        out.println("pragh cluster: " + node.name() + " has left"
                + (all
                        ? ", and the others have what it held"
                        : " before it had handed everything over; see " + folder.log(node.name())));
        out.flush();
        return all ? 0 : 1;
    }

    private NodeProcess find(List<NodeProcess> running) {
        return running.stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new CliException("no such node is running: node=" + name + " running="
                        + running.stream().map(NodeProcess::name).toList()));
    }

    private void awaitEnd(NodeProcess node) {
        ProcessHandle process = node.handle().orElse(null);
        if (process == null) {
            return; // the process was faster
        }
        try {
            process.onExit().get(seconds + ENDING_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException stubborn) {
            throw new CliException("the node does not end; look at its log: node=" + node.name() + " log="
                    + where.folder().log(node.name()));
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted while the node leaves: node=" + node.name());
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("a process's end is not a computation", impossible);
        }
    }
}
