package io.pragh.benchmarks.fof;

/** By which way clients come to the store. */
public enum Api {
    /** Its own calls: lists are read by their keys, and an insert is one append. */
    STORE("store"),
    /** Gremlin's traversals, each a transaction, run by the clients' threads in the process where their first vertex is at home. */
    GREMLIN("gremlin"),
    /** The same, but the query is prepared once. */
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
