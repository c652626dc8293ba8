package io.pragh.benchmarks.fof;

import io.pragh.core.base.PraghException;

/**
 * What clients ask for. Immutable.
 *
 * @param scope how many vertices queries start from, chosen at random over the whole graph
 * @param theta how much some of them are favoured: Zipf's exponent, 0 for none
 * @param limit at most so many neighbours of a vertex are followed
 * @param insertShare which share of the operations append an edge, 0 to 1
 * @param insertPlace to which vertices
 * @param seed of everything drawn
 */
public record Workload(int scope, double theta, int limit, double insertShare, InsertPlace insertPlace, long seed) {
    /** Most neighbours that a query may follow: what one block of the longest lists holds. */
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
