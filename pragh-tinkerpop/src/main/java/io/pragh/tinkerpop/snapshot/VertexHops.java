package io.pragh.tinkerpop.snapshot;

import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.TooManyResultsException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Queries of a {@link GraphSnapshot} on edges, by the numbers of vertices: no objects are made of edges or vertices.
 * A number without a vertex has no edges; one that no vertex can have is refused by {@link IllegalArgumentException}.
 * Every method throws the exceptions of {@link GraphSnapshot}. Costs are in batches of READs, which cost nothing
 * where values are in this node's memory; where the graph has many labels of edges and none is named, each hop costs
 * one batch more. One thread at a time.
 */
public final class VertexHops {
    private final Turn turn;
    private final HopReads reads;
    private final int resultsMax;
    private final NumberList middles;
    private final NumberList results;
    private final NumberTable distinct;

    VertexHops(Turn turn, HopReads reads, int resultsMax) {
        this.turn = turn;
        this.reads = reads;
        this.resultsMax = resultsMax;
        this.middles = new NumberList(resultsMax);
        this.results = new NumberList(resultsMax);
        this.distinct = new NumberTable(resultsMax);
    }

    private <T> T during(Supplier<T> work, long... vertices) {
        HopReads.check(vertices);
        return turn.during(work);
    }

    /** The neighbours of a vertex, each once per edge. Cost: one batch. */
    public long[] neighbours(long vertex, Hop hop) {
        long[] one = {vertex};
        return during(
                () -> {
                    results.clear();
                    reads.expand(one, 0, 1, reads.query(hop), (v, more, from, to) -> results.add(more, from, to));
                    return results.toArray();
                },
                vertex);
    }

    /**
     * Visits the neighbours of vertices, in the order of the vertices. Their total number is not bounded. Cost: one
     * batch for every thousand vertices.
     */
    public void forEachNeighbour(long[] vertices, Hop hop, NeighbourVisitor visitor) {
        during(
                () -> {
                    reads.expand(vertices, 0, vertices.length, reads.query(hop), visitor);
                    return true;
                },
                vertices);
    }

    /** The number of a vertex's edges, no more than the hop's limit. Cost: one batch, of the first words of lists. */
    public long degree(long vertex, Hop hop) {
        return degrees(new long[] {vertex}, hop)[0];
    }

    /** The number of edges of each vertex. Cost: one batch for every thousand. */
    public long[] degrees(long[] vertices, Hop hop) {
        return during(
                () -> {
                    long[] degrees = new long[vertices.length];
                    reads.count(
                            vertices, 0, vertices.length, reads.query(hop), (index, edges) -> degrees[index] = edges);
                    return degrees;
                },
                vertices);
    }

    /** The vertices at the ends of all paths of two hops, each once per path. Cost: two batches. */
    public long[] twoHops(long vertex, Hop first, Hop second) {
        return during(
                () -> {
                    results.clear();
                    expandTwice(vertex, first, second, (v, more, from, to) -> results.add(more, from, to));
                    return results.toArray();
                },
                vertex);
    }

    /** The same vertices, each once. Cost: two batches. */
    public long[] distinctTwoHops(long vertex, Hop first, Hop second) {
        return during(
                () -> {
                    distinct.clear();
                    expandTwice(vertex, first, second, (v, more, from, to) -> distinct.add(more, from, to));
                    return distinct.from(0);
                },
                vertex);
    }

    /**
     * Visits the ends of all paths of two hops, with the vertex in the middle. Their number is not bounded. Cost: two
     * batches.
     */
    public void forEachTwoHops(long vertex, Hop first, Hop second, NeighbourVisitor visitor) {
        during(
                () -> {
                    expandTwice(vertex, first, second, visitor);
                    return true;
                },
                vertex);
    }

    private void expandTwice(long vertex, Hop first, Hop second, NeighbourVisitor visitor) {
        middles(vertex, first);
        reads.expand(middles.buffer(), 0, middles.size(), reads.query(second), visitor);
    }

    private void middles(long vertex, Hop first) {
        middles.clear();
        reads.expand(new long[] {vertex}, 0, 1, reads.query(first), (v, more, from, to) -> middles.add(more, from, to));
    }

    /** The number of paths of two hops. Cost: two batches, the second one of the first words of lists. */
    public long countTwoHops(long vertex, Hop first, Hop second) {
        return during(
                () -> {
                    middles(vertex, first);
                    long[] sum = {0};
                    reads.count(middles.buffer(), 0, middles.size(), reads.query(second), (index, edges) -> {
                        sum[0] = Math.addExact(sum[0], edges);
                    });
                    return sum[0];
                },
                vertex);
    }

    /**
     * The sum of the numbers of the vertices at the ends of all paths of two hops, modulo 2^64: equal in two
     * snapshots with the same vertices there. Cost: two batches; nothing is copied of the second one.
     */
    public long sumTwoHops(long vertex, Hop first, Hop second) {
        return during(
                () -> {
                    middles(vertex, first);
                    return reads.sum(middles.buffer(), 0, middles.size(), reads.query(second));
                },
                vertex);
    }

    /**
     * The vertices by their distance in hops: the vertex itself, then each vertex that one hop leads to and that did
     * not occur before, and so on; one level for each hop, or fewer when a level would be empty. The maximum of
     * results counts for all levels together. Cost: a batch for each level, and for every thousand vertices of it.
     */
    public long[][] levels(long vertex, Hop hop, int hops) {
        if (hops < 0) {
            throw new IllegalArgumentException("there cannot be fewer than no hops: hops=" + hops);
        }
        return during(
                () -> {
                    distinct.clear();
                    distinct.add(new long[] {vertex}, 0, 1);
                    EdgeQuery query = reads.query(hop);
                    List<long[]> levels = new ArrayList<>();
                    int from = 0;
                    while (from < distinct.size()) {
                        levels.add(distinct.from(from));
                        int to = distinct.size();
                        if (levels.size() <= hops) {
                            reads.expand(distinct.buffer(), from, to, query, (v, more, first, end) -> {
                                distinct.add(more, first, end);
                            });
                        }
                        from = to;
                    }
                    return levels.toArray(new long[0][]);
                },
                vertex);
    }

    /** The first walk of {@link #randomWalks} from one vertex. */
    public long[] randomWalk(long start, Hop hop, int length, long seed) {
        return randomWalks(new long[] {start}, hop, length, seed)[0];
    }

    /**
     * A random walk from each of some vertices: the vertex, and those that follow in so many hops, along edges of
     * which each is equally likely; fewer when a vertex has no edges. The same seed gives the same walks in the same
     * snapshot, and a walk does not depend on the later ones. All walks advance together. Cost: one batch for each
     * step and every thousand walks; two where a vertex may have several lists, because several labels or both
     * directions are followed.
     *
     * @throws TooManyResultsException when all walks together would have more vertices than may be held
     */
    public long[][] randomWalks(long[] starts, Hop hop, int length, long seed) {
        if (length < 0) {
            throw new IllegalArgumentException("a walk cannot have fewer than no hops: length=" + length);
        }
        if (starts.length * (length + 1L) > resultsMax) {
            throw new TooManyResultsException(resultsMax);
        }
        return during(() -> new RandomWalks(reads, reads.query(hop), starts, length, seed).run(length), starts);
    }
}
