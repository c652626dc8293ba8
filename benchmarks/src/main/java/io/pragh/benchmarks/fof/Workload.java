package io.pragh.benchmarks.fof;

import io.pragh.core.base.PraghException;

/**
 * The clients' operations. Immutable.
 *
 * @param scope number of start vertices, chosen at random over the whole graph
 * @param theta skew of their popularity: Zipf's exponent, 0 for none
 * @param limit bound on the neighbours of a vertex that are followed
 * @param insertShare share of the operations that append an edge, 0 to 1
 * @param insertPlace the vertices that get these edges
 * @param seed of all random numbers
 */
public record Workload(int scope, double theta, int limit, double insertShare, InsertPlace insertPlace, long seed) {
    /** Bound on the neighbours that a query may follow: those that one block of the longest lists holds. */
    public static final int LIMIT_MAX = 2048;

    /** Checks the ranges. */
    public Workload {
        if (scope < 1) {
            throw new PraghException("queries need a vertex to start from: scope=" + scope);
        }
        if (!(theta >= 0) || theta > 10) {
            throw new PraghException("Zipf's exponent must be from 0 to 10: theta=" + theta);
        }
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new PraghException("the neighbours to follow must be 1 to " + LIMIT_MAX + ": limit=" + limit);
        }
        if (!(insertShare >= 0 && insertShare <= 1)) {
            throw new PraghException("the share of inserts must be from 0 to 1: insertShare=" + insertShare);
        }
    }
}
