package io.pragh.core.property;

/**
 * A walk over the edges of one vertex, a page at a time, with the transaction's own changes: edges that the
 * transaction removes meanwhile are left out. One thread at a time.
 */
public interface EdgePages {
    /**
     * Reads the next page, of at most {@code edgesMax} edges.
     *
     * @return whether more edges may follow
     */
    boolean next(int edgesMax, Neighbours into);
}
