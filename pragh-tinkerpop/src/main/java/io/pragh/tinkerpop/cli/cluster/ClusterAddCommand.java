package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.CliException;
import io.pragh.tinkerpop.cli.MachineMemory;
import io.pragh.tinkerpop.cli.NodeProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pragh cluster add}: starts one more node. One thread. */
@Command(
        name = "add",
        description = {
            "Start one more node process of the cluster, with the settings it was started with.",
            "Returns when it has taken its share of the partitions over from the others, which go on meanwhile."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class ClusterAddCommand implements Callable<Integer> {
    private static final int FOLLOWING = -1;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "-1",
            description =
                    "Port of its Gremlin Server; 0 takes one that is free (default: the one after the last node's).")
    private int port = FOLLOWING;

    @Mixin
    private FolderOption where = new FolderOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ClusterFolder folder = where.folder();
        List<NodeProcess> running = folder.running();
        ClusterLaunch.Plan plan = folder.plan();
        if (!plan.kept().data().isEmpty()) {
            throw new CliException(
                    "the partitions of a graph that is kept stay in the data folders that they are in, so there is"
                            + " none for another node; start what has died again by pragh cluster restart, or load a backup into"
                            + " a cluster of more nodes: --data=" + plan.kept().data());
        }
        checkRoom(plan, running.size() + 1);
        int wanted = port == FOLLOWING
                ? running.stream().mapToInt(NodeProcess::port).max().orElseThrow() + 1
                : port;
        int free = ClusterStartCommand.free(wanted);
        NodeProcess added = new ClusterLaunch(folder, plan, folder.processes()).add(folder.nextNode(), free);
        PrintWriter out = spec.commandLine().getOut();
        ClusterStartCommand.show(out, folder, List.of(added), Set.of());
        out.println("let it leave by: bin/pragh cluster remove " + added.name() + where.arguments());
        out.flush();
        return 0;
    }

    private static void checkRoom(ClusterLaunch.Plan plan, int nodes) {
        if (nodes > plan.partitions()) {
            throw new CliException(
                    "a cluster has room for as many nodes as its graph has partitions; start it with more"
                            + " nodes: nodes=" + nodes + " partitions=" + plan.partitions());
        }
        long wanted = nodes * (plan.memoryMb() + plan.memoryMb() / 3);
        long present = MachineMemory.megabytes();
        if (wanted > present) {
            throw new CliException(
                    "with one node more the cluster needs more memory than the machine has; start it with"
                            + " less for each: --memory-mb=" + plan.memoryMb() + " nodes=" + nodes + " needed=" + wanted
                            + " MB machine=" + present + " MB");
        }
    }
}
