package io.pragh.tinkerpop.process.plan;

import org.jspecify.annotations.Nullable;

/** Gives rows, in batches, and takes its input from the operator before it. One thread. */
interface Operator {
    /** Rows to ask for when all are wanted. */
    int ALL = 1024;

    /**
     * The next rows, at least one; null at the end. They stay as they are until the next call.
     *
     * @param wanted how many rows the caller needs; an operator may give more or fewer
     */
    @Nullable
    Rows next(int wanted);

    /**
     * Called when the transaction has changed something since the last rows were given, of which the caller has used
     * the first {@code used}. Rows that were read ahead are read again.
     *
     * @return how many of the last rows remain valid, {@code used} or more; the rows behind them are invalid, and are
     *     given again if they are still results
     */
    int rewind(int used);
}
