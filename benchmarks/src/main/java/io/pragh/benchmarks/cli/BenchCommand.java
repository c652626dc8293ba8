package io.pragh.benchmarks.cli;

import io.pragh.tinkerpop.cli.CliCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code pragh bench}: only lists the benchmarks. One thread. */
@Command(
        name = "bench",
        description = "Measure Pragh on this machine.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "BENCHMARK",
        subcommands = {
            FofCommand.class,
            FofNodeCommand.class,
            PutCommand.class,
            OutageCommand.class,
            MemoryCommand.class,
            JmhCommand.class
        })
public final class BenchCommand implements CliCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return 0;
    }
}
