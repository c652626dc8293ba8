package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.fof.MemoryNeed;
import io.pragh.benchmarks.micro.MemoryFootprint;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pragh bench memory}: measures bytes per edge. One thread. */
@Command(
        name = "memory",
        description = "Measure how many bytes a directed edge takes, slots, headers and slack included.",
        mixinStandardHelpOptions = true)
final class MemoryCommand implements Callable<Integer> {
    @Option(
            names = "--scale",
            paramLabel = "N",
            defaultValue = "20",
            description = "Load an R-MAT graph of 2^N vertices into one node (default: ${DEFAULT-VALUE}).")
    private int scale;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        RmatParameters graph = GraphOptions.told(() -> RmatParameters.graph500(scale, 1));
        GraphOptions.check(MemoryNeed.atLeast(graph.edgeCount()));
        PrintWriter out = spec.commandLine().getOut();
        out.print(MemoryFootprint.show(MemoryFootprint.measure(scale)));
        out.flush();
        return 0;
    }
}
