package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.data.SplitMix;
import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.Progress;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.load.GraphFiles;
import io.pragh.tinkerpop.load.GraphFiles.Loaded;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/**
 * How fast are files loaded in bulk, and how fast through transactions, into one node, in the same process? And how
 * many bytes does an element take afterwards, on and off the heap? Arguments: the kind of file, {@code EDGES} (a list
 * of an R-MAT graph's edges) or {@code CSV} (as many vertices, with five properties each), the scale, and the number
 * of loads in bulk; with a further {@code BULK}, none through transactions. Each graph that was loaded in bulk is
 * queried for its counts and for the vertices two edges away from some vertices. The graph's segments are those of
 * {@link GremlinLoad}. Not a JMH benchmark: memory is measured once, after a collection, in a process without other
 * work; files are written into a temporary folder.
 *
 * <pre>java -Xmx4g -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.FileLoad EDGES 16 3</pre>
 */
public final class FileLoad {
    private static final int WARM_UP_SCALE = 13;
    private static final int WARM_UPS = 3;
    private static final double NANOS_PER_SECOND = 1e9;
    /** Vertices from which two edges are followed. */
    private static final int STARTS = 100;

    private enum Content {
        EDGES,
        CSV
    }

    private FileLoad() {}

    /** Prints a line for each load. */
    public static void main(String[] args) throws IOException {
        Content content = Content.valueOf(args[0]);
        int scale = Integer.parseInt(args[1]);
        boolean byTransactions = args.length < 4;
        Path folder = Files.createTempDirectory("pragh-file-load");
        Path small = write(content, WARM_UP_SCALE, folder);
        Path file = write(content, scale, folder);
        try {
            for (int i = 0; i < WARM_UPS; i++) {
                load("warm-up, bulk", small, true);
                if (byTransactions) {
                    load("warm-up, transactions", small, false);
                }
            }
            for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                load("bulk", file, true);
            }
            if (byTransactions) {
                load("transactions", file, false);
            }
        } finally {
            Files.delete(small);
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private static Path write(Content content, int scale, Path folder) throws IOException {
        Path file = folder.resolve(scale + (content == Content.CSV ? ".csv" : ".e"));
        switch (content) {
            case EDGES -> writeEdges(file, scale);
            case CSV -> writeCsv(file, 1L << scale);
        }
        return file;
    }

    /** Writes the edges of an R-MAT graph. */
    static void writeEdges(Path file, int scale) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            new RmatEdges(RmatParameters.graph500(scale, 1))
                    .forEach((source, target) -> line(out, source + " " + target), Progress.NONE);
        }
    }

    /** Writes a file of so many vertices, 0, 1, 2 and so on. */
    static void writeCsv(Path file, long vertices) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            line(out, ":ID,name,age:int,score:double,city,active:boolean,:LABEL");
            for (long i = 0; i < vertices; i++) {
                long random = SplitMix.derive(i, 1);
                line(
                        out,
                        i + ",name" + i + "," + (random & 63) + "," + (random >>> 8 & 0xFFFF) / 100.0 + ",city"
                                + (random >>> 32 & 0xFF) + "," + (random < 0) + ",person");
            }
        }
    }

    private static void line(BufferedWriter out, String text) {
        try {
            out.write(text);
            out.write('\n');
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void load(String how, Path file, boolean bulk) throws IOException {
        long heap = LoadCost.heapBytes();
        long direct = LoadCost.directBytes();
        try (PraghGraph graph = PraghGraph.build()
                .set(PraghGraphConfig.SEGMENT_BYTES, 1 << 20)
                .set(PraghGraphConfig.SNAPSHOT_SECONDS, 3600)
                .open()) {
            if (!bulk) { // a graph that has an element is filled by transactions
                graph.addVertex("other");
                graph.tx().commit();
            }
            long residentBefore = LoadCost.residentMb();
            LoadCost.forgetResidentMax();
            long cpuBegan = LoadCost.cpuNanos();
            Loaded loaded = GraphFiles.load(graph, file);
            double seconds = (LoadCost.cpuNanos() - cpuBegan) / NANOS_PER_SECOND;
            long residentMax = LoadCost.residentMbMax();
            long elements = Math.max(loaded.edges(), loaded.vertices());
            if (elements == 0) {
                throw new PraghException("nothing was loaded: file=" + file);
            }
            System.out.printf(
                    Locale.ROOT,
                    "%s: %,d vertices, %,d edges, %.2f s, %,.0f %s per second of processor time, %.1f bytes each on the heap, %.1f off it%n",
                    how,
                    loaded.vertices(),
                    loaded.edges(),
                    seconds,
                    elements / seconds,
                    loaded.edges() > 0 ? "edges" : "vertices",
                    (double) (LoadCost.heapBytes() - heap) / elements,
                    (double) (LoadCost.directBytes() - direct) / elements);
            long resident = LoadCost.residentMb();
            System.out.printf(
                    Locale.ROOT,
                    "%s: %,d MB resident before it, at most %,d while it loads, %,d after it and a collection: %.2f%n",
                    how,
                    residentBefore,
                    residentMax,
                    resident,
                    (double) residentMax / Math.max(1, resident));
            if (bulk && how.equals("bulk")) {
                query(graph.traversal(), loaded);
            }
        }
    }

    private static void query(GraphTraversalSource g, Loaded loaded) {
        long began = LoadCost.cpuNanos();
        long vertices = g.V().count().next();
        long edges = g.E().count().next();
        double countSeconds = (LoadCost.cpuNanos() - began) / NANOS_PER_SECOND;
        if (vertices != loaded.vertices() || edges != loaded.edges()) {
            throw new PraghException("the graph counts otherwise: vertices=" + vertices + " edges=" + edges);
        }
        Object[] starts = g.V().limit(STARTS).id().toList().toArray();
        began = LoadCost.cpuNanos();
        long away = g.V(starts).out().out().count().next();
        double hopSeconds = (LoadCost.cpuNanos() - began) / NANOS_PER_SECOND;
        System.out.printf(
                Locale.ROOT,
                "queried: both counts %.3f s, the %,d ways of two edges from %,d vertices %.3f s of processor time%n",
                countSeconds,
                away,
                starts.length,
                hopSeconds);
    }
}
