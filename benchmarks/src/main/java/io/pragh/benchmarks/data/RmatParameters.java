package io.pragh.benchmarks.data;

import io.pragh.core.base.PraghException;

/**
 * The parameters of an R-MAT graph: {@code 2^scale} vertices, {@code edgeFactor * 2^scale} directed edges. Immutable.
 */
public record RmatParameters(int scale, int edgeFactor, Quadrants quadrants, long seed) {

    /** Largest scale. */
    public static final int SCALE_MAX = 40;

    /** Largest edge factor. */
    public static final int EDGE_FACTOR_MAX = 1 << 16;

    /** Edges per vertex in the Graph500 benchmark. */
    public static final int EDGE_FACTOR_DEFAULT = 16;

    /** Checks the ranges. */
    public RmatParameters {
        if (scale < 1 || scale > SCALE_MAX) {
            throw new PraghException("R-MAT scale is out of range: scale=" + scale + " min=1 max=" + SCALE_MAX);
        }
        if (edgeFactor < 1 || edgeFactor > EDGE_FACTOR_MAX) {
            throw new PraghException(
                    "R-MAT edge factor is out of range: edgeFactor=" + edgeFactor + " min=1 max=" + EDGE_FACTOR_MAX);
        }
    }

    /** The graph of the Graph500 benchmark: edge factor 16 and its quadrants. */
    public static RmatParameters graph500(int scale, long seed) {
        return new RmatParameters(scale, EDGE_FACTOR_DEFAULT, Quadrants.GRAPH500, seed);
    }

    /** Number of vertices; ids are below it. */
    public long vertexCount() {
        return 1L << scale;
    }

    /** Number of directed edges, parallel ones and loops included. */
    public long edgeCount() {
        return (long) edgeFactor << scale;
    }

    /**
     * The probabilities that an edge falls into each quarter of the adjacency matrix, at every level: {@code a} both
     * ends in the lower half of the ids, {@code b} only the source, {@code c} only the target, {@code d} neither.
     * Immutable.
     */
    public record Quadrants(double a, double b, double c, double d) {

        /** The probabilities of the Graph500 benchmark. */
        public static final Quadrants GRAPH500 = new Quadrants(0.57, 0.19, 0.19, 0.05);

        private static final double SUM_ERROR_MAX = 1e-9;

        /** Checks that they are probabilities. */
        public Quadrants {
            boolean probabilities = a >= 0 && b >= 0 && c >= 0 && d >= 0;
            if (!probabilities || !(Math.abs(a + b + c + d - 1) <= SUM_ERROR_MAX)) {
                throw new PraghException("R-MAT quadrants must be probabilities whose sum is 1: a=" + a + " b=" + b
                        + " c=" + c + " d=" + d);
            }
        }

        /** The quarter's probability, by whether each end lies in the upper half of the ids. */
        double probability(boolean sourceHigh, boolean targetHigh) {
            if (sourceHigh) {
                return targetHigh ? d : c;
            }
            return targetHigh ? b : a;
        }
    }
}
