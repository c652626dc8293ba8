package io.pragh.benchmarks.fof;

/** The interface by which clients use the store. */
public enum Api {
    /** The store's own calls: lists are read by their keys, and an insert is one append. */
    STORE("store"),
    /**
     * Gremlin's traversals, each a transaction, run by the clients' threads in the process that is the home of their
     * first vertex.
     */
    GREMLIN("gremlin"),
    /** As {@link #GREMLIN}, with the query prepared once. */
    PREPARED("prepared"),
    /** The same traversals, sent to a Gremlin Server in each process. */
    SERVED("served");

    private final String title;

    Api(String title) {
        this.title = title;
    }

    /** Whether clients run traversals. */
    public boolean isGremlin() {
        return this != STORE;
    }

    /** Its name on the command line and in results. */
    @Override
    public String toString() {
        return title;
    }
}
