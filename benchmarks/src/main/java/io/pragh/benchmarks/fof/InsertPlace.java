package io.pragh.benchmarks.fof;

import java.util.Locale;

/** Which lists inserts lengthen. */
public enum InsertPlace {
    /** Those of any vertices of the graph, all alike: queries stay as long as they are, however many inserts there were. */
    GRAPH,
    /** Those that queries start from, favoured as in queries: every insert hits a value that is read and may have moved. */
    STARTS;

    /** Its name on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
