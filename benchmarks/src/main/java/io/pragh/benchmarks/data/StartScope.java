package io.pragh.benchmarks.data;

import io.pragh.core.base.PraghException;
import java.util.function.LongPredicate;

/**
 * The vertices at which a workload's queries start: distinct, chosen at random over the whole graph, numbered by rank
 * so that a {@link ZipfSampler} can favour some. The same for the same graph and seed.
 *
 * <p>Immutable; any thread.
 */
public final class StartScope {

    /** The default number of start vertices. */
    public static final int SIZE_DEFAULT = 1 << 10;

    private static final long SALT = 3;

    private final long[] vertices;

    private StartScope(long[] vertices) {
        this.vertices = vertices;
    }

    /**
     * Chooses {@code size} vertices below {@code vertexCount} for which the predicate holds, such as those that have
     * out-edges. Asks the predicate at most once per vertex, usually {@code size} divided by the eligible share.
     */
    // A permutation of the smallest power of two that covers the graph visits every vertex once in random order, so
    // there are no duplicates and the search ends. The salt makes it differ from the shuffle of a graph generated
    // with the same seed, whose first numbers would be the graph's hubs.
    public static StartScope choose(long vertexCount, int size, long seed, LongPredicate eligible) {
        if (vertexCount < 1 || vertexCount > 1L << SeededPermutation.BITS_MAX) {
            throw new PraghException("number of vertices is out of range: vertexCount=" + vertexCount + " min=1 max="
                    + (1L << SeededPermutation.BITS_MAX));
        }
        if (size < 1) {
            throw new PraghException("a start scope needs a vertex: size=" + size);
        }
        int bits = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(vertexCount - 1));
        SeededPermutation order = new SeededPermutation(bits, SplitMix.derive(seed, SALT));
        long[] vertices = new long[(int) Math.min(size, vertexCount)];
        int found = 0;
        for (long i = 0; i < 1L << bits && found < vertices.length; i++) {
            long vertex = order.of(i);
            if (vertex < vertexCount && eligible.test(vertex)) {
                vertices[found++] = vertex;
            }
        }
        if (found < size) {
            throw new PraghException("graph has too few vertices to start from: wanted=" + size + " found=" + found
                    + " vertexCount=" + vertexCount + "; choose a smaller scope");
        }
        return new StartScope(vertices);
    }

    /** The number of start vertices. */
    public int size() {
        return vertices.length;
    }

    /** The vertex of a rank below {@link #size}. */
    public long vertex(int rank) {
        return vertices[rank];
    }
}
