package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.fof.BenchGraph;
import io.pragh.benchmarks.fof.GraphSource;
import io.pragh.benchmarks.fof.MemoryNeed;
import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.EdgeListFile;
import io.pragh.core.bulk.EdgeSource;
import io.pragh.core.bulk.Progress;
import io.pragh.tinkerpop.cli.CliException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for the graph to load; the commands choose the scale. One thread. */
final class GraphOptions {
    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "Load this edge list instead of generating a graph: lines of two vertex ids, plain or gzip;"
                    + " or a folder or prefix of a Graphalytics data set.")
    private @Nullable Path file;

    @Option(
            names = "--edge-factor",
            paramLabel = "N",
            defaultValue = "" + RmatParameters.EDGE_FACTOR_DEFAULT,
            description = "Directed edges per vertex of the generated graph (default: ${DEFAULT-VALUE}).")
    private int edgeFactor;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the graph and of everything drawn (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    long seed() {
        return seed;
    }

    /** A description of the graph, for users. */
    String describe(int scale) {
        return file == null
                ? "R-MAT scale " + scale + ", edge factor " + edgeFactor + ", seed " + seed
                : file.toString();
    }

    @Nullable
    Path file() {
        return file;
    }

    int edgeFactor() {
        return edgeFactor;
    }

    /** The source of {@link #edges}, in a form that other processes can use. */
    GraphSource source(@Nullable Integer scale, int scaleDefault) {
        return new GraphSource(
                file == null ? null : file.toAbsolutePath().toString(),
                scale == null ? scaleDefault : scale,
                edgeFactor,
                seed);
    }

    /** The edges; {@code scale} is null unless it was given on the command line. */
    EdgeSource edges(@Nullable Integer scale, int scaleDefault) {
        Path given = file;
        if (given != null && scale != null) {
            throw new ParameterException(command.commandLine(), "--scale and --file exclude each other");
        }
        if (given != null) {
            return told(() -> EdgeListFile.at(given));
        }
        return told(() -> source(scale, scaleDefault).edges());
    }

    /** Surveys the graph unless it is clear already that it does not fit. */
    static BenchGraph survey(EdgeSource edges, Progress progress) {
        long estimate = told(edges::edgeCountEstimate);
        if (estimate != EdgeSource.UNKNOWN) {
            // the estimate of a file's lines extrapolates from its first ones; at least half of it is certain
            check(MemoryNeed.atLeast(edges instanceof RmatEdges ? estimate : estimate / 2));
        }
        return told(() -> BenchGraph.survey(edges, progress));
    }

    /** Refuses a graph for which this process has too little memory. */
    static void check(MemoryNeed need) {
        refuse(need.missing());
    }

    /** Refuses a graph for which so many processes have too little memory. */
    static void check(MemoryNeed need, int processes) {
        refuse(need.missing(processes));
    }

    private static void refuse(@Nullable String missing) {
        if (missing != null) {
            throw new CliException(missing);
        }
    }

    /** Reports an impossible request of the user in one line. */
    static <T> T told(Supplier<T> asked) {
        try {
            return asked.get();
        } catch (PraghException refused) {
            throw new CliException(String.valueOf(refused.getMessage()));
        }
    }
}
