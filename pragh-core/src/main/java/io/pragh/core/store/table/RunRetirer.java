package io.pragh.core.store.table;

/**
 * Takes the page runs that a grown key table no longer uses. They may be freed once no node holds a geometry, or a
 * slot's offset, that was read before the call: a reclaim lease later, and after the end of every local read that was
 * running. Any thread.
 */
@FunctionalInterface
public interface RunRetirer {
    /**
     * Takes over a run of {@code pages} pages of the table's region. Called under the table's lock, so it must be
     * short and must not call the table.
     */
    void retire(long offset, int pages);
}
