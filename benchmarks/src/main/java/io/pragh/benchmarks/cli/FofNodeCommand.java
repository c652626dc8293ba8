package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.NodeProcess;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code pragh bench fof-node}: one node of {@code bench fof}, which starts it and sends it orders. One thread. */
@Command(name = "fof-node", description = "A node of bench fof in a process of its own.", hidden = true)
final class FofNodeCommand implements Callable<Integer> {
    /** Other output must not be mixed with the answers. */
    @Override
    public Integer call() {
        PrintStream answers = System.out;
        System.setOut(System.err);
        return NodeProcess.run(System.in, answers);
    }
}
