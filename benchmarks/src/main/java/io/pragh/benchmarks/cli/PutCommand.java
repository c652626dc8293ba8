package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.Api;
import io.pragh.benchmarks.fof.BenchGraph;
import io.pragh.benchmarks.fof.FabricKind;
import io.pragh.benchmarks.fof.FofConfig;
import io.pragh.benchmarks.fof.FofJson;
import io.pragh.benchmarks.fof.FofRun;
import io.pragh.benchmarks.fof.MemoryNeed;
import io.pragh.benchmarks.fof.Scheme;
import io.pragh.benchmarks.fof.SchemeResult;
import io.pragh.benchmarks.fof.StopSignal;
import io.pragh.benchmarks.report.JsonText;
import io.pragh.benchmarks.report.Machine;
import io.pragh.core.bulk.EdgeSource;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pragh bench put}: measures the latency of PUTs while values move, and while they do not. One thread. */
@Command(
        name = "put",
        description = {
            "Latency of PUTs (edge inserts) while as many queries read, with and without migration.",
            "",
            "Two runs of the same load on clusters of their own, locations cached in both: in the first no value moves, in the"
                    + " second migration begins with the measurement. A call is timed until it returns; beside it stands the"
                    + " time from its submission, spent in the worker's queue as well. The JSON has the whole distributions.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        defaultValueProvider = PutCommand.Defaults.class)
final class PutCommand implements Callable<Integer> {
    private static final int SCALE_DEFAULT = 16;

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "8", description = "Nodes (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--scale",
            paramLabel = "N",
            description = "Generate an R-MAT graph of 2^N vertices (default: " + SCALE_DEFAULT + ").")
    private @Nullable Integer scale;

    @Option(
            names = "--seconds",
            paramLabel = "X",
            defaultValue = "10",
            description = "How long each run is measured (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--warmup",
            paramLabel = "X",
            defaultValue = "5",
            description = "Seconds of load before that (default: ${DEFAULT-VALUE}).")
    private double warmup;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results to this file.")
    private @Nullable Path json;

    @Mixin
    private GraphOptions graphOptions = new GraphOptions();

    @Mixin
    private LoadOptions loadOptions = new LoadOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    /**
     * The defaults. Half of the operations are inserts, anywhere in the graph; a single client runs on a single
     * worker, which delivers all messages while it waits, so that a PUT waits only for its own work, not for a query
     * or for a thread to be scheduled. Stateless.
     */
    static final class Defaults implements IDefaultValueProvider {
        @Override
        public @Nullable String defaultValue(ArgSpec argument) {
            return switch (argument instanceof OptionSpec option ? option.longestName() : "") {
                case "--insert-share" -> "0.5";
                case "--insert-at" -> "graph";
                case "--clients", "--workers" -> "1";
                default -> null;
            };
        }
    }

    @Override
    public Integer call() {
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
            FofConfig config = loadOptions.config(Api.STORE, nodes, graphOptions.seed(), graph.sourceCount());
            GraphOptions.told(() -> graph.startKeys(config.workload().scope(), graphOptions.seed()));
            GraphOptions.check(MemoryNeed.of(graph, config));
            FofRun run = new FofRun(config, graph, display, stop);
            SchemeResult without = run.run(Scheme.CACHE, warmup, seconds);
            stop.check();
            System.gc(); // frees the memory of the first cluster: direct buffers are freed with their owners
            SchemeResult with = run.runMovingLate(Scheme.SPLIT_CACHE, warmup, seconds);
            display.clear();
            print(without, with);
            OutputFile.write(json, JsonText.of(describe(config, graph, without, with)));
            return stop.isStopped() ? Interruption.EXIT_CODE : 0;
        } catch (StopSignal.StoppedException stopped) {
            err.println("pragh bench put: stopped before both runs were measured");
            return Interruption.EXIT_CODE;
        }
    }

    private void check() {
        if (!(seconds > 0) || !(warmup >= 0)) {
            throw wrong("--seconds must be positive and --warmup not negative");
        }
        if (!loadOptions.mode().isPlanned()) {
            throw wrong("--mode=instant cannot be switched on later; take eager or deferred");
        }
        OutputFile.check(spec, "--json", json);
    }

    private void print(SchemeResult without, SchemeResult with) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(PutTable.of(without.measured(), with.measured()));
        out.flush();
    }

    private Map<String, @Nullable Object> describe(
            FofConfig config, BenchGraph graph, SchemeResult without, SchemeResult with) {
        Map<String, Object> runs = new LinkedHashMap<>();
        runs.put("without", FofJson.puts(without));
        runs.put("with", FofJson.puts(with));
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("runs", runs);
        RunDescription.put(map, config, FabricKind.LOCAL, graph, graphOptions, scale == null ? SCALE_DEFAULT : scale);
        map.put("seconds", seconds);
        map.put("warmupSeconds", warmup);
        map.put("parameters", LoadOptions.describe(config, FabricKind.LOCAL));
        map.put("machine", Machine.describe());
        return map;
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }
}
