package io.pragh.tinkerpop.cli.cluster;

import io.pragh.core.durable.DataPlace;
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
            "Start one more node process of the cluster, with the settings it was started with, and a data folder if the others have some.",
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
        folder.running(); // else there may be no folder
        return folder.alone(() -> add(folder));
    }

    private int add(ClusterFolder folder) throws IOException {
        List<NodeProcess> running = folder.running();
        ClusterLaunch.Plan plan = folder.plan();
        if (plan.isKept()) {
            checkAllServed(plan);
        }
        checkRoom(plan, (plan.isKept() ? plan.numbers().size() : running.size()) + 1, running.size() + 1);
        int wanted = port == FOLLOWING
                ? running.stream().mapToInt(NodeProcess::port).max().orElseThrow() + 1
                : port;
        int free = ClusterStartCommand.free(wanted);
        int number = folder.nextNode();
        NodeProcess added = new ClusterLaunch(folder, plan, folder.processes()).add(number, free);
        PrintWriter out = spec.commandLine().getOut();
        ClusterStartCommand.show(out, folder, List.of(added), Set.of());
        if (plan.isKept()) {
            out.println("its share of the graph is kept in " + plan.data(number));
        }
        out.println("let it leave by: bin/pragh cluster remove " + added.name() + where.arguments());
        out.flush();
        return 0;
    }

    /** Refuses a cluster that waits for a part of the graph: nobody could hand that over. */
    private void checkAllServed(ClusterLaunch.Plan plan) {
        List<DataPlace> away = plan.numbers().stream()
                .map(plan::data)
                .filter(place -> !place.isInUse())
                .toList();
        if (!away.isEmpty()) {
            throw new CliException("a part of the graph is not served, since no process has its data folder open; start"
                    + " what has died by pragh cluster restart" + where.arguments() + ", then add a node: folders="
                    + away);
        }
    }

    private static void checkRoom(ClusterLaunch.Plan plan, int nodes, int processes) {
        if (nodes > Math.min(plan.partitions(), ClusterStartCommand.NODES_MAX)) {
            throw new CliException(
                    "a cluster has room for as many nodes as its graph has partitions; start it with more"
                            + " nodes: nodes=" + nodes + " partitions=" + plan.partitions());
        }
        long wanted = processes * (plan.memoryMb() + plan.memoryMb() / 3);
        long present = MachineMemory.megabytes();
        if (wanted > present) {
            throw new CliException(
                    "with one node more the cluster needs more memory than the machine has; start it with"
                            + " less for each: --memory-mb=" + plan.memoryMb() + " processes=" + processes + " needed="
                            + wanted
                            + " MB machine=" + present + " MB");
        }
    }
}
