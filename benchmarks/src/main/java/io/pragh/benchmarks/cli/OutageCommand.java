package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.Api;
import io.pragh.benchmarks.fof.BenchGraph;
import io.pragh.benchmarks.fof.ClusterShape;
import io.pragh.benchmarks.fof.FabricKind;
import io.pragh.benchmarks.fof.FofConfig;
import io.pragh.benchmarks.fof.InsertPlace;
import io.pragh.benchmarks.fof.MemoryNeed;
import io.pragh.benchmarks.fof.Outage;
import io.pragh.benchmarks.fof.OutageRun;
import io.pragh.benchmarks.fof.OutageTimes;
import io.pragh.benchmarks.fof.Processes;
import io.pragh.benchmarks.fof.Scheme;
import io.pragh.benchmarks.fof.StopSignal;
import io.pragh.benchmarks.fof.Workload;
import io.pragh.core.bulk.EdgeSource;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.placement.PlacementMode;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code pragh bench outage}: measures what clients observe when one of several processes is killed and started
 * again. One thread.
 */
@Command(
        name = "outage",
        description = {
            "Friends of friends while one of several processes with data folders is killed and started again.",
            "",
            "Every node is a process, over TCP, with a data folder. Half of the clients of each ask what needs the share of the node"
                    + " that is killed, the others what does not. Exit code 1 when a call failed so that it cannot be tried again,"
                    + " when one took longer than it may, when nobody else was served meanwhile, or when the share does not answer"
                    + " any more.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class OutageCommand implements Callable<Integer> {
    private static final int SCALE_DEFAULT = 15;
    private static final int PARTITIONS = 16;
    private static final int SCOPE_MAX = 1024;
    private static final double ZIPF = 0.99;
    private static final int LIMIT = 100;
    private static final long REPORT_NANOS = 1_000_000_000;
    private static final int COMPLAINED = 1;
    private static final int SESSION_MILLIS_MIN = 500;
    private static final int SESSION_MILLIS_MAX = 600_000;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            required = true,
            description = "Where the nodes' data folders are made: node-0, node-1, … must not be there yet.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private Path data;

    @Option(
            names = "--processes",
            paramLabel = "N",
            defaultValue = "4",
            description = "Processes, each of them a node (default: ${DEFAULT-VALUE}).")
    private int processes;

    @Option(
            names = "--scheme",
            paramLabel = "SCHEME",
            defaultValue = "split-cache",
            description =
                    "split-cache: values move to who reads them, to the node that is killed as well; or cache: none does"
                            + " (default: ${DEFAULT-VALUE}).")
    private String schemeName = "";

    @Option(
            names = "--scale",
            paramLabel = "N",
            description = "Generate an R-MAT graph of 2^N vertices (default: " + SCALE_DEFAULT + ").")
    private @Nullable Integer scale;

    @Option(
            names = "--kill-after",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Load before a process is killed (default: ${DEFAULT-VALUE}).")
    private double killAfter;

    @Option(
            names = "--restart-after",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "How long it is away until it is started again (default: ${DEFAULT-VALUE}).")
    private double restartAfter;

    @Option(
            names = "--seconds",
            paramLabel = "X",
            defaultValue = "90",
            description =
                    "Load in all; more, by three minutes at most, until the share of the node answers again (default:"
                            + " ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "8",
            description = "Calls under way for each process (default: ${DEFAULT-VALUE}).")
    private int clients;

    @Option(
            names = "--insert-share",
            paramLabel = "X",
            defaultValue = "0.05",
            description = "Share of calls that insert an edge, 0 to 1 (default: ${DEFAULT-VALUE}).")
    private double insertShare;

    @Option(
            names = "--session-ms",
            paramLabel = "N",
            defaultValue = "10000",
            description = "How long a process may be silent before it counts as dead (default: ${DEFAULT-VALUE}).")
    private int sessionMillis;

    @Option(
            names = "--call-seconds",
            paramLabel = "X",
            defaultValue = "15",
            description = "The longest that a call may take (default: ${DEFAULT-VALUE}).")
    private double callSeconds;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write a line for each half second to this file.")
    private @Nullable Path csv;

    @Option(names = "--plot", paramLabel = "FILE", description = "Draw them into this file (SVG).")
    private @Nullable Path plot;

    @Mixin
    private GraphOptions graphOptions = new GraphOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        OutageTimes times = GraphOptions.told(() -> new OutageTimes(killAfter, restartAfter, seconds));
        Scheme scheme = scheme();
        check();
        PrintWriter err = spec.commandLine().getErr();
        try (Interruption interruption = new Interruption();
                RunDisplay display = new RunDisplay(err, Terminal.canDrawOnError())) {
            StopSignal stop = interruption.signal();
            EdgeSource edges = graphOptions.edges(scale, SCALE_DEFAULT);
            var shown = display.begin("survey", edges.workTotal());
            BenchGraph graph = GraphOptions.survey(edges, work -> {
                stop.check();
                shown.advance(work);
            });
            FofConfig config = config(graph);
            GraphOptions.check(MemoryNeed.of(graph, config), processes);
            display.done(graphOptions.describe(scale == null ? SCALE_DEFAULT : scale) + ": "
                    + FofTable.count(graph.edgeCount()) + " edges, " + FofTable.count(graph.vertexCount())
                    + " vertices");
            Processes wanted =
                    new Processes(FabricKind.TCP, graphOptions.source(scale, SCALE_DEFAULT), data, sessionMillis);
            Outage outage = new OutageRun(scheme, config, graph, display, display::done, stop, wanted).run(times);
            display.clear();
            return tell(outage, err);
        } catch (StopSignal.StoppedException stopped) {
            err.println("pragh bench outage: stopped before it was over");
            return Interruption.EXIT_CODE;
        }
    }

    private Scheme scheme() {
        return Stream.of(Scheme.SPLIT_CACHE, Scheme.CACHE)
                .filter(each -> each.toString().equalsIgnoreCase(schemeName))
                .findFirst()
                .orElseThrow(() -> wrong("take --scheme split-cache or cache: scheme=" + schemeName));
    }

    private FofConfig config(BenchGraph graph) {
        return GraphOptions.told(() -> new FofConfig(
                Api.STORE,
                new ClusterShape(processes, PARTITIONS, processes, clients, LatencyModel.NONE),
                new Workload(
                        Math.min(SCOPE_MAX, graph.sourceCount()),
                        ZIPF,
                        LIMIT,
                        insertShare,
                        InsertPlace.STARTS,
                        graphOptions.seed()),
                PlacementMode.EAGER,
                REPORT_NANOS,
                0,
                LeasePolicy.DEFAULT));
    }

    private void check() {
        if (processes < 2) {
            throw wrong("the others go on without the one that is killed: --processes must be at least 2: processes="
                    + processes);
        }
        if (!(callSeconds > 0)) {
            throw wrong("--call-seconds must be positive");
        }
        if (sessionMillis < SESSION_MILLIS_MIN || sessionMillis > SESSION_MILLIS_MAX) {
            throw wrong("a session has " + SESSION_MILLIS_MIN + " to " + SESSION_MILLIS_MAX
                    + " milliseconds: --session-ms=" + sessionMillis);
        }
        for (int node = 0; node < processes; node++) {
            if (Files.exists(data.resolve("node-" + node))) {
                throw wrong("the data folder of a run must not be there yet; name another one: --data=" + data
                        + " node=node-" + node);
            }
        }
        OutputFile.check(spec, "--csv", csv);
        OutputFile.check(spec, "--plot", plot);
    }

    private int tell(Outage outage, PrintWriter err) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                Locale.ROOT,
                "%s was away from %.1f s, the others %s; started again at %.1f s, it served at %.1f s, and a query of its"
                        + " share was answered by %.1f s%n",
                outage.node(),
                outage.killed(),
                Double.isNaN(outage.noticed())
                        ? "did not miss it"
                        : String.format(Locale.ROOT, "knew at %.1f s", outage.noticed()),
                outage.restarted(),
                outage.ready(),
                outage.answered());
        out.printf(
                Locale.ROOT,
                "while it was known to be away: %,.0f queries/s that need nothing of its share, %,.0f of the others; at most %.1f s"
                        + " without an answer to the former%n",
                outage.othersWhileAway(),
                outage.reachingWhileAway(),
                outage.othersSilence());
        out.printf(
                Locale.ROOT,
                "calls that failed and can be tried again: %,d; that failed otherwise: %,d; the longest call: %.1f s%n",
                outage.again(),
                outage.failed(),
                outage.longestSeconds());
        out.flush();
        List<String> complaints = outage.complaints(callSeconds);
        complaints.forEach(complaint -> err.println("pragh bench outage: " + complaint));
        err.flush();
        OutputFile.write(csv, OutageCsv.of(outage));
        OutputFile.write(plot, OutagePlot.of(outage));
        return complaints.isEmpty() ? 0 : COMPLAINED;
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }
}
