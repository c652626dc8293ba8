package io.pragh.benchmarks.micro;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.load.GraphFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * What does it cost to read properties of vertices on one node, and to look for a vertex by a property that has no
 * index, in nanoseconds of the thread's processor time for each vertex that is examined? The vertices are those of
 * {@link FileLoad}'s CSV, with five properties. Argument: the number of rounds; the median of the later half counts,
 * and its minimum is shown beside.
 *
 * <pre>java -Xmx2g -Xbatch -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.PropertyReadCost 30</pre>
 */
public final class PropertyReadCost {
    private static final int VERTICES = 1 << 15;
    private static final int NEIGHBOURS = 1000;
    private static final int READS = 200_000;
    private static final int COMMITS = 3000;

    private final PraghGraph graph;
    private final GraphTraversalSource g;
    private final int rounds;

    private PropertyReadCost(PraghGraph graph, int rounds) {
        this.graph = graph;
        this.g = graph.traversal();
        this.rounds = rounds;
        for (int i = 1; i <= NEIGHBOURS; i++) {
            g.V(0L).addE("e").to(__.V((long) i)).iterate();
        }
        graph.tx().commit();
    }

    /** Prints a line for each way of reading. */
    public static void main(String[] args) throws IOException {
        Path file = Files.createTempFile("pragh-properties", ".csv");
        try (PraghGraph graph = PraghGraph.build()
                .set(PraghGraphConfig.SEGMENT_BYTES, 1 << 20)
                .set(PraghGraphConfig.SNAPSHOT_SECONDS, 3600)
                .open()) {
            FileLoad.writeCsv(file, VERTICES);
            GraphFiles.load(graph, file);
            new PropertyReadCost(graph, Integer.parseInt(args[0])).run();
        } finally {
            Files.delete(file);
        }
    }

    private void run() {
        measure("values(city) of one vertex again and again", READS, () -> readAgain("city"));
        measure("values of a key that no vertex has", READS, () -> readAgain("nobody"));
        measure("V(0).out().values(city)", NEIGHBOURS, () -> count(g.V(0L).out().values("city")));
        measure("V(0).out().has(city, x)", NEIGHBOURS, () -> count(g.V(0L).out().has("city", "city7")));
        measure("V().has(name, x)", VERTICES, () -> count(g.V().has("name", "name77")));
        measure(
                "V().has(age, 17).has(city, x)",
                VERTICES,
                () -> count(g.V().has("age", 17).has("city", "city7")));
        measure("V().has(score, 1.5)", VERTICES, () -> count(g.V().has("score", 1.5)));
        measure("V().valueMap(name, age)", VERTICES, () -> count(g.V().valueMap("name", "age")));
        measure("V().valueMap()", VERTICES, () -> count(g.V().valueMap()));
        measure("V(id).property(age, x), a commit each", COMMITS, this::change);
    }

    private long readAgain(String key) {
        Vertex vertex = graph.vertices(7L).next();
        long found = 0;
        for (int i = 0; i < READS; i++) {
            found += vertex.values(key).hasNext() ? 1 : 0;
        }
        return found;
    }

    private static long count(Traversal<?, ?> traversal) {
        return traversal.toList().size();
    }

    private long change() {
        for (long id = 0; id < COMMITS; id++) {
            g.V(id).property("age", (int) id & 63).iterate();
            graph.tx().commit();
        }
        return COMMITS;
    }

    private void measure(String what, int vertices, LongSupplier work) {
        long[] nanos = new long[rounds];
        long found = 0;
        for (int i = 0; i < rounds; i++) {
            long began = LoadCost.cpuNanos();
            found += work.getAsLong();
            graph.tx().commit();
            nanos[i] = LoadCost.cpuNanos() - began;
        }
        long[] later = Arrays.copyOfRange(nanos, rounds / 2, rounds);
        Arrays.sort(later);
        System.out.printf(
                Locale.ROOT,
                "%-45s %,8d ns, at least %,8d; found %,d%n",
                what,
                later[later.length / 2] / vertices,
                later[0] / vertices,
                found / rounds);
    }
}
