package io.pragh.benchmarks.data;

import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.EdgeSource;
import io.pragh.core.bulk.Progress;

/**
 * The baseline: an immutable graph in two {@code int} arrays (compressed sparse rows), neighbours in the order of
 * their edges. Any thread.
 */
public final class CsrGraph {
    private static final int LENGTH_MAX = Integer.MAX_VALUE - 8;

    private final int[] offsets;
    private final int[] targets;

    private CsrGraph(int[] offsets, int[] targets) {
        this.offsets = offsets;
        this.targets = targets;
    }

    /** Reads the source twice: once to count, once to place. All ids must be below {@code vertexCount}. */
    // offsets[v + 2] counts the edges of v; summed up, offsets[v + 1] is where v's list starts and moves on to where
    // it ends, which is where v + 1's list starts. So the array ends up in its final form, without a second one for
    // the positions.
    public static CsrGraph of(EdgeSource source, int vertexCount) {
        if (vertexCount < 1 || vertexCount > LENGTH_MAX - 2) {
            throw new PraghException("number of vertices is out of range: vertexCount=" + vertexCount + " min=1 max="
                    + (LENGTH_MAX - 2));
        }
        int[] places = new int[vertexCount + 2];
        long[] edges = {0};
        source.forEach(
                (from, to) -> {
                    if (Math.max(from, to) >= vertexCount) {
                        throw new PraghException("edge leads out of the graph: source=" + from + " target=" + to
                                + " vertexCount=" + vertexCount);
                    }
                    places[(int) from + 2]++;
                    edges[0]++;
                },
                Progress.NONE);
        if (edges[0] > LENGTH_MAX) {
            throw new PraghException(
                    "graph has too many edges for one array: edges=" + edges[0] + " max=" + LENGTH_MAX);
        }
        for (int i = 2; i < places.length; i++) {
            places[i] += places[i - 1];
        }
        int[] targets = new int[(int) edges[0]];
        source.forEach((from, to) -> targets[places[(int) from + 1]++] = (int) to, Progress.NONE);
        return new CsrGraph(places, targets);
    }

    /** Number of vertices. */
    public int vertexCount() {
        return offsets.length - 2;
    }

    /** Number of edges. */
    public int edgeCount() {
        return targets.length;
    }

    /** Number of out-edges of a vertex. */
    public int degree(int vertex) {
        return offsets[vertex + 1] - offsets[vertex];
    }

    /** The target of a vertex's out-edge, numbered from 0. */
    public int neighbour(int vertex, int index) {
        return targets[offsets[vertex] + index];
    }

    /** The sum of the ids of the first {@code limit} out-neighbours of the first {@code limit} out-neighbours. */
    public long twoHopSum(int start, int limit) {
        long sum = 0;
        int end = end(start, limit);
        for (int i = offsets[start]; i < end; i++) {
            int middle = targets[i];
            int middleEnd = end(middle, limit);
            for (int j = offsets[middle]; j < middleEnd; j++) {
                sum += targets[j];
            }
        }
        return sum;
    }

    private int end(int vertex, int limit) {
        int from = offsets[vertex];
        return from + Math.min(offsets[vertex + 1] - from, limit);
    }
}
