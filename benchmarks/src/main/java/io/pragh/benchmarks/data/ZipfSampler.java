package io.pragh.benchmarks.data;

import io.pragh.core.base.PraghException;

/**
 * Draws ranks by Zipf's law: rank r (from 0) with a probability proportional to {@code 1 / (r + 1)^theta}; theta 0 is
 * uniform. A draw takes one random number and one table look-up and allocates nothing. The table takes 8 bytes per
 * rank.
 *
 * <p>Immutable; any thread, each with its own random numbers.
 */
public final class ZipfSampler {

    /** The default skew. */
    public static final double THETA_DEFAULT = 0.99;

    /** Bound on the ranks. */
    public static final int RANKS_MAX = 1 << 27;

    private final AliasTable table;
    private final int ranks;

    /** A sampler over ranks 0 to {@code ranks - 1}. */
    public ZipfSampler(int ranks, double theta) {
        if (ranks < 1 || ranks > RANKS_MAX) {
            throw new PraghException(
                    "number of Zipf ranks is out of range: ranks=" + ranks + " min=1 max=" + RANKS_MAX);
        }
        if (!(theta >= 0 && theta < Double.POSITIVE_INFINITY)) {
            throw new PraghException("Zipf's theta must be 0 or a positive number: theta=" + theta);
        }
        this.ranks = ranks;
        this.table = new AliasTable(weights(ranks, theta));
    }

    /** The number of ranks. */
    public int ranks() {
        return ranks;
    }

    /** Draws a rank. */
    public int next(SplitMix random) {
        return table.pick(random.next());
    }

    /** The probability of every rank. */
    double[] probabilities() {
        return table.probabilities();
    }

    /** {@code StrictMath}, since {@code Math.pow} may differ in the last bit between platforms. */
    private static double[] weights(int ranks, double theta) {
        double[] weights = new double[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            weights[rank] = StrictMath.pow(rank + 1.0, -theta);
        }
        return weights;
    }
}
