package io.pragh.benchmarks.fof;

/** By which way clients come to the store. */
public enum Api {
    /** Its own calls: lists are read by their keys, and an insert is one append. */
    STORE("store"),
    /** Gremlin's traversals, each a transaction: embedded in one process, through a Gremlin Server in each of several. */
    GREMLIN("gremlin");

    private final String title;

    Api(String title) {
        this.title = title;
    }

    /** Its name on the command line and in results. */
    @Override
    public String toString() {
        return title;
    }
}
