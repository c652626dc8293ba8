package io.pragh.benchmarks.fof;

import io.pragh.benchmarks.data.StartScope;
import io.pragh.core.address.GraphKey;
import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.EdgeSource;
import io.pragh.core.bulk.Progress;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * A graph to load, surveyed by one pass over its edges: its size, and the vertices from which queries may start.
 * Immutable.
 */
public final class BenchGraph {
    /** Label of all edges. */
    public static final int LABEL = 1;

    private final EdgeSource edges;
    private final long edgeCount;
    private final long vertexCount;
    private final long vertexIdMax;
    private final long[] sources;

    private BenchGraph(EdgeSource edges, Survey survey) {
        this.edges = edges;
        this.edgeCount = survey.edges;
        this.vertexCount = survey.named.size();
        this.vertexIdMax = survey.idMax;
        this.sources = survey.sources.ascending();
        if (sources.length == 0) {
            throw new PraghException("the graph has no edges");
        }
    }

    /** Reads all edges once. */
    public static BenchGraph survey(EdgeSource edges, Progress progress) {
        Survey survey = new Survey();
        edges.forEach(survey::edge, progress);
        return new BenchGraph(edges, survey);
    }

    /** The edges. */
    public EdgeSource edges() {
        return edges;
    }

    /** The number of edges. */
    public long edgeCount() {
        return edgeCount;
    }

    /** The number of vertices at the edges' ends. */
    public long vertexCount() {
        return vertexCount;
    }

    /** The largest id of these vertices. */
    public long vertexIdMax() {
        return vertexIdMax;
    }

    /** The number of vertices with out-edges. */
    public int sourceCount() {
        return sources.length;
    }

    /** One of the vertices with out-edges, selected by 64 random bits. */
    public long source(long randomBits) {
        return sources[(int) Math.multiplyHigh(randomBits >>> 1, 2L * sources.length)];
    }

    /** Adjacency keys of the queries' start vertices, by rank. */
    public long[] startKeys(int scope, long seed) {
        return Arrays.stream(starts(scope, seed)).map(BenchGraph::listKey).toArray();
    }

    /** The queries' start vertices, by rank. */
    public long[] starts(int scope, long seed) {
        StartScope chosen = StartScope.choose(sources.length, scope, seed, index -> true);
        long[] vertices = new long[scope];
        for (int rank = 0; rank < scope; rank++) {
            vertices[rank] = sources[(int) chosen.vertex(rank)];
        }
        return vertices;
    }

    /** Key of a vertex's out-list. */
    public static long listKey(long vertex) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, LABEL, vertex);
    }

    private static final class Survey {
        private final Vertices named = new Vertices();
        private final Vertices sources = new Vertices();
        private long edges;
        private long idMax;

        void edge(long source, long target) {
            edges++;
            idMax = Math.max(idMax, Math.max(source, target));
            sources.add(source);
            named.add(source);
            named.add(target);
        }
    }

    /** A set of vertex ids: bits where ids are small, a hash set for the others. */
    private static final class Vertices {
        private static final long DENSE_MAX = 1L << 31;

        private final BitSet dense = new BitSet();
        private final Set<Long> sparse = new HashSet<>();

        void add(long vertex) {
            if (vertex < DENSE_MAX) {
                dense.set((int) vertex);
            } else {
                sparse.add(vertex);
            }
        }

        long size() {
            return dense.cardinality() + (long) sparse.size();
        }

        long[] ascending() {
            LongStream.Builder all = LongStream.builder();
            forEach(all);
            return all.build().sorted().toArray();
        }

        private void forEach(LongConsumer consumer) {
            PrimitiveIterator.OfInt small = dense.stream().iterator();
            while (small.hasNext()) {
                consumer.accept(small.nextInt());
            }
            sparse.forEach(consumer::accept);
        }
    }
}
