package io.pragh.tinkerpop.cli.cluster;

import io.pragh.core.durable.DataPlace;
import io.pragh.tinkerpop.cli.CliException;
import io.pragh.tinkerpop.cli.LeaveRequest;
import io.pragh.tinkerpop.cli.NodeProcess;
import io.pragh.tinkerpop.cli.StandingBy;
import io.pragh.tinkerpop.config.NodeFile;
import io.pragh.tinkerpop.config.NodeOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
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
            "Exit code 1 when it had to end before it had handed everything over. What it still held is lost then; in a cluster"
                    + " with data folders it is in the node's folder, and served again by pragh cluster restart."
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
        folder.running(); // else there may be no folder
        return folder.alone(() -> remove(folder));
    }

    private int remove(ClusterFolder folder) throws IOException {
        List<NodeProcess> running = folder.running();
        NodeProcess node = find(running);
        if (seconds < 1 || seconds > SECONDS_MAX) {
            throw new CliException(
                    "a node needs some time to hand over: --hand-over-seconds=" + seconds + " max=" + SECONDS_MAX);
        }
        ClusterLaunch.Plan plan = folder.plan();
        checkZooKeeper(plan, node.name(), node.name());
        DataPlace data = plan.isKept() ? dataOf(folder, node.name()) : null;
        if (data != null) {
            checkZooKeeper(plan, data.name(), node.name());
        }
        if (plan.isKept() && data == null) {
            ClusterStopCommand.end(List.of(node));
            forget(folder, node);
            return say(0, node.name() + " has ended; it stood by, and had nothing to hand over");
        }
        LeaveRequest.make(folder.config(node.name()), seconds);
        try {
            awaitEnd(node);
        } finally {
            LeaveRequest.clear(folder.config(node.name()));
        }
        boolean all = LeaveRequest.isDone(Files.readString(folder.log(node.name())))
                && (data == null || NodeFolders.isWithoutGraph(data));
        if (!all && data != null) {
            return say(
                    1,
                    node.name() + " has ended before it had handed everything over. Nothing is lost: the rest is in its"
                            + " data folder " + data + "; serve it again by bin/pragh cluster restart"
                            + where.arguments() + ", and see " + folder.log(node.name()));
        }
        forget(folder, node);
        if (!all) {
            return say(
                    1, node.name() + " has left before it had handed everything over; see " + folder.log(node.name()));
        }
        if (data != null) {
            giveUp(folder, plan, data);
        }
        return say(0, node.name() + " has left, and the others have what it held");
    }

    /** Refuses to remove a node, given by its name or that of its data folder, in whose process ZooKeeper runs. */
    private static void checkZooKeeper(ClusterLaunch.Plan plan, String named, String node) {
        ZooKeeperPorts zooKeeper = plan.zooKeeper();
        if (zooKeeper.isAt(named)) {
            throw new CliException("ZooKeeper runs in "
                    + (named.equals(node) ? "this node" : "the process of " + named + ", whose folder this one has")
                    + ", "
                    + (zooKeeper.isEnsemble()
                            ? "and without one of its three servers the cluster would not survive the next"
                            : "and without it there is no cluster")
                    + "; remove another one, or end all by pragh cluster stop: node=" + node);
        }
    }

    /** The data folder that a process has; null when it stands by. */
    private static @Nullable DataPlace dataOf(ClusterFolder folder, String node) throws IOException {
        String own = NodeFile.read(folder.config(node)).get(NodeOption.GRAPH_DATA);
        return own != null ? DataPlace.of(own) : StandingBy.taken(folder.said(node));
    }

    private static void forget(ClusterFolder folder, NodeProcess node) throws IOException {
        List<NodeProcess> rest = new ArrayList<>(folder.processes());
        rest.removeIf(p -> p.name().equals(node.name()));
        folder.remember(rest);
    }

    /** Records that nobody needs a data folder any more. */
    private static void giveUp(ClusterFolder folder, ClusterLaunch.Plan plan, DataPlace data) throws IOException {
        int number = NodeFolders.numberOf(data.name());
        folder.remember(
                plan.with(plan.numbers().stream().filter(kept -> kept != number).toList()));
        NodeFolders.removeEmpty(data);
    }

    private int say(int code, String what) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("pragh cluster: " + what);
        out.flush();
        return code;
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
