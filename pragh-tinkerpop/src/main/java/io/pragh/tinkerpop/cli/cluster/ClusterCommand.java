package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.CliCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code pragh cluster}: commands for a cluster of processes on this machine. One thread. */
@Command(
        name = "cluster",
        description = {
            "A cluster of node processes on this machine: start one, look at it, let it grow and shrink, end it.",
            "On several machines each node is a server of its own: pragh server --config (docs/operating.md)."
        },
        subcommands = {
            ClusterStartCommand.class,
            StatusCommand.class,
            ClusterAddCommand.class,
            ClusterRemoveCommand.class,
            ClusterRestartCommand.class,
            ClusterRestoredCommand.class,
            ClusterStopCommand.class
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class ClusterCommand implements CliCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    /** Without a command, lists the commands. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return 0;
    }
}
