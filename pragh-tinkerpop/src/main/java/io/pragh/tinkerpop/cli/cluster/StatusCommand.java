package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.CliCommand;
import io.pragh.tinkerpop.cli.CliException;
import io.pragh.tinkerpop.cli.HostPort;
import io.pragh.tinkerpop.cli.NodeProcess;
import io.pragh.tinkerpop.metrics.StatusJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pragh status} and {@code pragh cluster status}: show the state of a cluster. One thread. */
@Command(
        name = "status",
        description = {
            "Show the members of a cluster: state, partitions, memory, reads, commits, migrations, coordinator.",
            "Each is asked where it serves its metrics. A standby is shown as one until it has taken the place of a node that died. Exit code 1 when one does not answer, or is no member in good standing."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class StatusCommand implements CliCommand {
    @Mixin
    private FolderOption where = new FolderOption();

    @Option(
            names = "--at",
            paramLabel = "HOST:PORT",
            split = ",",
            description =
                    "Ask these instead of a cluster that was started on this machine: metrics.host and metrics.port of each node.")
    private List<String> addresses = List.of();

    @Option(
            names = "--traffic",
            description =
                    "Also show what each member has posted to each other one: operations and bytes. JSON always has it.")
    private boolean traffic;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ClusterReport report = ClusterReport.of(StatusClient.askAll(targets()));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(StatusJson.write(report));
        } else {
            report.lines().forEach(out::println);
            if (traffic) {
                out.println();
                report.trafficLines().forEach(out::println);
            }
        }
        out.flush();
        return report.healthy() ? 0 : 1;
    }

    private List<StatusClient.Target> targets() throws IOException {
        List<StatusClient.Target> targets = new ArrayList<>();
        for (String address : addresses) {
            targets.add(new StatusClient.Target(address, HostPort.parse("--at", address), true));
        }
        if (!addresses.isEmpty()) {
            return targets;
        }
        ClusterFolder folder = where.folder();
        for (NodeProcess process : folder.processes()) {
            targets.add(new StatusClient.Target(
                    process.name(),
                    HostPort.parse("address", "127.0.0.1:" + process.metricsPort()),
                    process.handle().isPresent()));
        }
        if (targets.isEmpty() && folder.hasHadCluster()) {
            throw new CliException("the cluster was stopped; start it again by pragh cluster start" + where.arguments()
                    + ": --dir=" + folder.path());
        }
        if (targets.isEmpty()) {
            throw new CliException(
                    "no cluster was started here; name the nodes by --at, or the folder: --dir=" + folder.path());
        }
        return targets;
    }
}
