package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.BenchGraph;
import io.pragh.benchmarks.fof.DemoRun;
import io.pragh.benchmarks.fof.FabricKind;
import io.pragh.benchmarks.fof.FofConfig;
import io.pragh.benchmarks.fof.InsertPlace;
import io.pragh.benchmarks.fof.MemoryNeed;
import io.pragh.benchmarks.fof.Processes;
import io.pragh.benchmarks.fof.StopSignal;
import io.pragh.core.bulk.EdgeSource;
import io.pragh.tinkerpop.cli.CliCommand;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pragh demo}: a cluster under load, before and after migration is switched on. One thread. */
@Command(
        name = "demo",
        description = {
            "Watch values move to where they are read: a cluster under load.",
            "",
            "Starts an embedded ZooKeeper, a coordinator and nodes, all in this process or every node in its own, loads a"
                    + " graph, runs two-hop queries and edge inserts without migration for a while, switches migration"
                    + " on, and compares. Takes about a minute; Ctrl-C ends it with what was measured so far.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class DemoCommand implements CliCommand {
    private static final int SCALE_DEFAULT = 18;
    private static final double SECONDS_MIN = 1;

    @Option(
            names = "--scale",
            paramLabel = "N",
            description = "Generate an R-MAT graph of 2^N vertices (default: " + SCALE_DEFAULT + ").")
    private @Nullable Integer scale;

    @Option(
            names = "--seconds",
            paramLabel = "X",
            defaultValue = "45",
            description = "How long the load runs; migration begins after a quarter (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Mixin
    private ApiOption apiOption = new ApiOption();

    @Mixin
    private FabricOptions fabricOptions = new FabricOptions(FabricOptions.DEMO_NODES);

    @Mixin
    private GraphOptions graphOptions = new GraphOptions();

    @Mixin
    private LoadOptions loadOptions = new LoadOptions(LoadOptions.TCP_MICROS, InsertPlace.GRAPH);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (!(seconds >= SECONDS_MIN)) {
            throw new ParameterException(spec.commandLine(), "--seconds must be at least 1");
        }
        if (!loadOptions.mode().isPlanned()) {
            throw new ParameterException(
                    spec.commandLine(), "--mode=instant cannot be switched on later; take eager or deferred");
        }
        int nodes = fabricOptions.nodes();
        EdgeSource edges = graphOptions.edges(scale, scaleOtherwise());
        try (Interruption interruption = new Interruption();
                RunDisplay loading = new RunDisplay(spec.commandLine().getErr(), Terminal.canDrawOnError())) {
            StopSignal stop = interruption.signal();
            DemoRun.Result result = run(edges, nodes, loading, stop);
            PrintWriter out = spec.commandLine().getOut();
            out.println();
            out.print(DemoSummary.of(result));
            out.flush();
            return stop.isStopped() ? Interruption.EXIT_CODE : 0;
        } catch (StopSignal.StoppedException whileLoading) {
            spec.commandLine().getErr().println("pragh demo: stopped while loading");
            return Interruption.EXIT_CODE;
        }
    }

    private DemoRun.Result run(EdgeSource edges, int nodes, RunDisplay loading, StopSignal stop) {
        var shown = loading.begin("survey", edges.workTotal());
        BenchGraph graph = GraphOptions.survey(edges, work -> {
            stop.check();
            shown.advance(work);
        });
        FabricKind fabric = fabricOptions.fabric();
        FofConfig config = loadOptions.config(apiOption.api(), fabric, nodes, graphOptions.seed(), graph.sourceCount());
        GraphOptions.told(() -> graph.startKeys(config.workload().scope(), graphOptions.seed()));
        GraphOptions.check(MemoryNeed.of(graph, config), fabric.leavesProcess() ? nodes : 1);
        loading.clear();
        introduce(graph, config);
        Processes processes =
                fabric.leavesProcess() ? new Processes(fabric, graphOptions.source(scale, scaleOtherwise())) : null;
        try (DemoDisplay display = new DemoDisplay(loading, spec.commandLine().getOut(), dashboard())) {
            return new DemoRun(config, graph, display, stop, processes).run(seconds);
        }
    }

    private int scaleOtherwise() {
        return apiOption.scaleOtherwise(SCALE_DEFAULT);
    }

    private @Nullable Dashboard dashboard() {
        return Terminal.canDrawOnOutput()
                ? new Dashboard(
                        spec.commandLine().getOut(),
                        Terminal.showsUnicode() ? Sparkline.BLOCKS : Sparkline.ASCII,
                        Terminal.columns(),
                        seconds)
                : null;
    }

    private void introduce(BenchGraph graph, FofConfig config) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(graphOptions.describe(scale == null ? scaleOtherwise() : scale) + ": "
                + FofTable.count(graph.edgeCount()) + " edges, " + FofTable.count(graph.vertexCount()) + " vertices");
        FabricKind fabric = fabricOptions.fabric();
        if (fabric.leavesProcess()) {
            line(
                    "%d nodes, each a process of its own, over %s; an embedded ZooKeeper and a coordinator in this one",
                    config.shape().nodes(), fabric);
        } else {
            line(
                    "%d nodes, an embedded ZooKeeper and a coordinator in this process, on %d workers",
                    config.shape().nodes(), config.shape().workers());
        }
        line(
                "two-hop queries from %,d vertices (Zipf %.2f), %.0f%% edge inserts",
                config.workload().scope(),
                config.workload().theta(),
                config.workload().insertShare() * 100);
        double switched = DemoRun.switchSecond(seconds);
        if (fabric.leavesProcess()) {
            line("a remote operation takes what it takes; migration begins after %.1f s", switched);
        } else {
            line(
                    "a remote operation takes %.1f us; migration begins after %.1f s",
                    config.shape().latency().readNanos() / 1e3, switched);
        }
        out.flush();
    }

    private void line(String format, Object... values) {
        spec.commandLine().getOut().println(String.format(Locale.ROOT, format, values));
    }
}
