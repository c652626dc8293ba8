package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.CliException;
import io.pragh.tinkerpop.cli.NodeProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code pragh cluster restart}: restarts dead processes. One thread. */
@Command(
        name = "restart",
        description = {
            "Start the processes again that have died, each node with its data folder; when a standby has that, the process stands by.",
            "Returns when they serve what they had served; until then queries that need it wait, or fail so that they can be tried again."
        },
        mixinStandardHelpOptions = true)
final class ClusterRestartCommand implements Callable<Integer> {
    @Mixin
    private FolderOption where = new FolderOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ClusterFolder folder = where.folder();
        folder.running(); // else there may be no folder
        return folder.alone(() -> restart(folder));
    }

    private int restart(ClusterFolder folder) throws IOException {
        folder.running(); // else nobody is there whom they could join
        ClusterLaunch.Plan plan = folder.plan();
        if (plan.kept().data().isEmpty()) {
            throw new CliException(
                    "this cluster was started without --data or --durable: what a node that has died held is gone; start"
                            + " another one by pragh cluster add: --dir=" + folder.path());
        }
        List<NodeProcess> all = folder.processes();
        List<NodeProcess> dead =
                all.stream().filter(process -> process.handle().isEmpty()).toList();
        if (dead.isEmpty()) {
            throw new CliException("all processes of the cluster are running: --dir=" + folder.path());
        }
        ClusterLaunch launch = new ClusterLaunch(folder, plan, all);
        List<NodeProcess> started = launch.restart(dead);
        PrintWriter out = spec.commandLine().getOut();
        ClusterStartCommand.show(out, folder, started, launch.standing());
        out.flush();
        return 0;
    }
}
