package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.FabricKind;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for the placement of the nodes. One thread. */
final class FabricOptions {
    static final int DEMO_NODES = 4;

    private static final int NODES_DEFAULT = 8;
    private static final int PROCESSES_DEFAULT = 4;
    private static final List<String> MODEL = List.of("--latency-us", "--bandwidth-gbps", "--gap-ns");

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Nodes (default: " + NODES_DEFAULT + ", the demo: " + DEMO_NODES + "; as many as processes).")
    private @Nullable Integer nodes;

    @Option(
            names = "--fabric",
            paramLabel = "FABRIC",
            defaultValue = "local",
            description =
                    "local: all nodes in this process, over a modelled network; shm, tcp or rdma: every node a process"
                            + " of its own, over shared memory, TCP or this machine's RDMA device (default:"
                            + " ${DEFAULT-VALUE}).")
    private FabricKind fabric = FabricKind.LOCAL;

    @Option(
            names = "--processes",
            paramLabel = "N",
            description = "Processes, with --fabric shm, tcp or rdma: one for each node (default: --nodes, or "
                    + PROCESSES_DEFAULT + ").")
    private @Nullable Integer processes;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    private final int nodesOtherwise;

    /** The options of a benchmark. */
    FabricOptions() {
        this(NODES_DEFAULT);
    }

    /** With another default number of nodes. */
    FabricOptions(int nodesOtherwise) {
        this.nodesOtherwise = nodesOtherwise;
    }

    FabricKind fabric() {
        return fabric;
    }

    /** The number of nodes; refuses contradictory options. */
    int nodes() {
        return fabric.leavesProcess() ? ofProcesses() : ofOneProcess();
    }

    private int ofOneProcess() {
        if (processes != null && processes != 1) {
            throw wrong("with --fabric local all nodes are in one process: take --nodes, or --fabric shm, tcp or rdma:"
                    + " processes=" + processes);
        }
        return nodes == null ? nodesOtherwise : nodes;
    }

    private int ofProcesses() {
        if (nodes != null && processes != null && !nodes.equals(processes)) {
            throw wrong(
                    "with --fabric " + fabric + " every node is a process, --nodes says the same as --processes: nodes="
                            + nodes + " processes=" + processes);
        }
        for (String option : MODEL) {
            if (command.commandLine().getParseResult().hasMatchedOption(option)) {
                throw wrong(option + " is for --fabric local: nothing is modelled with --fabric " + fabric);
            }
        }
        if (command.commandLine().getParseResult().hasMatchedOption("--workers")) {
            throw wrong("--workers is for --fabric local: with --fabric " + fabric + " every process has one");
        }
        if (fabric == FabricKind.RDMA) {
            tryDevice();
        }
        return processes != null ? processes : nodes != null ? nodes : PROCESSES_DEFAULT;
    }

    /**
     * Opens the RDMA device, to report what is missing once before anything is loaded, rather than by each process at
     * its end.
     */
    private void tryDevice() {
        try {
            FabricProvider.openFabric(new FabricSeat("probe", 0, 0, "rdma://*:0", Map.of()))
                    .close();
        } catch (PraghException missing) {
            throw wrong(String.valueOf(missing.getMessage()));
        }
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(command.commandLine(), sentence);
    }
}
