package io.pragh.benchmarks.micro;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.load.GraphFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What does a data folder cost a load in bulk, how many bytes does an edge take in it, and how fast is it restored?
 * The edges of an R-MAT graph are loaded from a file, in memory alone and with a data folder, in turn: seconds until
 * the load returns, and of the process's processor time. Then the folder is opened again. Arguments: a folder that is
 * emptied, the scale, and rounds; the first one compiles.
 *
 * <pre>java -Xmx4g -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.KeptLoadCost /tmp/kept 20 3</pre>
 */
public final class KeptLoadCost {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MB = 1e6;

    private final Path folder;
    private final Path file;

    private KeptLoadCost(Path folder, Path file) {
        this.folder = folder;
        this.file = file;
    }

    /** Prints a line for each load. */
    public static void main(String[] args) throws IOException {
        Path files = Files.createTempDirectory("pragh-kept-load");
        Path file = files.resolve("edges.e");
        try {
            FileLoad.writeEdges(file, Integer.parseInt(args[1]));
            KeptLoadCost cost = new KeptLoadCost(Path.of(args[0]), file);
            for (int round = 0; round < Integer.parseInt(args[2]); round++) {
                cost.measure(false);
                cost.measure(true);
            }
        } finally {
            Files.deleteIfExists(file);
            Files.delete(files);
        }
    }

    private PraghGraph open(boolean kept) {
        PraghGraphConfig.Builder graph = PraghGraph.build();
        return kept ? graph.data(folder).open() : graph.open();
    }

    private void measure(boolean kept) throws IOException {
        KeptFolder.empty(folder);
        long edges;
        try (PraghGraph graph = open(kept)) {
            long cpuBegan = LoadCost.cpuNanosOfProcess();
            long began = System.nanoTime();
            edges = GraphFiles.load(graph, file).edges();
            System.out.printf(
                    Locale.ROOT,
                    "%-11s: %,d edges in %.2f s, %.2f s of processor time%n",
                    kept ? "data folder" : "memory",
                    edges,
                    (System.nanoTime() - began) / NANOS_PER_SECOND,
                    (LoadCost.cpuNanosOfProcess() - cpuBegan) / NANOS_PER_SECOND);
        }
        if (kept) {
            again(edges);
        }
    }

    private void again(long edges) throws IOException {
        long bytes = KeptFolder.bytes(folder);
        long began = System.nanoTime();
        try (PraghGraph graph = open(true)) {
            double seconds = (System.nanoTime() - began) / NANOS_PER_SECOND;
            long found = graph.traversal().E().count().next();
            if (found != edges) {
                throw new PraghException("the folder has another graph: edges=" + found + " loaded=" + edges);
            }
            System.out.printf(
                    Locale.ROOT,
                    "%-11s: %.1f MB, %.1f bytes an edge, opened again in %.2f s, %.0f MB a second%n",
                    "",
                    bytes / BYTES_PER_MB,
                    (double) bytes / edges,
                    seconds,
                    bytes / BYTES_PER_MB / seconds);
        }
    }
}
