package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.BenchGraph;
import io.pragh.benchmarks.fof.FofConfig;
import io.pragh.benchmarks.fof.FofJson;
import io.pragh.benchmarks.fof.FofRun;
import io.pragh.benchmarks.fof.MemoryNeed;
import io.pragh.benchmarks.fof.Processes;
import io.pragh.benchmarks.fof.Scheme;
import io.pragh.benchmarks.fof.SchemeResult;
import io.pragh.benchmarks.fof.StopSignal;
import io.pragh.benchmarks.report.JsonText;
import io.pragh.benchmarks.report.Machine;
import io.pragh.core.bulk.EdgeSource;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pragh bench fof}: the traversal benchmark under one scheme after the other. One thread. */
@Command(
        name = "fof",
        description = {
            "Friends of friends: two-hop queries and edge inserts against nodes in this process, or each in its own.",
            "",
            "Each scheme gets a cluster of its own with the same graph and load: ideal (all on one node), orig (one READ"
                    + " at a time), orig-batched, split (values migrate), cache (locations are cached), split-cache (both).",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class FofCommand implements Callable<Integer> {
    private static final int SCALE_DEFAULT = 18;
    private static final double WARMUP_MIGRATING = 18;
    private static final double WARMUP = 3;
    private static final String ALL = "all";

    @Option(
            names = "--scheme",
            paramLabel = "SCHEME",
            split = ",",
            defaultValue = ALL,
            description = "all, or some of ideal, orig, orig-batched, split, cache, split-cache, separated by commas"
                    + " (default: ${DEFAULT-VALUE}).")
    private List<String> schemeNames = List.of();

    @Option(
            names = "--scale",
            paramLabel = "N",
            description = "Generate an R-MAT graph of 2^N vertices (default: " + SCALE_DEFAULT + ").")
    private @Nullable Integer scale;

    @Option(
            names = "--seconds",
            paramLabel = "X",
            defaultValue = "20",
            description = "How long each scheme is measured (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--warmup",
            paramLabel = "X",
            description = "Seconds of load before that; where values migrate, they begin to after a sixth of it"
                    + " (default: 18 where values migrate, else 3).")
    private @Nullable Double warmup;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results to this file.")
    private @Nullable Path json;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description =
                    "Keep what is committed: each scheme makes a data folder there, of its name, which must not be there"
                            + " yet. With --fabric local.")
    private @Nullable Path data;

    @Mixin
    private ApiOption apiOption = new ApiOption();

    @Mixin
    private FabricOptions fabricOptions = new FabricOptions();

    @Mixin
    private GraphOptions graphOptions = new GraphOptions();

    @Mixin
    private LoadOptions loadOptions = new LoadOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        Set<Scheme> schemes = schemes();
        for (Scheme scheme : schemes) {
            if (data != null && Files.exists(data.resolve(scheme.toString()))) {
                throw wrong("the data folder of a run must not be there yet; name another one: --data=" + data
                        + " scheme=" + scheme);
            }
        }
        checkTimes();
        int nodes = fabricOptions.nodes();
        OutputFile.check(spec, "--json", json);
        PrintWriter err = spec.commandLine().getErr();
        List<SchemeResult> results = new ArrayList<>();
        try (Interruption interruption = new Interruption();
                RunDisplay display = new RunDisplay(err, Terminal.canDrawOnError())) {
            StopSignal stop = interruption.signal();
            EdgeSource edges = graphOptions.edges(scale, scaleOtherwise());
            Loaded loaded = prepare(edges, nodes, display, stop);
            try {
                for (Scheme scheme : schemes) {
                    stop.check();
                    results.add(run(scheme, loaded, display, stop));
                }
            } catch (StopSignal.StoppedException stopped) {
                display.done("stopped: the results so far follow");
            }
            display.clear();
            print(loaded, results);
            return stop.isStopped() ? Interruption.EXIT_CODE : 0;
        } catch (StopSignal.StoppedException stopped) {
            err.println("pragh bench fof: stopped before anything was loaded");
            return Interruption.EXIT_CODE;
        }
    }

    private record Loaded(BenchGraph graph, FofConfig config) {}

    private Loaded prepare(EdgeSource edges, int nodes, RunDisplay display, StopSignal stop) {
        var shown = display.begin("survey", edges.workTotal());
        BenchGraph graph = GraphOptions.survey(edges, work -> {
            stop.check();
            shown.advance(work);
        });
        FofConfig config = loadOptions.config(
                apiOption.api(), fabricOptions.fabric(), nodes, graphOptions.seed(), graph.sourceCount());
        GraphOptions.told(() -> graph.startKeys(config.workload().scope(), graphOptions.seed()));
        GraphOptions.check(MemoryNeed.of(graph, config), fabricOptions.fabric().leavesProcess() ? nodes : 1);
        display.done(graphOptions.describe(scale == null ? scaleOtherwise() : scale)
                + ": " + FofTable.count(graph.edgeCount()) + " edges, " + FofTable.count(graph.vertexCount())
                + " vertices");
        return new Loaded(graph, config);
    }

    private SchemeResult run(Scheme scheme, Loaded loaded, RunDisplay display, StopSignal stop) {
        System.gc(); // frees the memory of the scheme before: direct buffers are freed with their owners
        double before = warmup != null ? warmup : scheme.isMigrating() ? WARMUP_MIGRATING : WARMUP;
        Processes processes = fabricOptions.fabric().leavesProcess()
                ? new Processes(fabricOptions.fabric(), graphOptions.source(scale, scaleOtherwise()))
                : null;
        return new FofRun(loaded.config(), loaded.graph(), display, stop, processes, data).run(scheme, before, seconds);
    }

    private void print(Loaded loaded, List<SchemeResult> results) {
        PrintWriter out = spec.commandLine().getOut();
        if (!results.isEmpty()) {
            out.print(FofTable.of(results));
            out.flush();
        }
        OutputFile.write(json, JsonText.of(describe(loaded, results)));
    }

    private Map<String, @Nullable Object> describe(Loaded loaded, List<SchemeResult> results) {
        FofConfig config = loaded.config();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("schemes", FofJson.schemes(results));
        RunDescription.put(
                map,
                config,
                fabricOptions.fabric(),
                loaded.graph(),
                graphOptions,
                scale == null ? scaleOtherwise() : scale);
        map.put("seconds", seconds);
        map.put("warmupSeconds", warmup);
        map.put("data", data == null ? null : data.toString());
        map.put("parameters", LoadOptions.describe(config, fabricOptions.fabric()));
        map.put("machine", Machine.describe());
        return map;
    }

    private Set<Scheme> schemes() {
        Set<Scheme> chosen = new LinkedHashSet<>();
        for (String name : schemeNames) {
            if (name.equalsIgnoreCase(ALL)) {
                chosen.addAll(Arrays.asList(Scheme.values()));
            } else {
                chosen.add(Arrays.stream(Scheme.values())
                        .filter(s -> s.toString().equalsIgnoreCase(name))
                        .findFirst()
                        .orElseThrow(() -> wrong("no such scheme: " + name)));
            }
        }
        return chosen;
    }

    private int scaleOtherwise() {
        return apiOption.scaleOtherwise(SCALE_DEFAULT);
    }

    private void checkTimes() {
        if (!(seconds > 0) || (warmup != null && !(warmup >= 0))) {
            throw wrong("--seconds must be positive and --warmup not negative");
        }
        if (data != null && fabricOptions.fabric().leavesProcess()) {
            throw wrong(
                    "the benchmark keeps graphs of one process only: leave --data out, or take --fabric local (bench outage"
                            + " kills one of several that are kept)");
        }
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }
}
