package io.pragh.benchmarks.fof;

import java.util.Locale;

/** Selects the lists that inserts lengthen. */
public enum InsertPlace {
    /**
     * Lists of any vertices of the graph, with equal chances: queries keep their length, however many inserts there
     * were.
     */
    GRAPH,
    /**
     * Lists from which queries start, with the same skew: every insert changes a value that is read and may have
     * moved.
     */
    STARTS;

    /** Its name on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
