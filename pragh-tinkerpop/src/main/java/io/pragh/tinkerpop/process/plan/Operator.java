package io.pragh.tinkerpop.process.plan;

import org.jspecify.annotations.Nullable;

/** Gives rows, some at a time, and takes them from the operator before it. One thread. */
interface Operator {
    /** As many rows as are wanted where somebody wants all. */
    int ALL = 1024;

    /**
     * The next rows, at least one; null at the end. They stay as they are until the next call.
     *
     * @param wanted how many the caller can do with; an operator may give more or fewer
     */
    @Nullable
    Rows next(int wanted);

    /**
     * The transaction has changed something since the last rows were given, of which the caller has used the first {@code used}. What was read ahead is
     * read again.
     *
     * @return how many of the last rows stand, {@code used} or more; those behind them are gone, and come again if they are still to come
     */
    int rewind(int used);
}
