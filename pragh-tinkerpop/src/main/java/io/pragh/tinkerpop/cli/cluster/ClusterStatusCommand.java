package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.CliException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code pragh cluster status}. One thread. */
@Command(
        name = "status",
        description = "Show the cluster's processes. Exit code 1 when one has ended.",
        mixinStandardHelpOptions = true)
final class ClusterStatusCommand implements Callable<Integer> {
    @Mixin
    private FolderOption where = new FolderOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ClusterFolder folder = where.folder();
        List<NodeProcess> processes = folder.processes();
        if (processes.isEmpty()) {
            throw new CliException("no cluster was started here: --dir=" + folder.path());
        }
        show(spec.commandLine().getOut(), folder, processes);
        return processes.stream().allMatch(p -> p.handle().isPresent()) ? 0 : 1;
    }

    /** A line for each process. */
    static void show(PrintWriter out, ClusterFolder folder, List<NodeProcess> processes) {
        out.println(String.format("%-10s %8s  %-8s %-32s %s", "node", "pid", "state", "Gremlin", "log"));
        for (NodeProcess process : processes) {
            boolean runs = process.handle().isPresent();
            out.println(String.format(
                    "%-10s %8d  %-8s %-32s %s",
                    process.name(),
                    process.pid(),
                    runs ? "runs" : "ended",
                    "ws://127.0.0.1:" + process.port() + "/gremlin",
                    folder.log(process.name())));
        }
        out.flush();
    }
}
