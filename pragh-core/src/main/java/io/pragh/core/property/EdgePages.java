package io.pragh.core.property;

/** Edges of one vertex, some at a time, with the transaction's own changes: what is removed meanwhile is left out. One thread at a time. */
public interface EdgePages {
    /**
     * Goes on, with so many edges or fewer.
     *
     * @return whether there may be more behind them
     */
    boolean next(int edgesMax, Neighbours into);
}
